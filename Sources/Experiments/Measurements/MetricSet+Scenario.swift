public import FeedMetrics
public import Scenarios

extension MetricSet {
  /// The metrics of this set in an experiment with a scenario, in the order of the catalogue: all of
  /// them, the tables last, or those of the core and those that are named.
  ///
  /// - Parameter named: The ids of metrics that something is asked of, besides those that the scenario
  ///   names under `metrics`, as its primary or as guardrails.
  public func metrics(for scenario: Scenario, named: [String] = []) -> [MetricDefinition] {
    let named = named + scenario.margins.map(\.metric) + scenario.comparison.questions.metrics
    return switch self {
    case .all: MetricCatalogue.all + MetricCatalogue.tables
    case .core: MetricCatalogue.all.filter { $0.tier == .core || named.contains($0.id) }
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
