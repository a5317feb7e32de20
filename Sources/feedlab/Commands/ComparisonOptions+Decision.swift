internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Studies

extension ComparisonOptions {
  /// The comparison that is asked for, and what it decides.
  func experiment(
    _ set: MetricSet, deciding decision: DecisionOptions
  ) throws -> Experiment {
    let named = try decision.named()
    let scenario = try loaded()
    var experiment = try experiment(
      scenario, measuring: try set.chosen(for: scenario, named: named))
    try decision.apply(
      to: &experiment, replications: try worlds.replications(),
      otherwise: scenario.comparison.replications)
    return experiment
  }
}
