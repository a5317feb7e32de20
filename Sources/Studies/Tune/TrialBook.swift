internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// All sets of values that have been tried, with their simulated worlds.
///
/// The first trial is the incumbent.
struct TrialBook {
  let design: TuningDesign
  let runs: TrialRuns
  private(set) var trials: [TuningTrial] = []
  private var numbers: [[Double]: Int] = [:]
  /// Runs simulated so far for all trials, by space.
  private(set) var spent: [WorldSpace: Int] = [:]
  /// The baseline arm of the scenario, as a trial without values; `nil` if it is the tuned arm.
  private(set) var baseline: TuningTrial?
  /// The trials of the search in the order in which they were first simulated.
  private(set) var simulated: [Int] = []
  /// The steps of the search: its runs and the number of simulated trials until then.
  private(set) var steps: [(stage: TuningResults.Stage, worlds: Int, trials: Int)] = []

  init(_ design: TuningDesign, runs: TrialRuns) {
    self.design = design
    self.runs = runs
    baseline = design.baseline.map { _ in TuningTrial([]) }
    _ = trial(of: design.space.incumbentValues)
  }

  static let incumbent = 0

  /// Runs that the search may still simulate.
  var budget: Int { design.tuning.budget - spent[.train, default: 0] }

  /// The trial of a point: an existing one if it has the same values, otherwise a new one.
  mutating func trial(at point: [Double]) -> Int {
    trial(of: design.space.values(at: point))
  }

  private mutating func trial(of values: [Double]) -> Int {
    if let number = numbers[values] { return number }
    trials.append(TuningTrial(values))
    numbers[values] = trials.count - 1
    return trials.count - 1
  }

  func point(of trial: Int) -> [Double] { design.space.point(of: trials[trial].values) }

  /// Runs that are missing until each of these trials has the first `worlds` worlds of the search.
  func cost(of trials: [Int], upTo worlds: Int) -> Int {
    Set(trials).reduce(0) { $0 + max(0, worlds - self.trials[$1].worlds) }
  }

  /// Simulates trials in the worlds that they lack.
  ///
  /// - Parameters:
  ///   - hasBaseline: Whether the baseline arm is simulated there too, if the scenario has one.
  ///   - generations: Trials that the search simulates in the same worlds next, whatever the outcome of these.
  ///     If these are not known yet, they are announced, so that a plan can hold several rounds.
  mutating func simulate(
    _ trials: [Int], in worlds: Range<Int>, of space: WorldSpace,
    withBaseline hasBaseline: Bool = false,
    foreseeing generations: [[Int]] = []
  ) throws(ExperimentFailure) {
    var missing = missing(trials, in: worlds, of: space)
    if hasBaseline, let baseline {
      missing += worlds.filter { baseline.row($0, in: space) == nil }.map { (nil, [], $0) }
    }
    guard !missing.isEmpty else { return }
    let rows: [[Double?]]
    do throws(ExperimentFailure) {
      rows = try runs.rows(of: missing, in: space)
    } catch {
      for generation in generations {
        runs.foresee(self.missing(generation, in: worlds, of: space), in: space)
      }
      throw error
    }
    for (run, row) in zip(missing, rows) {
      guard let trial = run.trial else {
        baseline?.keep(row, world: run.world, in: space)
        continue
      }
      if space == .train, self.trials[trial].worlds == 0 { simulated.append(trial) }
      self.trials[trial].keep(row, world: run.world, in: space)
    }
    spent[space, default: 0] += missing.count
    try checkIncumbent()
  }

  /// The runs that trials lack in worlds.
  private func missing(
    _ trials: [Int], in worlds: Range<Int>, of space: WorldSpace
  ) -> [TrialRuns.Run] {
    var missing: [TrialRuns.Run] = []
    for world in worlds {
      for trial in trials
      where self.trials[trial].row(world, in: space) == nil
        && !missing.contains(where: { $0.trial == trial && $0.world == world })
      {
        missing.append((trial, self.trials[trial].values, world))
      }
    }
    return missing
  }

  /// The incumbent, which all trials are compared with, must have every metric in some world of the search.
  private func checkIncumbent() throws(ExperimentFailure) {
    let worlds = 0..<trials[Self.incumbent].worlds
    guard !worlds.isEmpty, paired(worlds, in: .train).isEmpty,
      let row = trials[Self.incumbent].row(0, in: .train),
      let metric = zip(design.metrics, row).first(where: { $1 == nil })?.0
    else { return }
    throw .undefined(metric: metric.id, run: RunInProgress(arm: design.tuning.arm, world: 0))
  }

  /// Adds a step to the history, and reports the best feasible trial so far.
  mutating func note(_ stage: TuningResults.Stage) {
    steps.append((stage, spent[.train, default: 0], simulated.count))
    runs.context.monitor.report(design.progress(TrialEstimate.best(of: estimates), stage))
  }
}

/// Simulates sets of values in worlds.
struct TrialRuns: Sendable {
  let tuner: Tuner
  let context: StudyContext
  let intercepts: SolvedIntercepts

  /// A run of a trial or, without one, of the baseline arm.
  typealias Run = (trial: Int?, values: [Double], world: Int)

  /// Announces runs that come next.
  func foresee(_ runs: [Run], in space: WorldSpace) {
    context.elsewhere?.foresee?(runs.map { run($0, in: space) })
  }

  private func run(_ run: Run, in space: WorldSpace) -> WorldRun {
    run.trial.map { trial in
      tuner.run(of: run.values, trial: trial, world: run.world, in: space, intercepts)
    } ?? tuner.runOfBaseline(world: run.world, in: space, intercepts)
  }

  /// The metrics of runs, in their order.
  func rows(
    of runs: [Run], in space: WorldSpace
  ) throws(ExperimentFailure) -> [[Double?]] {
    let design = tuner.experiment.design
    let metrics = design.metrics.map(\.id)
    let monitor = context.monitor
    monitor.extend(runs: runs.count, secondsEach: design.days * 86_400)
    let simulate = context.simulation(of: tuner.experiment)
    let finite: RunSimulator = { run, shouldContinue throws(ExperimentFailure) in
      try simulate(run, shouldContinue)?.withoutInfinities
    }
    let known = context.store?.reusing(finite) ?? finite
    let losing: RunSimulator = { run, shouldContinue throws(ExperimentFailure) in
      do throws(ExperimentFailure) {
        return try known(run, shouldContinue)
      } catch {
        guard error.isRankerFailure, tuner.canLose(run) else { throw error }
        _ = shouldContinue(design.days * 86_400, 0)
        return WorldOutcome(
          arm: run.arm.name, world: WorldSpace.number(of: run.world), values: [:], digest: "",
          summary: WorldSummary())
      }
    }
    let queue = RunQueue(
      worlds: 0..<runs.count, arms: 1, metrics: metrics, monitor: monitor,
      simulate: losing
    ) { _, index, _ in run(runs[index], in: space) }
    queue.work(threads: min(context.jobs, runs.count))
    do throws(ExperimentFailure) {
      return try queue.outcomes().map { outcome in metrics.map { outcome.values[$0]?.value } }
    } catch .cancelled {
      // The message counts the runs of the whole tuning, not of this generation.
      let progress = monitor.progress
      throw .cancelled(finishedWorlds: progress.finishedRuns, worlds: progress.runs)
    }
  }
}

extension WorldOutcome {
  /// The outcome with `nil` for infinite values and NaN, so that a search can go on where values overflow.
  fileprivate var withoutInfinities: WorldOutcome {
    WorldOutcome(
      arm: arm, world: world,
      values: values.mapValues { value in
        MetricValue(value.value.flatMap { $0.isFinite ? $0 : nil }, support: value.support)
      }, digest: digest, summary: summary)
  }
}
