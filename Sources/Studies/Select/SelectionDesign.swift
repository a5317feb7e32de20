public import Experiments
public import FeedMetrics
internal import Scenarios
internal import Stochastics

/// The metric to select by, the guarantee and the numbers of worlds.
public struct SelectionDesign: Sendable, Hashable {
  /// The arms, the baseline first, and the worlds of the first stage, which simulates all arms. An arm
  /// that fails the non-inferiority test of a guardrail is not selected.
  public let experiment: ExperimentDesign
  /// The metric to select by.
  public let metric: MetricDefinition
  /// The smallest lead that matters, in the metric's unit.
  public let indifference: Double
  /// The largest number of worlds.
  public let mostWorlds: Int

  /// The default number of worlds of the first stage.
  public static let defaultFirstStage = 10
  /// The default of ``mostWorlds``.
  public static let defaultMostWorlds = 1_000

  /// - Parameters:
  ///   - experiment: With a baseline and a fixed number of worlds, at least 2; among its metrics the one
  ///     to select by and the guardrails.
  ///   - metric: A metric with a good side.
  ///   - indifference: A lead above 0.
  ///   - mostWorlds: At least the worlds of the experiment.
  public init(
    _ experiment: ExperimentDesign, metric: MetricDefinition, indifference: Double,
    mostWorlds: Int = Self.defaultMostWorlds
  ) {
    precondition(experiment.baseline != nil, "a selection without a baseline")
    precondition(metric.direction != .describes, "\(metric.id) has no good side")
    precondition(experiment.metrics.contains(metric), "\(metric.id) is not measured")
    precondition(experiment.plan == .fixed(experiment.worlds), "a first stage without a fixed size")
    precondition(
      experiment.worlds >= 2 && mostWorlds >= experiment.worlds,
      "a first stage of \(experiment.worlds) of \(mostWorlds) worlds")
    self.experiment = experiment
    self.metric = metric
    self.indifference = indifference
    self.mostWorlds = mostWorlds
  }

  /// The worlds of every arm before the first is dropped.
  public var firstStage: Int { experiment.worlds }

  /// The probability of a wrong selection if the best arm leads by ``indifference``.
  public var alpha: Double { experiment.questions.alpha }

  /// The initial state of the procedure.
  var procedure: KimNelson {
    KimNelson(
      systems: experiment.arms.count, firstStage: firstStage, indifference: indifference,
      risk: alpha)
  }
}
