internal import FeedMetrics
internal import Scenarios
internal import Synchronization
package import SyntheticSociety

/// How the verdicts of an experiment change with the behaviour of the people: the same comparison in
/// many plausible societies.
public struct SensitivityAnalysis: Sendable {
  public let design: SensitivityDesign
  package let experiment: Experiment

  /// - Parameters:
  ///   - experiment: What is compared; its worlds, at least two, are those of each society.
  ///   - parameters: What moves, at least one and none twice; a scenario's own values give way.
  ///   - trajectories: How often each parameter moves; 2 at least for standard errors.
  ///   - levels: How many values of each parameter are tried; even.
  public init(
    _ experiment: Experiment, parameters: [PlausibleRange] = PlausibleRange.all,
    trajectories: Int = SensitivityDesign.defaultTrajectories,
    levels: Int = SensitivityDesign.defaultLevels
  ) {
    self.experiment = experiment
    design = SensitivityDesign(
      experiment.design, parameters: parameters,
      ownValues: parameters.map { experiment.scenario.parameters[keyPath: $0.parameter.path] },
      trajectories: trajectories, levels: levels)
  }

  /// Lets every arm live in every world of every society.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds live at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - monitor: Tells how far the analysis has come, and ends it.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(ExperimentFailure) -> SensitivityResults {
    try run(
      jobs: jobs, monitor: monitor, solve: SolvedIntercepts.init(for:),
      live: experiment.living(hasScopes: false))
  }

  /// The same with other ways to solve the intercepts and to live, for tests.
  package func run(
    jobs: Int, monitor: ExperimentMonitor,
    solve: @escaping @Sendable (WorldRun) -> SolvedIntercepts = { _ in SolvedIntercepts() },
    live: @escaping LivingWorld
  ) throws(ExperimentFailure) -> SensitivityResults {
    let intercepts = InterceptsBySociety()
    monitor.begin(runs: design.runs, secondsEach: design.experiment.days * 86_400)
    let queue = RunQueue(
      places: (0..<design.societies).map { .society($0) }, worlds: 0..<design.experiment.worlds,
      arms: design.experiment.arms.count, metrics: design.experiment.metrics.map(\.id),
      monitor: monitor, live: live
    ) { society, world, arm in
      let unsolved = self.run(
        experiment.run(world: world, arm: arm, SolvedIntercepts()), in: society)
      var run = unsolved
      run.intercepts = intercepts.solved(for: society) { solve(unsolved) }
      return run
    }
    queue.work(threads: min(jobs, design.runs))
    return SensitivityResults(design: design, outcomes: try queue.outcomes())
  }

  /// What an arm lives through in a world of a society, with intercepts that are not solved yet.
  ///
  /// - Parameters:
  ///   - arm: The name of an arm; `nil` is the answer for others.
  ///   - world: Its number among all worlds of the society's seed.
  package func run(of arm: String, world: UInt32, in society: Int) -> WorldRun? {
    experiment.run(of: arm, world: world, SolvedIntercepts()).map { run($0, in: society) }
  }

  private func run(_ run: WorldRun, in society: Int) -> WorldRun {
    var run = run
    run.seed = design.seed(of: society)
    for (range, value) in zip(design.parameters, design.values(of: society)) {
      run.parameters[keyPath: range.parameter.path] = value
    }
    return run
  }
}

/// The intercepts of the societies, each solved by the first thread that asks.
///
/// Threads that ask at the same time solve it twice, to the same numbers.
package final class InterceptsBySociety: Sendable {
  private let intercepts = Mutex<[Int: SolvedIntercepts]>([:])

  package init() {}

  package func solved(for society: Int, solve: () -> SolvedIntercepts) -> SolvedIntercepts {
    if let known = intercepts.withLock({ $0[society] }) { return known }
    let solved = solve()
    intercepts.withLock { $0[society] = solved }
    return solved
  }
}
