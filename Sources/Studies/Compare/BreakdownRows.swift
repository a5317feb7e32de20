internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// The metrics of all arms by surface, ranker or day: a block for each metric, a row for each scope.
struct BreakdownRows {
  struct MetricRows {
    let metric: MetricDefinition
    let rows: [Row]
  }

  struct Row {
    let scope: String
    /// By arm: the mean, with the half-width of its interval if there is one.
    let cells: [Value]
  }

  let kind: NamedScope.Kind
  /// Coverage of the intervals.
  let level: Double
  let arms: [String]
  private let metrics: [MetricRows]

  init(
    _ results: ExperimentResults, by kind: NamedScope.Kind, hiding hidden: Set<String> = []
  ) {
    let arms = results.design.measuredArms
    let byMetric = Dictionary(
      grouping: results.breakdown.filter { $0.scope.kind == kind }, by: \.metric.id)
    self.kind = kind
    level = results.design.level
    self.arms = arms
    let shown = (results.design.metrics + results.design.tables).filter { !hidden.contains($0.id) }
    metrics = shown.compactMap { metric in
      byMetric[metric.id].map { MetricRows(metric: metric, rows: Self.rows($0, arms: arms)) }
    }
  }

  /// The breakdowns of a report: the chosen one, and the metrics by group or week, which are always shown.
  static func shown(
    _ results: ExperimentResults, by kind: NamedScope.Kind?, hiding hidden: Set<String> = []
  ) -> [BreakdownRows] {
    let kinds = [kind, .row].compactMap { $0 }
    return NamedScope.Kind.allCases.filter(kinds.contains).map {
      BreakdownRows(results, by: $0, hiding: hidden)
    }.filter { $0.kind == kind || !$0.metrics.isEmpty }
  }

  private static func rows(_ estimates: [ScopedEstimate], arms: [String]) -> [Row] {
    let scopes = Set(estimates.map(\.scope)).sorted()
    return scopes.map { scope in
      Row(
        scope: scope.name,
        cells: arms.map { arm in
          estimates.first { $0.scope == scope && $0.arm == arm }.map(cell) ?? .missing
        })
    }
  }

  private static func cell(_ estimate: ScopedEstimate) -> Value {
    let scale = ValueScale(estimate)
    let halfWidth = estimate.interval.map { " ±\(scale.halfWidth($0.halfWidth))" }
    return .figure(scale.value(estimate.mean) + (halfWidth ?? ""))
  }

  /// The heading of the breakdown.
  var heading: String {
    switch kind {
    case .surface: "By surface"
    case .ranker: "By ranker"
    case .day: "By simulated day from 0"
    case .row: "By group or week"
    }
  }

  var blocks: [ReportKit.Block] {
    let columns: [Column<Row>] =
      [Column(.group) { .label($0.scope, text: "  \($0.scope)", "\($0.scope)") }]
      + arms.indices.map { arm in Column(.init(arms[arm]), .right) { $0.cells[arm] } }
    return [
      .only(.files, [.heading("\(heading)")]),
      .paragraph(
        "\(heading), mean ±\(LevelText.heading(level)); a metric without a row is not defined there."
      ),
      .table(Table(columns, groups: blocksOfRows)),
    ]
  }

  private var blocksOfRows: [Table.Group<Row>] {
    metrics.map { Table.Group(.init($0.metric.signedID, markdown: .metric($0.metric)), $0.rows) }
  }
}
