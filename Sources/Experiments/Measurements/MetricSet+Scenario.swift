public import FeedMetrics
public import Scenarios

extension MetricSet {
  /// The metrics of this set in an experiment with a scenario, in the order of the catalogue: all of
  /// them, the tables last, or those of the core and those that the scenario names under `metrics`.
  public func metrics(for scenario: Scenario) -> [MetricDefinition] {
    switch self {
    case .all: MetricCatalogue.all + MetricCatalogue.tables
    case .core:
      MetricCatalogue.all.filter { metric in
        metric.tier == .core || scenario.margins.contains { $0.metric == metric.id }
      }
    }
  }

  /// The smallest set that tells some metrics.
  static func telling(_ metrics: [MetricDefinition]) -> MetricSet {
    metrics.contains { $0.tier == .extended } ? .all : .core
  }
}

extension MetricDefinition {
  /// Whether it has a row for each of several things, and no value of a whole run.
  var isTable: Bool { MetricCatalogue.tables.contains { $0.id == id } }
}
