public import FeedMetrics
public import Scenarios
public import SyntheticSociety

/// Arms × worlds: each arm lives in the same parallel worlds, so that their differences are paired.
public struct Experiment: Sendable {
  public let design: ExperimentDesign
  /// Swaps behaviours of the people in all worlds for others; called with those that the scenario
  /// describes.
  public var adjustBehaviours: (@Sendable (inout Behaviours) -> Void)?
  /// In the order of the design.
  private let arms: [Arm]
  package let scenario: Scenario

  /// The experiment that a scenario describes, or another choice of its arms and worlds.
  ///
  /// - Parameters:
  ///   - baseline: An arm of the scenario; the scenario's own when `nil`.
  ///   - candidates: Arms of the scenario, none twice. When `nil`, those of the scenario, or, for
  ///     another baseline than the scenario's, the other arms that the scenario compares.
  ///   - worlds: How many; the scenario's own number when `nil`.
  ///   - metrics: What to measure, in the order of the catalogue.
  public init(
    _ scenario: Scenario, baseline: String? = nil, candidates: [String]? = nil,
    worlds: Int? = nil, metrics: [MetricDefinition] = MetricCatalogue.all
  ) {
    let compared = [scenario.comparison.baseline] + scenario.comparison.candidates
    let baseline = baseline ?? scenario.comparison.baseline
    design = ExperimentDesign(
      scenario: scenario.name, scenarioDigest: scenario.digest,
      resolvedScenario: scenario.resolved, seed: scenario.seed,
      members: Int(scenario.parameters.world.members), days: scenario.parameters.world.days,
      warmUpDays: scenario.parameters.world.warmUpDays, baseline: baseline,
      candidates: candidates ?? compared.filter { $0 != baseline },
      worlds: worlds ?? scenario.comparison.worlds, metrics: metrics,
      margins: Dictionary(uniqueKeysWithValues: scenario.margins.map { ($0.metric, $0.size) }))
    self.scenario = scenario
    arms = design.arms.map { name in
      let arm = scenario.arms.first { $0.name == name }
      precondition(arm != nil, "the scenario has no arm \(name)")
      return arm!
    }
  }

  /// Lets every arm live in every world.
  ///
  /// The results hold no realism card; ``realismCard(of:intercepts:)`` makes it.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds live at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - monitor: Tells how far the experiment has come, and ends it.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws(ExperimentFailure) -> ExperimentResults {
    let intercepts = SolvedIntercepts(for: run(world: 0, arm: 0, SolvedIntercepts()))
    return try run(
      jobs: jobs, monitor: monitor, intercepts: intercepts, live: WorldOutcome.init(living:goOn:))
  }

  /// The same with another way to live, for tests.
  package func run(
    jobs: Int, monitor: ExperimentMonitor, intercepts: SolvedIntercepts = SolvedIntercepts(),
    live: @escaping LivingWorld
  ) throws(ExperimentFailure) -> ExperimentResults {
    let count = design.worlds * arms.count
    monitor.begin(runs: count, secondsEach: design.days * 86_400)
    let queue = RunQueue(
      worlds: design.worlds, arms: arms.count, monitor: monitor, live: live
    ) { _, world, arm in run(world: world, arm: arm, intercepts) }
    queue.work(threads: min(jobs, count))
    return ExperimentResults(
      design: design, intercepts: intercepts, outcomes: try queue.outcomes())
  }

  /// What an arm of the design lives through in a world.
  func run(world: Int, arm: Int, _ intercepts: SolvedIntercepts) -> WorldRun {
    var run = WorldRun(
      parameters: scenario.parameters, graph: scenario.graph, arm: arms[arm],
      seed: scenario.seed, world: UInt32(world))
    run.adjustBehaviours = adjustBehaviours
    run.intercepts = intercepts
    return run
  }
}
