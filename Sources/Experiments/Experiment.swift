public import FeedMetrics
public import Scenarios
public import SyntheticSociety

/// Arms × worlds: each arm is simulated in the same parallel worlds, so that differences between arms are
/// paired by world.
public struct Experiment: Sendable {
  public internal(set) var design: ExperimentDesign
  /// Replaces behaviours of the people in all worlds; called with the behaviours that the scenario
  /// describes.
  public var adjustBehaviours: (@Sendable (inout Behaviours) -> Void)? {
    didSet {
      // The true means of the exogenous totals are known for the scenario's behaviours only.
      if adjustBehaviours != nil { design.exogenousMeans = nil }
    }
  }
  /// The numbers of the experiment's worlds.
  package var space = WorldSpace.compare
  /// The arms in the order of the design, then the reference rankers, then the live tests.
  package var arms: [ExperimentArm]
  /// The reference rankers that are simulated in some worlds only.
  var headroomArms: [ExperimentArm] = []
  package private(set) var customMetrics: [any CustomMetric.Type] = []
  /// Which runs are written as traces; set by ``trace(to:world:)``.
  var tracing: TraceRequest?
  /// Whether pages of external rankers are recorded or replayed.
  package var tapes: TapeUse?
  /// Measures where the time of ``run(jobs:monitor:store:)`` goes. With a profiler all worlds are
  /// simulated, even those whose outcomes are stored.
  public var profiler: RunProfiler?
  package let scenario: Scenario

  /// The comparison that a scenario describes, or another choice of its arms and worlds.
  ///
  /// - Parameters:
  ///   - baseline: An arm of the scenario. Default: the scenario's baseline.
  ///   - candidates: Arms of the scenario, none twice. Default: the other arms that the scenario
  ///     compares.
  ///   - worlds: A fixed number of worlds. Default: the scenario's number or stopping rule.
  ///   - metrics: What to measure, in the order of the catalogue. Default: the core metrics and those
  ///     that the scenario names.
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

  /// An experiment that measures arms of a scenario without a comparison.
  ///
  /// - Parameters:
  ///   - arms: Arms of the scenario, none twice. Default: all arms.
  ///   - worlds: The number of worlds. Default: the number of a comparison's first look.
  ///   - metrics: What to measure, in the order of the catalogue, tables last. Default: all metrics.
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
    design.heldFixed = Dictionary(
      uniqueKeysWithValues: design.metrics.compactMap { metric in
        HeldMetrics.reason(metric, in: scenario.parameters).map { (metric.id, $0) }
      })
    design.comments = scenario.comments.isEmpty ? nil : scenario.comments
    self.scenario = scenario
    customMetrics = design.metrics.compactMap { MetricCatalogue.customMetric($0.id) }
    self.arms = arms.map { ExperimentArm(arm: scenario.arm($0)) }
    guardPages()
  }

  /// Makes it a guardrail of every comparison that tests something that no candidate leaves more pages short or empty
  /// than the baseline, if an arm has a ranker that may leave posts out.
  private mutating func guardPages() {
    let id = MetricCatalogue.underfilledPages
    guard design.baseline != nil, !design.questions.metrics.isEmpty,
      !design.questions.metrics.contains(id), arms.contains(where: \.arm.leavesOut),
      let metric = MetricCatalogue.definition(id)
    else { return }
    design.questions.guardrails.append(id)
    if !design.metrics.contains(metric) { design.metrics.append(metric) }
  }

  /// Replaces the scenario's number of worlds and stopping rule.
  public mutating func end(by plan: WorldPlan) {
    design.plan = plan
    design.worlds = plan.firstLook
  }

  /// Replaces the scenario's hypotheses, or their alpha.
  ///
  /// - Parameters:
  ///   - questions: Hypotheses about metrics of the experiment.
  ///   - margins: Smallest effects that matter, by metric; they replace the scenario's margins of these
  ///     metrics.
  public mutating func setHypotheses(
    _ questions: Scenario.Questions, margins: [String: Scenario.Margin.Size] = [:]
  ) {
    design.questions = questions
    design.margins.merge(margins) { $1 }
    guardPages()
  }

  /// Sets what is known of the verdicts in other communities, which reports show.
  public mutating func setOtherSocieties(_ otherSocieties: OtherSocieties) {
    design.otherSocieties = otherSocieties
  }

  /// Adds the reference rankers to each world: arms named `random` and `ideal`, which order the surfaces whose rankers
  /// differ between the scenario's arms and equal its baseline otherwise. When the arms do not differ, the surfaces are
  /// home and those with another ranker than the default. Reference rankers are not compared with the baseline.
  ///
  /// An arm that is equal to the reference ranker of its name is simulated once and serves as both.
  ///
  /// - Throws: When an arm has the name of a reference ranker and differs from it.
  public mutating func addReferenceRankers() throws(ReferenceRankerConflict) {
    guard !design.hasReferenceRankers else { return }
    var added: [ExperimentArm] = []
    for reference in ReferenceRanker.allCases {
      let arm = reference.arm(
        like: scenario.arm(scenario.comparison.baseline), among: scenario.arms)
      guard let namesake = arms.first(where: { $0.arm.name == arm.name }) else {
        added.append(ExperimentArm(arm: arm))
        continue
      }
      if let conflict = reference.conflict(of: namesake.arm, with: arm) { throw conflict }
    }
    arms += added
    design.hasReferenceRankers = true
  }

  /// Computes metrics of pairs over at most so many members, chosen by keyed draws.
  ///
  /// - Precondition: `members` is not negative.
  public mutating func sampleMembers(_ members: Int) {
    precondition(members >= 0, "a sample of \(members) members")
    design.sampledMembers = members
  }

  /// Adds a custom metric.
  ///
  /// - Precondition: No metric of FeedLab or of the experiment has the metric's id.
  public mutating func measure(_ metric: any CustomMetric.Type) {
    let definition = metric.definition
    let known =
      MetricCatalogue.all + MetricCatalogue.occasional + MetricCatalogue.tables + design.metrics
    precondition(
      !known.contains { $0.id == definition.id }, "there is a metric \(definition.id) already")
    customMetrics.append(metric)
    design.metrics.append(definition)
  }

  /// Whether runs depend on code that is not FeedLab's: on rankers, metrics or behaviours of the program's own.
  package var usesCustomCode: Bool {
    !customMetrics.isEmpty || adjustBehaviours != nil || !scenario.parameters.custom.isEmpty
      || arms.contains { $0.arm.usesCustomRankers }
  }

  /// Simulates every arm in every world.
  ///
  /// The results hold no realism card; `realismCard(of:produced:uniform:intercepts:)` makes it.
  ///
  /// - Parameters:
  ///   - jobs: How many runs are simulated at the same time, a thread each; at least 1. The results do
  ///     not depend on it.
  ///   - monitor: Receives the progress of the experiment, and can cancel it.
  ///   - store: Outcomes that are known already. Runs with such an outcome are not simulated again, except for a trace
  ///     or a profile.
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
        simulate: simulator(hasScopes: true, traces))
      try traces.publish()
      return results
    } catch {
      traces.discard()
      throw error
    }
  }

  /// Runs the experiment with another simulator.
  package func run(
    jobs: Int, monitor: ExperimentMonitor, intercepts: SolvedIntercepts = SolvedIntercepts(),
    store: (any OutcomeStore)? = nil, simulate: @escaping RunSimulator
  ) throws(ExperimentFailure) -> ExperimentResults {
    let secondsEach = design.days * 86_400
    monitor.begin(runs: design.worlds * arms.count, secondsEach: secondsEach)
    expectHeadroomRuns(in: design.firstHeadroomWorlds, monitor)
    let mustSimulate: @Sendable (WorldRun) -> Bool = { [tracing, profiler, runTapes] run in
      profiler != nil || tracing?.includes(run) ?? false || runTapes?.lacks(run) ?? false
    }
    let simulate = store?.reusing(simulate, except: mustSimulate) ?? simulate
    var design = design
    var (outcomes, references): ([WorldOutcome], [WorldOutcome]) = ([], [])
    while true {
      let finished = outcomes.count / arms.count
      if let look = design.look { monitor.report("look \(look.number) of \(look.count)") }
      let queue = RunQueue(
        worlds: finished..<design.worlds, arms: arms.count, metrics: design.metrics.map(\.id),
        monitor: monitor, simulate: simulate
      ) { _, world, arm in run(world: world, arm: arm, intercepts) }
      queue.work(threads: min(jobs, (design.worlds - finished) * arms.count))
      // Worked before missing outcomes are refused, so that a distributed plan has all runs of its first round.
      let beside = headroomQueue(
        0..<(finished == 0 && !queue.hasFailed ? design.firstHeadroomWorlds : 0), monitor,
        intercepts, simulate)
      beside.work(threads: jobs)
      outcomes += try queue.outcomes()
      references += try beside.outcomes()
      let results = ExperimentResults(
        design: design, intercepts: intercepts, outcomes: outcomes + references)
      switch design.plan.next(after: results) {
      case .end(let ending):
        return try results.ended(ending).withEnoughHeadroom { worlds throws(ExperimentFailure) in
          expectHeadroomRuns(in: worlds.count, monitor)
          let queue = headroomQueue(worlds, monitor, intercepts, simulate)
          queue.work(threads: jobs)
          return try queue.outcomes()
        }
      case .upTo(let worlds):
        monitor.extend(runs: (worlds - design.worlds) * arms.count, secondsEach: secondsEach)
        design.worlds = worlds
      }
    }
  }

  /// The intercepts of all worlds, from the store or solved.
  package func intercepts(_ store: (any OutcomeStore)? = nil) -> SolvedIntercepts {
    if let known = store?.intercepts { return known }
    let pilot = run(world: 0, arm: 0, SolvedIntercepts())
    let solved =
      profiler?.measure(.intercepts) { SolvedIntercepts(for: pilot) }
      ?? SolvedIntercepts(for: pilot)
    store?.keep(solved)
    return solved
  }

  /// Simulates the experiment's runs with its metrics.
  ///
  /// - Parameters:
  ///   - hasScopes: Whether metrics are reported by surface, ranker and day too.
  ///   - traces: Receives the traces, if there are any.
  func simulator(hasScopes: Bool, _ traces: RunTraces?) -> RunSimulator {
    let observer = RunObserver(
      metrics: design.metrics, tables: design.tables, options: design.metricOptions,
      customMetrics: customMetrics, hasScopes: hasScopes, isAntithetic: design.isAntithetic,
      traces: traces, tapes: runTapes, profiler: profiler)
    return { run, shouldContinue throws(ExperimentFailure) in
      try observer.outcome(of: run, shouldContinue: shouldContinue)
    }
  }

  /// Simulates the experiment's runs with its metrics, without traces.
  package func simulator(hasScopes: Bool) -> RunSimulator { simulator(hasScopes: hasScopes, nil) }

  /// The run of an arm in a world, both by their index in the design.
  package func run(world: Int, arm: Int, _ intercepts: SolvedIntercepts) -> WorldRun {
    var run = run(arms[arm].arm, world: space.world(world), intercepts)
    run.liveTest = arms[arm].liveTest
    return run
  }

  /// The run of any arm in a world.
  ///
  /// - Parameter world: The world's number among all worlds of the seed.
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
  /// The arm of a name, which the scenario must have.
  package func arm(_ name: String) -> Arm {
    let arm = arms.first { $0.name == name }
    precondition(arm != nil, "the scenario has no arm \(name)")
    return arm!
  }
}
