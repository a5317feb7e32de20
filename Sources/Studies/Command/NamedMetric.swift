internal import DataFiles
package import FeedMetrics
internal import Scenarios

/// Metrics that options name by their ids.
package enum NamedMetric {
  /// The metric of an id, which may be one that was renamed.
  ///
  /// - Parameter option: The option that has the id, such as `--metric`.
  package static func metric(
    _ id: String, at option: String
  ) throws -> MetricDefinition {
    if let metric = MetricCatalogue.definition(id) { return metric }
    if MetricCatalogue.tables.contains(where: { $0.id == id }) {
      throw CommandFailure.usage(
        "\(option) '\(id)': this metric is a table and has no single value")
    }
    if MetricCatalogue.surfaceFault(of: id) != nil {
      throw CommandFailure.usage("\(option) '\(id)': \(LocatedFault.Reason.noMetric(id))")
    }
    if let forms = MetricCatalogue.forms(like: id) {
      throw CommandFailure.usage("\(option) '\(id)': expected \(forms)")
    }
    let remedy =
      MetricCatalogue.nearest(to: id).map { "did you mean '\($0)'?" }
      ?? remedy(for: id, among: (MetricCatalogue.all + MetricCatalogue.occasional).map(\.id))
      ?? "'feedlab describe metrics' lists them"
    throw CommandFailure.usage("\(option) '\(id)': there is no metric of this name; \(remedy)")
  }

  /// The metric of an id, which must have a good side.
  package static func directed(
    _ id: String, at option: String
  ) throws -> MetricDefinition {
    let metric = try metric(id, at: option)
    guard metric.direction != .describes else {
      throw CommandFailure.usage(
        "\(option) '\(id)': this metric has no good side, so that no value is better than another")
    }
    return metric
  }
}

/// The metrics that `--filter` selects.
package enum MetricFilter {
  /// The metrics whose id matches, at least one; all of them without a filter.
  package static func metrics(
    matching filter: String?, among metrics: [MetricDefinition]
  ) throws -> [MetricDefinition] {
    guard let filter else { return metrics }
    let pattern = try NamePattern(filter, at: "--filter")
    let matching = metrics.filter { pattern.matches($0.id) }
    guard matching.isEmpty else { return matching }
    if let metric = MetricCatalogue.definition(filter), metrics.contains(metric) { return [metric] }
    let others = (MetricCatalogue.all + MetricCatalogue.tables).filter {
      pattern.matches($0.id)
    }
    guard others.isEmpty else {
      throw CommandFailure.usage(
        "--filter '\(filter)': matches no metric of the core; '--metrics all' has"
          + " \(others.map(\.id).joined(separator: ", "))")
    }
    let words = Set(MetricCatalogue.all.flatMap { $0.id.split(separator: "_") }.map(String.init))
    let remedy =
      nearestName(to: filter, among: words.sorted()).map { "did you mean '\($0)'?" }
      ?? "'feedlab describe metrics' lists them"
    throw CommandFailure.usage("--filter '\(filter)': matches no metric; \(remedy)")
  }
}

extension NamePattern {
  /// - Parameter option: The option that has the expression, such as `--filter`.
  init(_ text: String, at option: String) throws {
    do throws(Fault) {
      try self.init(text)
    } catch {
      throw CommandFailure.usage("\(option) '\(text.excerpt)': not a regular expression: \(error)")
    }
  }
}
