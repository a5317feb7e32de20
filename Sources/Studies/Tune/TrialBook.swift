internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SyntheticSociety

/// All sets of values that have been tried, and how they live in worlds.
///
/// The first trial has the present values.
struct TrialBook {
  let design: TuningDesign
  let lives: TrialLives
  private(set) var trials: [TuningTrial] = []
  private var numbers: [[Double]: Int] = [:]
  /// Worlds lived through under all trials.
  private(set) var spent: [WorldSpace: Int] = [:]
  /// How the best so far did, after so many worlds.
  private(set) var course: [TuningResults.Course] = []

  init(_ design: TuningDesign, lives: TrialLives) {
    self.design = design
    self.lives = lives
    _ = trial(of: design.space.presentValues)
  }

  static let present = 0

  /// Worlds that the search may still live through.
  var budget: Int { design.tuning.budget - spent[.train, default: 0] }

  /// The trial of a point; one that has its values already.
  mutating func trial(at point: [Double]) -> Int {
    trial(of: design.space.values(at: point))
  }

  private mutating func trial(of values: [Double]) -> Int {
    if let number = numbers[values] { return number }
    trials.append(TuningTrial(values))
    numbers[values] = trials.count - 1
    return trials.count - 1
  }

  /// The point of a trial.
  func point(of trial: Int) -> [Double] { design.space.point(of: trials[trial].values) }

  /// What it would cost to let trials live in the first so many worlds of the search.
  func cost(of trials: [Int], upTo worlds: Int) -> Int {
    Set(trials).reduce(0) { $0 + max(0, worlds - self.trials[$1].worlds) }
  }

  /// Lets trials live in worlds that they have not lived in yet.
  ///
  /// - Parameter generations: Of trials that live in the same worlds next, whatever becomes of these: told to
  ///   who wants to know of them early.
  mutating func live(
    _ trials: [Int], in worlds: Range<Int>, of space: WorldSpace,
    foreseeing generations: [[Int]] = []
  ) throws(ExperimentFailure) {
    let missing = missing(trials, in: worlds, of: space)
    guard !missing.isEmpty else { return }
    let rows: [[Double?]]
    do throws(ExperimentFailure) {
      rows = try lives.rows(of: missing, in: space)
    } catch {
      for generation in generations {
        lives.foresee(self.missing(generation, in: worlds, of: space), in: space)
      }
      throw error
    }
    for (run, row) in zip(missing, rows) {
      self.trials[run.trial].keep(row, world: run.world, in: space)
      if run.trial == Self.present { try checkPresent(row, world: run.world) }
    }
    spent[space, default: 0] += missing.count
  }

  /// The runs that trials lack in worlds.
  private func missing(
    _ trials: [Int], in worlds: Range<Int>, of space: WorldSpace
  ) -> [TrialLives.Run] {
    var missing: [TrialLives.Run] = []
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

  /// The present values, which all others are held against, must have every metric in every world.
  private func checkPresent(_ row: [Double?], world: Int) throws(ExperimentFailure) {
    for (metric, value) in zip(design.metrics, row) where value == nil {
      throw .undefined(
        metric: metric.id, run: RunInProgress(arm: design.tuning.arm, world: world))
    }
  }

  /// Remembers how far the search has come.
  mutating func note(_ stage: TuningResults.Stage, best trial: Int) {
    let standing = standing(of: trial)
    course.append(
      TuningResults.Course(
        stage: stage, worlds: spent[.train, default: 0], trial: trial,
        gain: standing.gains.first ?? nil, isFeasible: standing.isFeasible))
    lives.tell(course[course.count - 1], design)
  }
}

/// How sets of values live in worlds.
struct TrialLives: Sendable {
  let tuner: Tuner
  let context: StudyContext
  let intercepts: SolvedIntercepts

  typealias Run = (trial: Int, values: [Double], world: Int)

  /// Tells of runs that come next.
  func foresee(_ runs: [Run], in space: WorldSpace) {
    context.elsewhere?.foresee?(runs.map { run($0, in: space) })
  }

  private func run(_ run: Run, in space: WorldSpace) -> WorldRun {
    tuner.run(of: run.values, trial: run.trial, world: run.world, in: space, intercepts)
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
    let searched: RunSimulator = { run, shouldContinue throws(ExperimentFailure) in
      try simulate(run, shouldContinue)?.withoutInfinities
    }
    let queue = RunQueue(
      worlds: 0..<runs.count, arms: 1, metrics: metrics, monitor: monitor,
      simulate: context.store?.reusing(searched) ?? searched
    ) { _, index, _ in run(runs[index], in: space) }
    queue.work(threads: min(context.jobs, runs.count))
    do throws(ExperimentFailure) {
      return try queue.outcomes().map { outcome in metrics.map { outcome.values[$0]?.value } }
    } catch .cancelled {
      // Told of the tuning, not of these runs.
      let progress = monitor.progress
      throw .cancelled(finishedWorlds: progress.finishedRuns, worlds: progress.runs)
    }
  }

  /// Says what is best so far to who watches.
  func tell(_ course: TuningResults.Course, _ design: TuningDesign) {
    context.monitor.report(course.summary(design))
  }
}

extension WorldOutcome {
  /// The same in which what is no number is undefined: who searches must not end where values fail.
  fileprivate var withoutInfinities: WorldOutcome {
    WorldOutcome(
      arm: arm, world: world,
      values: values.mapValues { value in
        MetricValue(value.value.flatMap { $0.isFinite ? $0 : nil }, support: value.support)
      }, digest: digest, summary: summary)
  }
}
