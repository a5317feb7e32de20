public import FeedMetrics
internal import Stochastics
package import SyntheticSociety

/// The best of several arms, found in as few worlds as the guarantee allows: arms that fall behind are
/// dropped, and live no further.
public struct Selection: Sendable {
  public let design: SelectionDesign
  package let experiment: Experiment

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

  /// Lets the arms live until one is left, or the worlds are used up.
  ///
  /// - Parameters:
  ///   - jobs: How many worlds live at the same time, a thread each; at least 1. After the first stage
  ///     that many more are begun together, of which those after the decision are not looked at: the
  ///     results do not depend on it.
  ///   - monitor: Tells how far the selection has come, and ends it.
  ///   - store: What is known of its worlds; they are not lived through again.
  public func run(
    jobs: Int, monitor: ExperimentMonitor = ExperimentMonitor(),
    store: (any OutcomeStore)? = nil
  ) throws(ExperimentFailure) -> SelectionResults {
    try run(
      jobs: jobs, monitor: monitor, intercepts: experiment.intercepts(store), store: store,
      live: experiment.living(hasScopes: false))
  }

  /// The same with another way to live.
  ///
  /// - Parameter roundWorlds: How many worlds are begun together after the first stage; when `nil`, as many as
  ///   keep the threads at work.
  package func run(
    jobs: Int, monitor: ExperimentMonitor, intercepts: SolvedIntercepts = SolvedIntercepts(),
    roundWorlds: Int? = nil, store: (any OutcomeStore)? = nil, live: @escaping LivingWorld
  ) throws(ExperimentFailure) -> SelectionResults {
    let live = store?.sparing(live) ?? live
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
        of: arms, from: start, count: worlds, jobs: jobs, monitor: monitor, intercepts, live)
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
    _ intercepts: SolvedIntercepts, _ live: @escaping LivingWorld
  ) throws(ExperimentFailure) -> [WorldOutcome] {
    let runs = count * arms.count
    monitor.extend(runs: runs, secondsEach: design.experiment.days * 86_400)
    let experiment = experiment
    let queue = RunQueue(
      worlds: start..<start + count, arms: arms.count,
      metrics: design.experiment.metrics.map(\.id), monitor: monitor, live: live
    ) { _, world, arm in experiment.run(world: world, arm: arms[arm], intercepts) }
    queue.work(threads: min(jobs, runs))
    return try queue.outcomes()
  }

  /// Refuses a world without a value to select by: it would otherwise be passed over in silence.
  private func check(_ outcomes: [WorldOutcome]) throws(ExperimentFailure) {
    for outcome in outcomes where outcome.value(of: design.metric).value == nil {
      throw .undefined(
        metric: design.metric.id,
        life: LifeInProgress(arm: outcome.arm, world: outcome.world))
    }
  }
}
