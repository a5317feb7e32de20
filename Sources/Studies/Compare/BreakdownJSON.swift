internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit

extension ExperimentResults {
  /// The metrics of an arm by surface, by ranker and by day: for each kind the scopes, and for each metric
  /// columns along them.
  static func breakdownJSON(_ estimates: [ScopedEstimate]) -> JSONValue {
    let kinds = NamedScope.Kind.allCases.map { kind in
      (kind.rawValue, columns(estimates.filter { $0.scope.kind == kind }))
    }
    return .object(Dictionary(uniqueKeysWithValues: kinds))
  }

  private static func columns(_ estimates: [ScopedEstimate]) -> JSONValue {
    let scopes = Set(estimates.map(\.scope)).sorted()
    let metrics = Dictionary(grouping: estimates, by: \.metric.id).mapValues { members in
      let byScope = Dictionary(uniqueKeysWithValues: members.map { ($0.scope, $0) })
      let row = scopes.map { byScope[$0] }
      return JSONValue.object([
        "mean": .array(row.map { JSONValue($0?.mean) }),
        "standard_error": .array(row.map { JSONValue($0?.standardError) }),
        "worlds": .array(row.map { JSONValue($0?.worlds ?? 0) }),
      ])
    }
    return .object([
      "scopes": .array(scopes.map { .string($0.name) }), "metrics": .object(metrics),
    ])
  }
}
