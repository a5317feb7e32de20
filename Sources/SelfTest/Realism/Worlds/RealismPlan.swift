internal import Experiments
internal import Synchronization
internal import SyntheticSociety

/// Simulates worlds and measures them against all published figures.
package struct RealismPlan: Sendable {
  package let worlds: [RealismWorld]
  package let figures: [PublishedFigure]
  /// Replications of each world, at least two, so that there are intervals.
  package let replications: Int

  package init(
    _ worlds: [RealismWorld], figures: [PublishedFigure] = PublishedFigures.all, replications: Int
  ) {
    precondition(replications >= 2, "\(replications) replications have no interval")
    self.worlds = worlds
    self.figures = figures
    self.replications = replications
  }

  /// The number of replications in a full and in a quick test.
  package static func replications(_ setting: SelfTestSetting) -> Int { setting.share < 1 ? 2 : 4 }

  /// A run of one world.
  private struct PlannedRun {
    let world: Int
    let exposure: PublishedFigure.Exposure
    let replication: Int
  }

  /// Simulates each replication of each world under the ranker and in random order; one run gives all
  /// figures of its exposure.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are simulated at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - report: Called by any of the threads, one at a time, whenever a run has ended.
  package func run(
    jobs: Int, report: @escaping @Sendable (SelfTestPlan.Progress) -> Void = { _ in }
  ) -> RealismReport {
    let worlds = worlds
    let intercepts = parallel(worlds.count, jobs: jobs) { SolvedIntercepts(for: worlds[$0].run) }
    let plannedRuns = plannedRuns
    let figures = figures
    let finished = Mutex(0)
    let values = parallel(plannedRuns.count, jobs: jobs) { index in
      let planned = plannedRuns[index]
      let values = worlds[planned.world].values(
        of: figures, planned.exposure, replication: planned.replication, intercepts[planned.world])
      finished.withLock {
        $0 += 1
        report(
          SelfTestPlan.Progress(
            finished: $0, checks: plannedRuns.count, underWay: [worlds[planned.world].name]))
      }
      return values
    }
    return self.report(plannedRuns, values)
  }

  /// The runs, the last worlds first, because real graphs take longest.
  private var plannedRuns: [PlannedRun] {
    worlds.indices.reversed().flatMap { world in
      [PublishedFigure.Exposure.ranked, .random].flatMap { exposure in
        (0..<replications).map { PlannedRun(world: world, exposure: exposure, replication: $0) }
      }
    }
  }

  /// - Parameter values: The values of each figure, by planned run.
  private func report(_ plannedRuns: [PlannedRun], _ values: [[Double?]]) -> RealismReport {
    RealismReport(
      figures: figures,
      worlds: worlds.enumerated().map { index, world in
        let runs = plannedRuns.indices.filter { plannedRuns[$0].world == index }
        let columns = figures.indices.map { figure in runs.compactMap { values[$0][figure] } }
        return RealismReport.World(world, replications: replications, columns)
      })
  }
}
