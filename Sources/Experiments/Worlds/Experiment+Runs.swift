package import DataFiles
internal import FeedMetrics
package import Scenarios
package import SocialFeed
package import SyntheticSociety

/// Single runs of an experiment, for programs that simulate them elsewhere or reuse their outcomes.
extension Experiment {
  /// Restores an experiment from its design.
  ///
  /// - Parameters:
  ///   - design: The design of an experiment of this scenario.
  ///   - scenario: The design's scenario, or its resolved form.
  /// - Throws: When the design belongs to another scenario.
  package init(restoring design: ExperimentDesign, of scenario: Scenario) throws(DesignMismatch) {
    let references = ReferenceRanker.allCases.map(\.rawValue)
    let names = Set(scenario.arms.map(\.name))
    guard design.scenario == scenario.name, design.seed == scenario.seed,
      design.arms.allSatisfy({ names.contains($0) || references.contains($0) })
    else { throw DesignMismatch() }
    self.init(
      measuring: scenario, arms: design.arms, worlds: design.worlds,
      metrics: design.metrics + design.tables)
    self.design.baseline = design.baseline
    if design.hasReferenceRankers {
      do throws(ReferenceRankerConflict) { try addReferenceRankers() } catch {
        throw DesignMismatch()
      }
    }
    if let liveDesign = design.liveDesign {
      do throws(LiveTestConflict) { try addLiveTests(liveDesign) } catch { throw DesignMismatch() }
    }
    self.design = design
    if !design.headroomArms.isEmpty {
      addHeadroomArms()
      guard self.design.headroomArms == design.headroomArms else { throw DesignMismatch() }
      self.design = design
    }
  }

  /// The run of an arm of the design in a world.
  ///
  /// - Parameter arm: The name of an arm, reference ranker or live test.
  /// - Returns: `nil` for other names.
  package func run(
    of arm: String, world: UInt32, _ intercepts: SolvedIntercepts
  ) -> WorldRun? {
    guard let found = (arms + headroomArms).first(where: { $0.arm.name == arm }) else { return nil }
    var run = run(found.arm, world: world, intercepts)
    run.liveTest = found.liveTest
    return run
  }

  /// A run of each arm, reference ranker and live test of the experiment, without intercepts, in the order of
  /// ``ExperimentDesign/storedArms``.
  package var firstRuns: [WorldRun] {
    arms.indices.map { run(world: 0, arm: $0, SolvedIntercepts()) }
      + headroomArms.map { run($0.arm, world: space.world(0), SolvedIntercepts()) }
  }

  /// The run of an arm that is not in the design.
  package func run(
    of arm: Arm, world: UInt32, _ intercepts: SolvedIntercepts
  ) -> WorldRun { run(arm, world: world, intercepts) }

  /// Simulates a run, as ``run(jobs:monitor:store:)`` would.
  ///
  /// - Parameters:
  ///   - setting: The community or point of the run, in an analysis that has several.
  ///   - hasScopes: Whether metrics are reported by surface, ranker and day too.
  ///   - shouldContinue: Called once a simulated hour; `false` ends the run.
  /// - Returns: `nil` when `shouldContinue` ended the run.
  /// - Throws: Also when a metric is not a finite number.
  package func outcome(
    of run: WorldRun, at setting: RunInProgress.Setting? = nil, hasScopes: Bool,
    shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool = { _, _ in true }
  ) throws(ExperimentFailure) -> WorldOutcome? {
    let current = RunInProgress(
      arm: run.arm.name, world: WorldSpace.number(of: run.world), setting: setting)
    let simulate = simulator(hasScopes: hasScopes)
    let result = RunInProgress.$current.withValue(current) {
      Result<WorldOutcome?, ExperimentFailure> { () throws(ExperimentFailure) in
        try simulate(run, shouldContinue)
      }
    }
    guard let outcome = try result.get() else { return nil }
    if let failure = outcome.failure(of: current, design.metrics.map(\.id)) { throw failure }
    return outcome
  }

  /// The results of worlds that have been simulated elsewhere.
  ///
  /// - Parameters:
  ///   - intercepts: The intercepts of all runs.
  ///   - simulate: Returns the outcome of a run; `nil` where it is not known. It is called for all runs
  ///     until a look before the look decides whether the experiment continues.
  /// - Throws: `cancelled` where outcomes are not known.
  package func results(
    intercepts: SolvedIntercepts, monitor: ExperimentMonitor = ExperimentMonitor(),
    simulate: @escaping RunSimulator
  ) throws(ExperimentFailure) -> ExperimentResults {
    try run(jobs: 1, monitor: monitor, intercepts: intercepts, store: nil, simulate: simulate)
  }
}

/// A design that belongs to another scenario.
package struct DesignMismatch: Error, Hashable, Sendable {
  package init() {}
}

extension Experiment {
  /// Everything that the outcomes of an arm depend on besides the world's number and the program: the
  /// simulated community, the arm, and what is measured.
  ///
  /// Custom behaviours and custom metrics are part of the program; the dependencies record that they
  /// exist, not what they do.
  ///
  /// - Parameter name: An arm, reference ranker or live test of the experiment.
  package func dependencies(of name: String) -> JSONValue {
    guard let found = (arms + headroomArms).first(where: { $0.arm.name == name }) else {
      preconditionFailure("the experiment has no arm \(name)")
    }
    return dependencies(of: found.arm, found.liveTest, pool: scenario.parameters.pool)
  }

  /// Everything that the outcome of a run depends on besides the world's number and the program. The
  /// run's arm need not be in the design.
  package func dependencies(of run: WorldRun) -> JSONValue {
    dependencies(of: run.arm, run.liveTest, pool: run.parameters.pool)
  }

  /// - Parameter pool: The candidates of home that are usual in the run's community.
  private func dependencies(
    of arm: Arm, _ liveTest: LiveTest?, pool: FeedPool
  ) -> JSONValue {
    let test = liveTest.map { test in
      JSONValue.object([
        "design": .string(test.design.summary),
        "candidate": scenario.dependencies(of: test.candidate),
      ])
    }
    var members: [String: JSONValue] = [
      "scenario": scenario.dependencies(of: arm), "live_test": test ?? .null,
      "metrics": .array((design.metrics + design.tables).map { .string($0.id) }),
      "sampled_members": .whole(UInt64(design.sampledMembers)),
      "antithetic": .bool(design.isAntithetic),
      "own_behaviours": .bool(adjustBehaviours != nil),
    ]
    // Other communities have other norms, also under an arm with candidates of its own.
    if pool != scenario.parameters.pool { members["pool"] = Scenario.definition(of: pool) }
    // Pages that nothing else names are named by their tapes.
    if let tapes, tapes.direction == .replay, Self.unidentifiedRanker(of: arm, liveTest) != nil {
      members["tapes"] = .string(tapes.digest(ofArm: arm.name))
    }
    return .object(members)
  }

  /// The arm of a run with an external ranker whose digest lacks something, and that ranker: the run's
  /// outcome depends on what ``dependencies(of:)-(WorldRun)`` does not have. `nil` for other runs, and for those whose pages
  /// are replayed.
  package func unidentifiedRanker(
    of run: WorldRun
  ) -> (arm: String, ranker: UnidentifiedRanker)? {
    tapes?.direction == .replay ? nil : Self.unidentifiedRanker(of: run.arm, run.liveTest)
  }

  private static func unidentifiedRanker(
    of arm: Arm, _ liveTest: LiveTest?
  ) -> (arm: String, ranker: UnidentifiedRanker)? {
    for arm in [arm, liveTest?.candidate].compactMap(\.self) {
      if let ranker = arm.unidentifiedRanker { return (arm.name, ranker) }
    }
    return nil
  }
}
