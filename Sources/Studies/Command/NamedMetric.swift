internal import DataFiles
package import FeedMetrics

/// Metrics that options name by their ids.
package enum NamedMetric {
  /// The metric of an id, which may be one that was renamed.
  ///
  /// - Parameter option: Where it was given, such as `--metric`.
  package static func metric(
    _ id: String, at option: String
  ) throws -> MetricDefinition {
    if let metric = MetricCatalogue.definition(id) { return metric }
    if MetricCatalogue.tables.contains(where: { $0.id == id }) {
      throw CommandFailure.usage(
        "\(option) '\(id)': it has a row for each of several things, and no single value")
    }
    if let forms = MetricCatalogue.forms(like: id) {
      throw CommandFailure.usage("\(option) '\(id)': expected \(forms)")
    }
    let remedy =
      nearestName(to: id, among: MetricCatalogue.all.map(\.id)).map { "did you mean '\($0)'?" }
      ?? "'feedlab describe metrics' lists them"
    throw CommandFailure.usage("\(option) '\(id)': there is no metric of this name; \(remedy)")
  }

  /// The same for one that has a good side.
  package static func judged(
    _ id: String, at option: String
  ) throws -> MetricDefinition {
    let metric = try metric(id, at: option)
    guard metric.direction != .describes else {
      throw CommandFailure.usage(
        "\(option) '\(id)': it has no good side, so that nothing is better or worse in it")
    }
    return metric
  }
}
