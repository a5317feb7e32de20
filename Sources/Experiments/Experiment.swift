public import FeedMetrics
public import Scenarios
public import SyntheticSociety

/// Arms × worlds: each arm lives in the same parallel worlds, so that their differences are paired.
public struct Experiment: Sendable {
  public internal(set) var design: ExperimentDesign
  /// Swaps behaviours of the people in all worlds for others; called with those that the scenario
  /// describes.
  public var adjustBehaviours: (@Sendable (inout Behaviours) -> Void)? {
    didSet {
      // Whatever they do, the true means of what comes from outside are no longer known.
      if adjustBehaviours != nil { design.exogenousMeans = nil }
    }
  }
  /// Where its worlds come from.
  package var space = WorldSpace.compare
  /// In the order of the design, then the yardsticks and the live tests.
  package var arms: [LivingArm]
  private var ownMetrics: [OwnMetricMaker] = []
  /// What is written as traces; set by ``trace(to:world:)``.
  var tracing: TraceRequest?
  /// Told where the time of ``run(jobs:monitor:store:)`` goes. All worlds are then lived through, known or
  /// not.
  public var profiler: RunProfiler?
  package let scenario: Scenario

  /// The comparison that a scenario describes, or another choice of its arms and worlds.
  ///
  /// - Parameters:
  ///   - baseline: An arm of the scenario; the scenario's own when `nil`.
  ///   - candidates: Arms of the scenario, none twice. When `nil`, those of the scenario, or, for
  ///     another baseline than the scenario's, the other arms that the scenario compares.
  ///   - worlds: How many, whatever they show; when `nil`, as many as it takes or so many, as the
  ///     scenario says.
  ///   - metrics: What to measure, in the order of the catalogue; when `nil`, the core and those that
  ///     the scenario names.
  public init(
    _ scenario: Scenario, baseline: String? = nil, candidates: [String]? = nil,
    worlds: Int? = nil, metrics: [MetricDefinition]? = nil
  ) {
    let compared = [scenario.comparison.baseline] + scenario.comparison.candidates
    let baseline = baseline ?? scenario.comparison.baseline
    let candidates = candidates ?? compared.filter { $0 != baseline }
    self.init(
      scenario, arms: [baseline] + candidates, baseline: baseline,
      plan: worlds.map { .fixed($0) } ?? WorldPlan(scenario.comparison.replications),
      metrics: metrics ?? MetricSet.core.metrics(for: scenario))
  }

  /// An experiment that measures arms of a scenario and compares nothing.
  ///
  /// - Parameters:
  ///   - arms: Arms of the scenario, none twice; all of them when `nil`.
  ///   - worlds: How many; when `nil` as many as a comparison would have at its first look.
  ///   - metrics: What to measure, in the order of the catalogue, its tables last; all of them when
  ///     `nil`.
  public init(
    measuring scenario: Scenario, arms: [String]? = nil, worlds: Int? = nil,
    metrics: [MetricDefinition]? = nil
  ) {
    self.init(
      scenario, arms: arms ?? scenario.arms.map(\.name), baseline: nil,
      plan: .fixed(worlds ?? scenario.comparison.replications.least),
      metrics: metrics ?? MetricSet.all.metrics(for: scenario))
  }

  private init(
    _ scenario: Scenario, arms: [String], baseline: String?, plan: WorldPlan,
    metrics: [MetricDefinition]
  ) {
    design = ExperimentDesign(
      scenario: scenario.name, scenarioDigest: scenario.digest,
      resolvedScenario: scenario.resolved, seed: scenario.seed,
      members: Int(scenario.parameters.world.members), days: scenario.parameters.world.days,
      warmUpDays: scenario.parameters.world.warmUpDays, arms: arms, baseline: baseline,
      worlds: plan.firstLook, metrics: metrics.filter { !$0.isTable },
      tables: metrics.filter(\.isTable),
      margins: Dictionary(uniqueKeysWithValues: scenario.margins.map { ($0.metric, $0.size) }),
      questions: scenario.comparison.questions)
    design.plan = plan
    design.isAntithetic = scenario.comparison.isAntithetic
    design.exogenousMeans = scenario.parameters.exogenousMeans
    self.scenario = scenario
    self.arms = arms.map { LivingArm(arm: scenario.arm($0)) }
  }

  /// Ends the experiment otherwise than the scenario says.
  public mutating func end(by plan: WorldPlan) {
    design.plan = plan
    design.worlds = plan.firstLook
  }

  /// Asks something else than the scenario does, or at another risk.
  ///
  /// - Parameters:
  ///   - questions: About metrics of the experiment.
  ///   - margins: Smallest effects that matter, by metric, in place of the scenario's of these metrics.
  public mutating func ask(
    _ questions: Scenario.Questions, margins: [String: Scenario.Margin.Size] = [:]
  ) {
    design.questions = questions
    design.margins.merge(margins) { $1 }
  }

  /// Lets the yardsticks live in each world too: arms named `random` and `ideal`, which order the
  /// surfaces on which the scenario's arms differ (when they do not, home and whatever they order
  /// otherwise than by default) and are as its baseline otherwise. They are not compared with anything.
  ///
  /// An arm that is the same as the yardstick of its name stands for it and lives once.
  ///
  /// - Throws: When an arm of the experiment has the name of a yardstick and is none.
  public mutating func addYardsticks() throws(YardstickConflict) {
    guard !design.hasYardsticks else { return }
    var added: [LivingArm] = []
    for yardstick in Yardstick.allCases {
      let arm = yardstick.arm(
        like: scenario.arm(scenario.comparison.baseline), among: scenario.arms)
      guard let namesake = arms.first(where: { $0.arm.name == arm.name }) else {
        added.append(LivingArm(arm: arm))
        continue
      }
      if let conflict = yardstick.conflict(of: namesake.arm, with: arm) { throw conflict }
    }
    arms += added
    design.hasYardsticks = true
  }

  /// Takes metrics of pairs over so many members at most, chosen by keyed draws.
  ///
  /// - Precondition: `members` is not negative.
  public mutating func sampleMembers(_ members: Int) {
    precondition(members >= 0, "a sample of \(members) members")
    design.sampledMembers = members
  }

  /// Measures something of one's own too.
  ///
  /// - Parameter make: Makes the metric, once for each run.
  /// - Precondition: No metric of FeedLab and none of the experiment has its id.
  public mutating func measure<Metric: OwnMetric>(_ make: @escaping @Sendable () -> Metric) {
    let definition = Metric.definition
    let known = MetricCatalogue.all + MetricCatalogue.tables + design.metrics
    precondition(
      !known.contains { $0.id == definition.id }, "there is a metric \(definition.id) already")
    ownMetrics.append(OwnMetricMaker(definition: definition, make: make))
    design.metrics.append(definition)
  }

  /// Lets every arm live in every world.
  ///
  /// The results hold no realism card; ``realismCard(of:produced:uniform:intercepts:)`` makes it.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds live at the same time, a thread each; at least 1. The results do not
  ///     depend on it.
  ///   - monitor: Tells how far the experiment has come, and ends it.
  ///   - store: What is known of its worlds; they are not lived through again, except for a trace.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor(),
    store: (any OutcomeStore)? = nil
  ) throws(ExperimentFailure) -> ExperimentResults {
    profiler?.begin()
    defer { profiler?.end() }
    let intercepts = intercepts(store)
    let traces = RunTraces(self)
    do throws(ExperimentFailure) {
      let results = try run(
        jobs: jobs, monitor: monitor, intercepts: intercepts, store: store,
        live: living(traces, hasScopes: true))
      try traces.publish()
      return results
    } catch {
      traces.discard()
      throw error
    }
  }

  /// The same with another way to live, for tests.
  package func run(
    jobs: Int, monitor: ExperimentMonitor, intercepts: SolvedIntercepts = SolvedIntercepts(),
    store: (any OutcomeStore)? = nil, live: @escaping LivingWorld
  ) throws(ExperimentFailure) -> ExperimentResults {
    let secondsEach = design.days * 86_400
    monitor.begin(runs: design.worlds * arms.count, secondsEach: secondsEach)
    let mustLive: @Sendable (WorldRun) -> Bool = { [tracing, profiler] run in
      profiler != nil || tracing?.includes(run) ?? false
    }
    let live = store?.sparing(live, except: mustLive) ?? live
    var design = design
    var outcomes: [WorldOutcome] = []
    while true {
      let lived = outcomes.count / arms.count
      let queue = RunQueue(
        worlds: lived..<design.worlds, arms: arms.count, metrics: design.metrics.map(\.id),
        monitor: monitor, live: live
      ) { _, world, arm in run(world: world, arm: arm, intercepts) }
      queue.work(threads: min(jobs, (design.worlds - lived) * arms.count))
      outcomes += try queue.outcomes()
      let results = ExperimentResults(design: design, intercepts: intercepts, outcomes: outcomes)
      switch design.plan.next(after: results) {
      case .end(let ending): return results.ended(ending)
      case .upTo(let worlds):
        monitor.extend(runs: (worlds - design.worlds) * arms.count, secondsEach: secondsEach)
        design.worlds = worlds
      }
    }
  }

  /// The intercepts of all worlds, solved where the store does not know them.
  package func intercepts(_ store: (any OutcomeStore)?) -> SolvedIntercepts {
    if let known = store?.intercepts { return known }
    let pilot = run(world: 0, arm: 0, SolvedIntercepts())
    let solved =
      profiler?.measure(.intercepts) { SolvedIntercepts(for: pilot) }
      ?? SolvedIntercepts(for: pilot)
    store?.keep(solved)
    return solved
  }

  /// How the experiment's runs are lived through.
  ///
  /// - Parameters:
  ///   - traces: Takes the traces that are asked for.
  ///   - hasScopes: Whether metrics are told by surface, ranker and day too.
  func living(_ traces: RunTraces?, hasScopes: Bool) -> LivingWorld {
    let life = WatchedLife(
      metrics: design.metrics, tables: design.tables, options: design.metricOptions,
      ownMetrics: ownMetrics, hasScopes: hasScopes, isAntithetic: design.isAntithetic,
      traces: traces, profiler: profiler)
    return { run, goOn throws(ExperimentFailure) in try life.outcome(of: run, goOn: goOn) }
  }

  /// The same without traces.
  package func living(hasScopes: Bool) -> LivingWorld { living(nil, hasScopes: hasScopes) }

  /// What an arm of the design lives through in a world.
  package func run(world: Int, arm: Int, _ intercepts: SolvedIntercepts) -> WorldRun {
    var run = run(arms[arm].arm, world: space.world(world), intercepts)
    run.liveTest = arms[arm].liveTest
    return run
  }

  /// What any arm lives through in a world.
  ///
  /// - Parameter world: Its number among all worlds of the seed.
  package func run(_ arm: Arm, world: UInt32, _ intercepts: SolvedIntercepts) -> WorldRun {
    var run = WorldRun(
      parameters: scenario.parameters, graph: scenario.graph, arm: arm, seed: scenario.seed,
      world: world)
    run.adjustBehaviours = adjustBehaviours
    run.intercepts = intercepts
    return run
  }
}

extension Scenario {
  /// The arm of a name that the scenario has.
  package func arm(_ name: String) -> Arm {
    let arm = arms.first { $0.name == name }
    precondition(arm != nil, "the scenario has no arm \(name)")
    return arm!
  }
}
