internal import ArgumentParser
internal import DataFiles
internal import Dispatch
internal import Distribution
internal import Experiments
internal import Foundation
internal import Studies

/// Which shard of a plan is simulated.
struct ShardOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Index of the shard, from 0, or auto.", valueName: "k"))
  var shard: String

  @Option(
    name: .customLong("of"), parsing: .unconditional,
    help: ArgumentHelp("Number of shards.", valueName: "n"))
  var count: Int
}

/// Simulates a shard of a plan.
struct WorkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "work",
    abstract: "Simulate the missing runs of a shard of a plan.",
    discussion: """
      A shard is every Nth unit of the plan, the longest first. Units whose results are in the store are \
      skipped, so that the same command continues after any interruption, and several workers may have \
      the same shard.

      --shard auto reads the environment: FEEDLAB_SHARD, SLURM_ARRAY_TASK_ID, JOB_COMPLETION_INDEX, \
      AWS_BATCH_JOB_ARRAY_INDEX, CLOUD_RUN_TASK_INDEX, PBS_ARRAY_INDEX, LSB_JOBINDEX - 1, SGE_TASK_ID - 1, \
      PARALLEL_SEQ - 1, OMPI_COMM_WORLD_RANK, SLURM_PROCID, in this order.

      SIGTERM finishes the running units and starts no others; Ctrl-C ends at once. Neither loses a \
      published result.

      Exit codes: 0 the shard is complete; 64 wrong usage, a version other than the plan's, or results in \
      the store that may not be read; 65 an invalid plan or input; 66 no such plan or store; 70 two results \
      for one unit, or a ranker with two orders for one request. Do not retry these. 75 try again: the disk \
      is full, the time is up, a unit crashed, or a signal stopped it.
      """)

  @OptionGroup(title: OptionSection.what) var plan: PlanOptions

  @OptionGroup(title: OptionSection.what) var part: ShardOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of units to simulate in parallel. Default: one per core.", valueName: "j"))
  var jobs: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Start no unit that would not finish within this time, such as 50m.", valueName: "duration"))
  var deadline: String?

  @Flag(help: "Print no progress.")
  var quiet = false

  private static let deadlines = DurationForm(range: 1...31_536_000)

  func run() throws {
    if let jobs, jobs < 1 {
      throw CommandFailure.usage("--jobs \(jobs): expected a number of threads from 1 up")
    }
    let seconds = try deadlineSeconds()
    let monitor = ExperimentMonitor()
    let shard = try numberedShard()
    let (plan, store) = try plan.opened()
    let worker = try Worker(
      plan, shard: shard, in: store, deadline: seconds, monitor: monitor)
    for scenario in worker.scenarios {
      try MemoryNeed(scenario: scenario, worlds: threads).check(quiet: quiet)
    }
    let report = try simulate(worker, monitor, shard)
    if monitor.isCancelled {
      throw CommandFailure.interrupted(
        "interrupted; what is published stays, and the same command goes on")
    }
    if let conflict = report.conflicts.first {
      throw WorkFailure.defect(
        "a unit gave two results; both are kept, the later one as \(conflict): the machines or their"
          + " feedlabs differ in what the plan does not see")
    }
    if let unreadable = report.unreadable.last {
      for result in report.unreadable.dropLast() {
        StandardStream.error.printLine("feedlab: error: \(result)")
      }
      throw unreadable.failure
    }
    if report.left > 0 {
      throw WorkFailure.tryAgain(
        "\(report.left) \(report.left == 1 ? "unit is" : "units are") left: the time is up or the worker was stopped; the same command"
          + " goes on")
    }
  }

  private var threads: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  private func numberedShard() throws -> Shard {
    try Shard(part.shard, of: part.count, environment: CommandEnvironment.current.variables)
  }

  private func deadlineSeconds() throws -> Double? {
    guard let deadline else { return nil }
    guard let seconds = Self.deadlines.seconds(deadline) else {
      throw CommandFailure.usage("--deadline \(deadline): expected \(Self.deadlines)")
    }
    return seconds
  }

  private func simulate(
    _ worker: Worker, _ monitor: ExperimentMonitor, _ shard: Shard
  ) throws(WorkFailure) -> Worker.Report {
    let interrupt = SignalRequest.interrupt(cancelling: monitor)
    defer { interrupt.end() }
    // Runs that have begun are finished.
    let stop = SignalRequest(SIGTERM) { worker.stop() }
    defer { stop.end() }
    CrashNotice.publish { worker.publishCrash($0) ? .tryAgain : .unfinished }
    let report = try LongWork.watch(monitor, arms: 1, quiet: quiet) { () throws(WorkFailure) in
      try worker.work(jobs: threads)
    }
    StandardStream.output.printLine(
      "shard \(shard.index)/\(shard.count): \(report.run) run, \(report.known) already there,"
        + " \(report.failed) failed"
        + (report.unreadable.isEmpty ? "" : ", \(report.unreadable.count) unreadable")
        + (report.left > 0 ? ", \(report.left) left" : ""))
    return report
  }
}
