public import Experiments
internal import FeedMetrics

extension ExperimentResults {
  /// The metrics by surface, ranker and simulated day at full precision, a row for each arm, scope and
  /// metric that has a value.
  ///
  /// - Parameter kind: Only the scopes of this kind.
  public func breakdownTable(
    _ format: DelimitedText = .commas, kind: NamedScope.Kind? = nil
  ) -> String {
    let header = ["arm", "scope_kind", "scope", "metric", "mean", "standard_error", "worlds"]
    let rows = breakdown.filter { kind == nil || $0.scope.kind == kind }.map { estimate in
      [
        estimate.arm, estimate.scope.kind.rawValue, estimate.scope.name, estimate.metric.id,
        DelimitedText.number(estimate.mean), DelimitedText.number(estimate.standardError),
        "\(estimate.worlds)",
      ]
    }
    return format.text([header] + rows)
  }
}
