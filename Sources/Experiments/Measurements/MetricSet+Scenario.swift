public import FeedMetrics
public import Scenarios
internal import SyntheticSociety

extension MetricSet {
  /// The metrics of this set in an experiment with a scenario, in the order of the catalogue: all metrics,
  /// the tables last, or the core metrics and those that are named. Both have the breaches of served pages where an arm
  /// has a ranker that serves its own, and the pages left short or empty where an arm has a ranker that may leave posts
  /// out.
  ///
  /// - Parameter named: Ids of further metrics, besides those that the scenario names under `metrics`, as
  ///   its primary or as guardrails.
  public func metrics(for scenario: Scenario, named: [String] = []) -> [MetricDefinition] {
    let named = named + scenario.margins.map(\.metric) + scenario.comparison.questions.metrics
    // Whoever serves pages has to see what was wrong with them; nobody else has a use for these columns.
    let service: [String] =
      switch self {
      case .named: []
      case _ where scenario.arms.contains(where: \.servesPages):
        MetricCatalogue.occasional.map(\.id)
      case _ where scenario.arms.contains(where: \.leavesOut): [MetricCatalogue.underfilledPages]
      case .all, .core: []
      }
    return switch self {
    case .all:
      MetricCatalogue.all + MetricCatalogue.others(of: named + service) + MetricCatalogue.tables
    case .core: MetricCatalogue.definitions(of: MetricCatalogue.core.map(\.id) + named + service)
    case .named: MetricCatalogue.definitions(of: named)
    }
  }

  /// The smallest set that reports some metrics.
  static func smallest(reporting metrics: [MetricDefinition]) -> MetricSet {
    metrics.contains { metric in
      metric.tier == .extended && MetricCatalogue.customMetric(metric.id) == nil
        && metric.family != .service
    } ? .all : .core
  }
}

extension MetricDefinition {
  /// Whether the metric has a row for each group or week, and no value for a whole run.
  var isTable: Bool { MetricCatalogue.tables.contains { $0.id == id } }
}
