public import FeedMetrics
public import Scenarios

extension MetricSet {
  /// The metrics of this set in an experiment with a scenario, in the order of the catalogue: all metrics,
  /// the tables last, or the core metrics and those that are named.
  ///
  /// - Parameter named: Ids of further metrics, besides those that the scenario names under `metrics`, as
  ///   its primary or as guardrails.
  public func metrics(for scenario: Scenario, named: [String] = []) -> [MetricDefinition] {
    let named = named + scenario.margins.map(\.metric) + scenario.comparison.questions.metrics
    return switch self {
    case .all: MetricCatalogue.all + MetricCatalogue.others(of: named) + MetricCatalogue.tables
    case .core: MetricCatalogue.definitions(of: MetricCatalogue.core.map(\.id) + named)
    case .named: MetricCatalogue.definitions(of: named)
    }
  }

  /// The smallest set that reports some metrics.
  static func smallest(reporting metrics: [MetricDefinition]) -> MetricSet {
    metrics.contains { $0.tier == .extended && MetricCatalogue.customMetric($0.id) == nil }
      ? .all : .core
  }
}

extension MetricDefinition {
  /// Whether the metric has a row for each group or week, and no value for a whole run.
  var isTable: Bool { MetricCatalogue.tables.contains { $0.id == id } }
}
