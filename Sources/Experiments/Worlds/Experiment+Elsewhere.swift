internal import FeedMetrics
package import Scenarios
package import SyntheticSociety

/// Where worlds are lived through somewhere else than where they are asked for.
extension Experiment {
  /// The experiment of a design, as it is told where worlds are lived through.
  ///
  /// - Parameters:
  ///   - design: One that an experiment of this scenario had.
  ///   - scenario: Its scenario, or the resolved form of it.
  /// - Throws: When the scenario is not the one that the design is of.
  package init(restoring design: ExperimentDesign, of scenario: Scenario) throws(ForeignDesign) {
    let yardsticks = Yardstick.allCases.map(\.rawValue)
    let names = Set(scenario.arms.map(\.name))
    guard design.scenario == scenario.name, design.seed == scenario.seed,
      design.arms.allSatisfy({ names.contains($0) || yardsticks.contains($0) })
    else { throw ForeignDesign() }
    self.init(
      measuring: scenario, arms: design.arms, worlds: design.worlds,
      metrics: design.metrics + design.tables)
    self.design.baseline = design.baseline
    if design.hasYardsticks {
      do throws(YardstickConflict) { try addYardsticks() } catch { throw ForeignDesign() }
    }
    if let liveDesign = design.liveDesign {
      do throws(LiveTestConflict) { try addLiveTests(liveDesign) } catch { throw ForeignDesign() }
    }
    self.design = design
  }

  /// What an arm of the design lives through in a world.
  ///
  /// - Parameter arm: The name of an arm, yardstick or live test; `nil` is the answer for others.
  package func run(
    of arm: String, world: UInt32, _ intercepts: SolvedIntercepts
  ) -> WorldRun? {
    guard let index = arms.firstIndex(where: { $0.arm.name == arm }) else { return nil }
    var run = run(arms[index].arm, world: world, intercepts)
    run.liveTest = arms[index].liveTest
    return run
  }

  /// A run of each arm, yardstick and live test that lives in each world, whose intercepts are not known.
  package var firstRuns: [WorldRun] {
    arms.indices.map { run(world: 0, arm: $0, SolvedIntercepts()) }
  }

  /// What an arm that is not of the design lives through in a world.
  package func run(
    of arm: Arm, world: UInt32, _ intercepts: SolvedIntercepts
  ) -> WorldRun { run(arm, world: world, intercepts) }

  /// Lives through a run, as ``run(jobs:monitor:store:)`` would.
  ///
  /// - Parameters:
  ///   - place: What it lives in, or with, where that is more than one thing.
  ///   - hasScopes: Whether metrics are told by surface, ranker and day too.
  ///   - goOn: Asked once a simulated hour; `false` ends the run.
  /// - Returns: `nil` when `goOn` ended it.
  /// - Throws: Also when a metric is no number.
  package func outcome(
    of run: WorldRun, at place: LifeInProgress.Place? = nil, hasScopes: Bool,
    goOn: (_ seconds: Double, _ impressions: Int) -> Bool = { _, _ in true }
  ) throws(ExperimentFailure) -> WorldOutcome? {
    let life = LifeInProgress(
      arm: run.arm.name, world: WorldSpace.number(of: run.world), place: place)
    let live = living(hasScopes: hasScopes)
    let result = LifeInProgress.$current.withValue(life) {
      Result<WorldOutcome?, ExperimentFailure> { () throws(ExperimentFailure) in
        try live(run, goOn)
      }
    }
    guard let outcome = try result.get() else { return nil }
    if let failure = outcome.failure(of: life, design.metrics.map(\.id)) { throw failure }
    return outcome
  }

  /// What worlds found that have been lived through elsewhere.
  ///
  /// - Parameters:
  ///   - intercepts: Those that all of them had.
  ///   - live: What came of a run; `nil` where that is not known. It is asked for all runs that are wanted
  ///     until a look, before it is known whether the experiment goes on.
  /// - Throws: `cancelled` where runs are not known.
  package func results(
    intercepts: SolvedIntercepts, monitor: ExperimentMonitor = ExperimentMonitor(),
    live: @escaping LivingWorld
  ) throws(ExperimentFailure) -> ExperimentResults {
    try run(jobs: 1, monitor: monitor, intercepts: intercepts, store: nil, live: live)
  }

  /// The intercepts of all worlds.
  package func solvedIntercepts() -> SolvedIntercepts { intercepts(nil) }
}

/// A design that is of another scenario.
package struct ForeignDesign: Error, Hashable, Sendable {
  package init() {}
}
