public import Experiments
public import FeedMetrics
internal import Stochastics
internal import SyntheticSociety

/// Selects the best of several arms in as few worlds as the guarantee allows: arms that fall behind are dropped
/// and not simulated further.
public struct Selection: PlannedAnalysis {
  public let design: SelectionDesign
  public let experiment: Experiment

  /// - Parameters:
  ///   - experiment: The arms and the worlds of the first stage.
  ///   - metric: The metric to select by: one with a good side, among the experiment's.
  ///   - indifference: The smallest lead that matters, above 0.
  ///   - mostWorlds: The largest number of worlds, at least the experiment's.
  public init(
    _ experiment: Experiment, metric: MetricDefinition, indifference: Double,
    mostWorlds: Int = SelectionDesign.defaultMostWorlds
  ) {
    self.experiment = experiment
    design = SelectionDesign(
      experiment.design, metric: metric, indifference: indifference, mostWorlds: mostWorlds)
  }

  /// Simulates worlds until one arm is left, or the largest number of worlds is reached.
  ///
  /// After the first stage, a batch has as many worlds as keep all threads busy or, if runs are simulated
  /// elsewhere, as many as the first stage. Worlds after the decision are ignored, so that the results do not
  /// depend on the size of a batch.
  public func run(in context: StudyContext) throws(ExperimentFailure) -> SelectionResults {
    let (jobs, monitor) = (context.jobs, context.monitor)
    let intercepts = context.intercepts(of: experiment)
    let live = context.simulationOfMissing(experiment)
    let roundWorlds = context.elsewhere == nil ? nil : design.firstStage
    var procedure = SelectionProcedure(design)
    var kept: [WorldOutcome] = []
    monitor.begin(runs: 0, secondsEach: 0)
    while !procedure.isFinished {
      let arms = procedure.alive
      let start = procedure.procedure.worlds
      let worlds =
        start == 0
        ? design.firstStage
        : min(
          design.mostWorlds - start, roundWorlds ?? (jobs + arms.count - 1) / arms.count)
      let simulated = try outcomes(
        of: arms, from: start, count: worlds, jobs: jobs, monitor: monitor, intercepts, live)
      for world in 0..<worlds where !procedure.isFinished {
        let all = simulated[world * arms.count..<(world + 1) * arms.count]
        let outcomes = zip(arms, all).filter { procedure.alive.contains($0.0) }.map(\.1)
        try check(outcomes)
        kept += outcomes
        procedure.observe(outcomes)
      }
    }
    return SelectionResults(design: design, intercepts: intercepts, outcomes: kept)
  }

  /// The outcomes of some worlds, by world, then by arm.
  private func outcomes(
    of arms: [Int], from start: Int, count: Int, jobs: Int, monitor: ExperimentMonitor,
    _ intercepts: SolvedIntercepts, _ simulate: @escaping RunSimulator
  ) throws(ExperimentFailure) -> [WorldOutcome] {
    let runs = count * arms.count
    monitor.extend(runs: runs, secondsEach: design.experiment.days * 86_400)
    let experiment = experiment
    let queue = RunQueue(
      worlds: start..<start + count, arms: arms.count,
      metrics: design.experiment.metrics.map(\.id), monitor: monitor, simulate: simulate
    ) { _, world, arm in experiment.run(world: world, arm: arms[arm], intercepts) }
    queue.work(threads: min(jobs, runs))
    return try queue.outcomes()
  }

  /// Throws if a world has no value to select by, instead of skipping it silently.
  private func check(_ outcomes: [WorldOutcome]) throws(ExperimentFailure) {
    for outcome in outcomes where outcome.value(of: design.metric).value == nil {
      throw .undefined(
        metric: design.metric.id,
        run: RunInProgress(arm: outcome.arm, world: outcome.world))
    }
  }
}

// MARK: - On many machines

extension Selection {
  public var plan: StudyPlan {
    var plan = AnalysisPlan(Self.method)
    plan.metric = design.metric.id
    plan.indifference = design.indifference
    plan.mostWorlds = design.mostWorlds
    return .analysis(plan)
  }

  public init?(_ plan: AnalysisPlan, of experiment: Experiment) {
    guard plan.method == Self.method,
      let metric = experiment.design.metrics.first(where: { $0.id == plan.metric }),
      let indifference = plan.indifference, let mostWorlds = plan.mostWorlds,
      mostWorlds >= experiment.design.worlds
    else { return nil }
    self.init(experiment, metric: metric, indifference: indifference, mostWorlds: mostWorlds)
  }

  private static let method = "selection"
}

/// The procedure of a selection, world by world: the remaining arms, and why others were dropped.
struct SelectionProcedure {
  let design: SelectionDesign
  private(set) var procedure: KimNelson
  /// The guardrails of all candidates in the first stage; empty before its end.
  private(set) var guardrails: [Comparison] = []
  /// The outcomes of all arms in the worlds of the first stage.
  private var first: [WorldOutcome] = []

  init(_ design: SelectionDesign) {
    self.design = design
    procedure = design.procedure
  }

  var isFinished: Bool { procedure.isFinished || procedure.worlds >= design.mostWorlds }

  /// The numbers of the arms that have not been dropped.
  var alive: [Int] { procedure.alive }

  /// Adds the next world: the outcomes of the arms that are ``alive``, in order.
  mutating func observe(_ outcomes: [WorldOutcome]) {
    var gains = [Double](repeating: 0, count: design.experiment.arms.count)
    for (arm, outcome) in zip(alive, outcomes) {
      guard let value = outcome.value(of: design.metric).value else {
        preconditionFailure("\(design.metric.id) has no value in world \(outcome.world)")
      }
      gains[arm] = design.metric.direction.gain(of: value)
    }
    if procedure.worlds < design.firstStage { first += outcomes }
    // Before the means of the first stage are compared: an arm that harms a guardrail must not drop others.
    if procedure.worlds == design.firstStage - 1 { screen() }
    procedure.observe(gains)
  }

  private mutating func screen() {
    let experiment = design.experiment
    guardrails = ExperimentResults(design: experiment, outcomes: first).comparisons.filter {
      $0.gateTest?.role == .guardrail && $0.metric != design.metric
    }
    let failing = guardrails.filter { $0.gateTest?.gate == .fail }.map(\.candidate)
    // The baseline is never excluded, so that an arm is always left.
    procedure.exclude(experiment.arms.indices.filter { failing.contains(experiment.arms[$0]) })
  }
}
