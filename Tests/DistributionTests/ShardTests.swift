import DataFiles
import Distribution
internal import Studies
import TestSupport
import Testing

@Suite struct ShardTests {
  @Test func `shards are numbered from 0, and never taken modulo their number`() throws {
    try expectEqual(Shard("2", of: 3, environment: [:]).index, 2)
    expectEqual(
      failure { _ = try Shard("3", of: 3, environment: [:]) },
      .usage("--shard 3: there is no shard 3 of 3; they are numbered from 0 to 2"))
    expectEqual(
      failure { _ = try Shard("-1", of: 3, environment: [:]) },
      .usage("--shard -1: there is no shard -1 of 3; they are numbered from 0 to 2"))
    expectEqual(
      failure { _ = try Shard("two", of: 3, environment: [:]) },
      .usage("--shard two: expected a number from 0 up, or auto"))
    expectEqual(
      failure { _ = try Shard("0", of: 0, environment: [:]) },
      .usage("--of 0: expected a number of shards from 1 up"))
  }

  @Test func `auto takes the first that an engine set, less the number of its first task`() throws {
    let names = Shard.variables.map(\.name)
    for (index, variable) in Shard.variables.enumerated() {
      // All later variables have other values, and are not read.
      var environment = Dictionary(uniqueKeysWithValues: names[(index + 1)...].map { ($0, "9") })
      environment[variable.name] = "\(1 + variable.first)"
      try expectEqual(Shard("auto", of: 10, environment: environment).index, 1, "\(variable.name)")
    }
    expectEqual(
      names,
      [
        "FEEDLAB_SHARD", "SLURM_ARRAY_TASK_ID", "JOB_COMPLETION_INDEX",
        "AWS_BATCH_JOB_ARRAY_INDEX", "CLOUD_RUN_TASK_INDEX", "PBS_ARRAY_INDEX", "LSB_JOBINDEX",
        "SGE_TASK_ID", "PARALLEL_SEQ", "OMPI_COMM_WORLD_RANK", "SLURM_PROCID",
      ])
    expectEqual(
      Shard.variables.filter { $0.first == 1 }.map(\.name),
      [
        "LSB_JOBINDEX", "SGE_TASK_ID", "PARALLEL_SEQ",
      ])
    // Grid Engine says so of what is no array.
    try expectEqual(
      Shard("auto", of: 2, environment: ["SGE_TASK_ID": "undefined", "SLURM_PROCID": "1"])
        .index, 1)
  }

  @Test func `auto reports a faulty variable by its name`() {
    expectEqual(
      failure { _ = try Shard("auto", of: 4, environment: ["SLURM_ARRAY_TASK_ID": "4"]) },
      .usage(
        "--shard auto: SLURM_ARRAY_TASK_ID is 4: there is no shard 4 of 4; they are numbered from 0 to 3"
      ))
    expectEqual(
      failure { _ = try Shard("auto", of: 4, environment: ["FEEDLAB_SHARD": "x"]) },
      .usage("--shard auto: FEEDLAB_SHARD is 'x', which is not a number"))
    expectEqual(
      failure { _ = try Shard("auto", of: 4, environment: [:]) },
      .usage(
        "--shard auto: no engine has set the shard's number in any of FEEDLAB_SHARD,"
          + " SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, AWS_BATCH_JOB_ARRAY_INDEX,"
          + " CLOUD_RUN_TASK_INDEX, PBS_ARRAY_INDEX, LSB_JOBINDEX, SGE_TASK_ID, PARALLEL_SEQ,"
          + " OMPI_COMM_WORLD_RANK, SLURM_PROCID"))
  }

  @Test func `the shards of a plan are all of its units, each once, the longest first`() throws {
    let folder = try TestFolder()
    let plan = try WorkPlan(
      [
        ExperimentStudy(try town(worlds: 4)),
        ExperimentStudy(try town(worlds: 3, name: "other", members: 900)),
      ], in: folder.store)
    expectEqual(plan.units.count, 14)
    for count in [1, 3, 5, 14, 20] {
      let shards = try (0..<count).map {
        try Shard("\($0)", of: count, environment: [:]).units(of: plan)
      }
      expectEqual(shards.flatMap { $0 }.sorted(), Array(plan.units.indices))
      for shard in shards {
        let costs = shard.map { plan.units[$0].cost }
        expectEqual(costs, costs.sorted(by: >))
      }
      let sizes = shards.map(\.count)
      #expect(sizes.max()! - sizes.min()! <= 1)
    }
  }
}
