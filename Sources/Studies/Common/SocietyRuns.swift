package import Experiments
internal import FeedMetrics
internal import Synchronization
package import SyntheticSociety

extension StudyContext {
  /// Simulates every arm of an experiment in worlds of several communities. Each community's intercepts are solved
  /// once.
  ///
  /// - Parameters:
  ///   - worlds: The number of worlds of each community.
  ///   - changed: Makes the run of a community from a run of the scenario's own.
  /// - Returns: The outcomes in the order of the communities, within one in the order of its worlds, and within a world
  ///   in the order of the arms.
  package func outcomes(
    of experiment: Experiment, inSocieties worlds: [Int],
    _ changed: @escaping @Sendable (_ run: WorldRun, _ society: Int) -> WorldRun
  ) throws(ExperimentFailure) -> [WorldOutcome] {
    let design = experiment.design
    // Societies may differ in their number of worlds, so that each world is a setting of its own.
    let settings = worlds.enumerated().flatMap { society, worlds in
      (0..<worlds).map { (society: society, world: $0) }
    }
    let runs = settings.count * design.arms.count
    let intercepts = InterceptsBySociety()
    monitor.begin(runs: runs, secondsEach: design.days * 86_400)
    let queue = RunQueue(
      settings: settings.map { .society($0.society) }, worlds: 0..<1, arms: design.arms.count,
      metrics: design.metrics.map(\.id), monitor: monitor, simulate: simulationOfMissing(experiment)
    ) { index, _, arm in
      let (society, world) = settings[index]
      let unsolved = changed(experiment.run(world: world, arm: arm, SolvedIntercepts()), society)
      var run = unsolved
      run.intercepts = intercepts.solved(for: society) { self.solve(unsolved) }
      return run
    }
    queue.work(threads: min(jobs, runs))
    return try queue.outcomes()
  }
}

/// The intercepts of the communities, each solved by the first thread that needs them.
///
/// Threads that need them at the same time solve them twice, with the same result.
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
