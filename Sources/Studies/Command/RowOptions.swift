package import ArgumentParser
package import Experiments
internal import FeedMetrics
internal import Scenarios

/// Which metrics are printed. The measured metrics, the tests and the files never depend on these options.
package struct RowOptions: ParsableArguments {
  package init() {}

  @Option(
    help: ArgumentHelp(
      """
      Print only rows of metrics whose id matches, besides the primary and the guardrails. Files and \
      --format json contain every metric.
      """, valueName: "regex"), completion: .metric)
  package var filter: String?

  /// The ids of the metrics without a row.
  package func hidden(in design: ExperimentDesign) throws -> Set<String> {
    guard filter != nil else { return [] }
    let measured = design.metrics + design.tables
    let decided = design.baseline == nil ? [] : design.questions.metrics
    let shown = try MetricFilter.metrics(matching: filter, among: measured).map(\.id) + decided
    return Set(measured.map(\.id)).subtracting(shown)
  }
}
