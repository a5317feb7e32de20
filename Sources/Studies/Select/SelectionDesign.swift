public import Experiments
public import FeedMetrics
internal import Scenarios
internal import Stochastics

/// Which arm is looked for, and how surely.
public struct SelectionDesign: Sendable, Hashable {
  /// The arms, the baseline first, in the worlds of the first stage, in which all of them live. Its
  /// guardrails are what no arm may harm: one that surely does is not chosen.
  public let experiment: ExperimentDesign
  /// What the best arm has most of, or least of, or is nearest to.
  public let metric: MetricDefinition
  /// The smallest lead that matters, in the metric's unit.
  public let indifference: Double
  /// Worlds at most.
  public let mostWorlds: Int

  /// Worlds of the first stage when nothing is said.
  public static let defaultFirstStage = 10
  /// Worlds at most when nothing is said.
  public static let defaultMostWorlds = 1_000

  /// - Parameters:
  ///   - experiment: With a baseline and a fixed number of worlds, at least 2; among its metrics the one
  ///     to select by and the guardrails.
  ///   - metric: One that has a good side.
  ///   - indifference: Above 0.
  ///   - mostWorlds: No fewer than those of the experiment.
  public init(
    _ experiment: ExperimentDesign, metric: MetricDefinition, indifference: Double,
    mostWorlds: Int = Self.defaultMostWorlds
  ) {
    precondition(experiment.baseline != nil, "a selection without a baseline")
    precondition(metric.direction != .describes, "\(metric.id) has no good side")
    precondition(experiment.metrics.contains(metric), "\(metric.id) is not measured")
    precondition(experiment.plan == .fixed(experiment.worlds), "a first stage of no fixed size")
    precondition(
      experiment.worlds >= 2 && mostWorlds >= experiment.worlds,
      "a first stage of \(experiment.worlds) of \(mostWorlds) worlds")
    self.experiment = experiment
    self.metric = metric
    self.indifference = indifference
    self.mostWorlds = mostWorlds
  }

  /// Worlds that every arm lives in, before the first is dropped.
  public var firstStage: Int { experiment.worlds }

  /// Of a wrong choice where the best arm leads by ``indifference``.
  public var risk: Double { experiment.questions.alpha }

  /// Where the selection begins.
  var procedure: KimNelson {
    KimNelson(
      systems: experiment.arms.count, firstStage: firstStage, indifference: indifference,
      risk: risk)
  }
}
