public import Experiments
public import FeedMetrics
internal import Scenarios

/// A first stage of worlds, from whose spread follows how many worlds a comparison needs.
public struct PowerStudy: Study {
  public let experiment: Experiment
  public let metric: MetricDefinition
  public let goal: PowerAnalysis.Goal?
  public let power: Double

  /// - Parameters:
  ///   - experiment: With a baseline, the metric and at least two worlds, whose number is fixed; the risk is
  ///     that of its questions.
  ///   - goal: Its size above 0; `nil` to see what given numbers of worlds show.
  ///   - power: In `0.5..<1`.
  public init(
    _ experiment: Experiment, metric: MetricDefinition, goal: PowerAnalysis.Goal?,
    power: Double = PowerAnalysis.defaultPower
  ) {
    (self.experiment, self.metric, self.goal, self.power) = (experiment, metric, goal, power)
  }

  public func run(in context: StudyContext) throws(ExperimentFailure) -> PowerAnalysis {
    PowerAnalysis(
      try ExperimentStudy(experiment).run(in: context), metric: metric, goal: goal, power: power,
      risk: experiment.design.questions.alpha)
  }
}
