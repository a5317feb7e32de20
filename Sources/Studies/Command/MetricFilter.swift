package import FeedMetrics

/// Which metrics `--filter` lets through.
package enum MetricFilter {
  /// Those with a match in their id; where there is none, the metric whose id the filter is, which may be
  /// one that was renamed; all of them without a filter.
  package static func metrics(
    matching filter: String?, among metrics: [MetricDefinition]
  ) throws -> [MetricDefinition] {
    guard let filter else { return metrics }
    let expression: Regex<AnyRegexOutput>
    do {
      expression = try Regex(filter)
    } catch {
      throw CommandFailure.usage("--filter '\(filter)': no regular expression: \(error)")
    }
    let matching = metrics.filter { $0.id.contains(expression) }
    guard matching.isEmpty else { return matching }
    if let metric = MetricCatalogue.definition(filter), metrics.contains(metric) { return [metric] }
    let others = (MetricCatalogue.all + MetricCatalogue.tables).filter {
      $0.id.contains(expression)
    }
    guard others.isEmpty else {
      throw CommandFailure.usage(
        "--filter '\(filter)': matches no metric of the core; '--metrics all' has"
          + " \(others.map(\.id).joined(separator: ", "))")
    }
    throw CommandFailure.usage(
      "--filter '\(filter)': matches no metric; 'feedlab describe metrics' lists them")
  }
}
