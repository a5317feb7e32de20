public import FeedMetrics
public import Scenarios

extension MetricSet {
  /// The metrics of this set in an experiment with a scenario, and those that are named, in the order of
  /// the catalogue; then those with another value of a parameter by id, and with all metrics the tables.
  ///
  /// - Parameter named: The ids of further metrics, besides those that the scenario names under `metrics`,
  ///   as its primary or as guardrails.
  public func metrics(for scenario: Scenario, named: [String] = []) -> [MetricDefinition] {
    let named = named + scenario.margins.map(\.metric) + scenario.comparison.questions.metrics
    return switch self {
    case .all: MetricCatalogue.all + MetricCatalogue.others(of: named) + MetricCatalogue.tables
    case .core: MetricCatalogue.definitions(of: MetricCatalogue.core.map(\.id) + named)
    case .named: MetricCatalogue.definitions(of: named)
    }
  }

  /// The smallest set of the catalogue that has some metrics.
  static func including(_ metrics: [MetricDefinition]) -> MetricSet {
    metrics.contains { $0.tier == .extended } ? .all : .core
  }
}

extension MetricDefinition {
  /// Whether it has a row for each of several things, and no value of a whole run.
  var isTable: Bool { MetricCatalogue.tables.contains { $0.id == id } }
}
