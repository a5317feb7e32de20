public import Experiments
public import FeedMetrics
internal import Stochastics
internal import SyntheticSociety

/// The best of several arms, found in as few worlds as the guarantee allows: arms that fall behind are
/// dropped, and live no further.
public struct Selection: PlannedAnalysis {
  public let design: SelectionDesign
  public let experiment: Experiment

  /// - Parameters:
  ///   - experiment: The arms and the worlds of the first stage.
  ///   - metric: What the best arm is best in; one that has a good side, among those of the experiment.
  ///   - indifference: The smallest lead that matters, above 0.
  ///   - mostWorlds: Worlds at most, no fewer than those of the experiment.
  public init(
    _ experiment: Experiment, metric: MetricDefinition, indifference: Double,
    mostWorlds: Int = SelectionDesign.defaultMostWorlds
  ) {
    self.experiment = experiment
    design = SelectionDesign(
      experiment.design, metric: metric, indifference: indifference, mostWorlds: mostWorlds)
  }

  /// Simulates worlds until one arm is left, or the worlds are used up.
  ///
  /// After the first stage as many worlds are begun together as keep the threads at work, or elsewhere as many
  /// as the first stage has; those after the decision are not looked at, so that the results do not depend on it.
  public func run(in context: StudyContext) throws(ExperimentFailure) -> SelectionResults {
    let (jobs, monitor) = (context.jobs, context.monitor)
    let intercepts = context.intercepts(of: experiment)
    let simulate = context.simulationOfMissing(experiment)
    let roundWorlds = context.elsewhere == nil ? nil : design.firstStage
    var course = SelectionCourse(design)
    var kept: [WorldOutcome] = []
    monitor.begin(runs: 0, secondsEach: 0)
    while !course.isFinished {
      let arms = course.alive
      let start = course.procedure.worlds
      let worlds =
        start == 0
        ? design.firstStage
        : min(
          design.mostWorlds - start, roundWorlds ?? (jobs + arms.count - 1) / arms.count)
      let lived = try outcomes(
        of: arms, from: start, count: worlds, jobs: jobs, monitor: monitor, intercepts, simulate)
      for world in 0..<worlds where !course.isFinished {
        let all = lived[world * arms.count..<(world + 1) * arms.count]
        let outcomes = zip(arms, all).filter { course.alive.contains($0.0) }.map(\.1)
        try check(outcomes)
        kept += outcomes
        course.observe(outcomes)
      }
    }
    return SelectionResults(design: design, intercepts: intercepts, outcomes: kept)
  }

  /// What came of some worlds, the arms of a world beside each other.
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

  /// Refuses a world without a value to select by: it would otherwise be passed over in silence.
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
