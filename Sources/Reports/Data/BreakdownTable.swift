public import Experiments
internal import FeedMetrics
public import ReportKit

extension ExperimentResults {
  /// The metrics by surface, ranker and simulated day at full precision, a row for each arm, scope and
  /// metric that has a value.
  ///
  /// - Parameters:
  ///   - kind: Only the scopes of this kind.
  ///   - hidden: The ids of metrics without rows.
  public func breakdownTable(
    _ format: DelimitedText = .commas, kind: NamedScope.Kind? = nil,
    hiding hidden: Set<String> = []
  ) -> String {
    let header = ["arm", "scope_kind", "scope", "metric", "mean", "standard_error", "worlds"]
    let shown = breakdown.filter {
      (kind == nil || $0.scope.kind == kind) && !hidden.contains($0.metric.id)
    }
    let rows = shown.map { estimate in
      [
        estimate.arm, estimate.scope.kind.rawValue, estimate.scope.name, estimate.metric.id,
        DelimitedText.number(estimate.mean), DelimitedText.number(estimate.standardError),
        "\(estimate.worlds)",
      ]
    }
    return format.text([header] + rows)
  }
}
