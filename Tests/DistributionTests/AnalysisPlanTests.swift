import Distribution
import Experiments
import FeedMetrics
internal import ReportKit
import Scenarios
internal import SocialFeed
internal import Stochastics
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// Sensitivity analyses whose worlds are simulated by workers.
@Suite struct AnalysisPlanTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Of the first plausible ranges.
  private func societies(
    trajectories: Int = 2, parameters: Int = 3
  ) throws -> SensitivityAnalysis {
    SensitivityAnalysis(
      try town(worlds: 2), parameters: Array(PlausibleRange.all.prefix(parameters)),
      trajectories: trajectories)
  }

  private func tuned() throws -> (experiment: Experiment, tunables: [TunableParameter]) {
    let scenario = try tunable()
    let experiment = Experiment(
      measuring: scenario, arms: ["blend"], worlds: 3, metrics: MetricCatalogue.core)
    return (experiment, scenario.tunables)
  }

  /// An outcome without a simulation; its values depend on seed, world, arm and its numbers, and on the society.
  @Sendable private static func outcome(of run: WorldRun) -> WorldOutcome {
    let base = madeUp(run)
    var shift = run.arm.ranker(of: .home).values.reduce(0) { $0 + ($1.isFinite ? $1 : 0) }
    for (index, range) in PlausibleRange.all.prefix(3).enumerated() {
      shift += Double(index + 1) * run.parameters[keyPath: range.parameter.path]
    }
    // What all arms have in common would be no effect on their difference.
    shift *= Double(run.arm.name.utf8.count)
    return WorldOutcome(
      arm: base.arm, world: WorldSpace.number(of: run.world),
      values: base.values.mapValues { MetricValue($0.value.map { $0 + shift / 10 }, support: 10) },
      digest: base.digest, summary: base.summary)
  }

  /// Plans, works in shards and gathers.
  private func gathered<Study: DistributedStudy>(
    _ study: Study, shards: Int
  ) throws -> Study.Results? {
    let plan = try WorkPlan([study], in: folder.store)
    for shard in (0..<shards).reversed() {
      try work(plan, "\(shard)", of: shards, in: folder.store) { Self.outcome(of: $0) }
    }
    return try Gathering(try read(plan), in: folder.store).parts[0].finding?.results
      as? Study.Results
  }

  /// As another process has it.
  private func read(_ plan: WorkPlan) throws -> WorkPlan {
    try WorkPlan(file: "\(folder.path)/store/plans/\(plan.id).jsonl")
  }

  @Test(arguments: [1, 4])
  func `societies simulated by workers give the results of one machine`(shards: Int) throws {
    let analysis = try societies()
    let local = try analysis.run(jobs: 2, monitor: ExperimentMonitor()) { run, _ in
      Self.outcome(of: run)
    }
    guard let results = try gathered(analysis, shards: shards) else {
      Issue.record("no results")
      return
    }
    #expect(results == local && results.json == local.json)
    #expect(results.findings.contains { $0.influences[0].effects?.meanMagnitude ?? 0 > 0 })
  }

  @Test func `listed societies simulated by workers give the results of one machine`() throws {
    let analysis = SocietiesAnalysis(try town(worlds: 2), worlds: 2)
    let local = try analysis.run(jobs: 2, monitor: ExperimentMonitor()) { run, _ in
      Self.outcome(of: run)
    }
    guard let results = try gathered(analysis, shards: 3) else {
      Issue.record("no results")
      return
    }
    #expect(results == local && results.json == local.json)
  }

  @Test func `points of an arm's numbers give the results of one machine`() throws {
    let (experiment, tunables) = try tuned()
    for analysis in [
      WeightAnalysis(screening: experiment, parameters: tunables, trajectories: 3, levels: 4),
      WeightAnalysis(screening: experiment, parameters: [tunables[1]], trajectories: 2),
      WeightAnalysis(varianceOf: experiment, parameters: tunables, samples: 8),
    ] {
      let local = try analysis.run(jobs: 2, monitor: ExperimentMonitor()) { run, _ in
        Self.outcome(of: run)
      }
      guard let results = try gathered(analysis, shards: 3) else {
        Issue.record("no results")
        return
      }
      #expect(results == local && results.json == local.json)
    }
  }

  @Test func `units name society and seed, and those of one trajectory share the seed`() throws {
    // Two trajectories of four societies, each of two arms in two worlds.
    let analysis = try societies()
    let plan = try WorkPlan([analysis], in: folder.store)
    expectEqual(plan.units.count, 2 * 4 * 2 * 2)
    expectEqual(plan.units.map(\.point), (0..<32).map { $0 / 4 })
    for unit in plan.units {
      expectEqual(unit.seed, analysis.design.seed(of: try #require(unit.point)))
    }
    expectEqual(Set(plan.units.map(\.seed)).count, 2)
    #expect(plan.text.contains(#""cost":0.003,"point":7,"rep":1,"#))
    try expectEqual(read(plan), plan)
    // Every society has intercepts of its own, which are solved where it lives.
    expectEqual(plan.inputs.keys.sorted(), ["analysis.town", "design.town", "scenario.town"])
  }

  @Test func `more trajectories simulate only new runs, and a comparison shares none`()
    throws
  {
    func simulated(_ study: any DistributedStudy) throws -> Int {
      try work(try WorkPlan([study], in: folder.store), in: folder.store) { Self.outcome(of: $0) }
        .simulated
    }
    try expectEqual(simulated(societies()), 32)
    try expectEqual(simulated(societies(trajectories: 3)), 16)
    try expectEqual(simulated(societies(parameters: 2)), 24)
    try expectEqual(simulated(ExperimentStudy(town(worlds: 2))), 4)
  }

  @Test func `a run that fails is named with its society, and nothing is made of the others`()
    throws
  {
    let plan = try WorkPlan([societies()], in: folder.store)
    let broken = plan.units[13]
    try work(plan, in: folder.store) { run throws(ExperimentFailure) in
      guard run.seed == broken.seed, run.arm.name == broken.arm,
        WorldSpace.number(of: run.world) == broken.replication
      else { return Self.outcome(of: run) }
      throw .undefined(
        metric: "like_rate", run: RunInProgress(arm: broken.arm, world: broken.replication))
    }
    let part = try Gathering(plan, in: folder.store).parts[0]
    #expect(part.finding == nil && part.missing.isEmpty && part.lostWorlds.isEmpty)
    expectEqual(part.failures.count, 4)
    expectEqual(
      part.failures[3],
      "arm 'affinity' in world 0 in community 3: world 0 of arm 'affinity': like_rate has no value")
  }
}
