internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import Stochastics

/// The findings of a check as a table, in the columns that have room.
struct CheckTable {
  fileprivate enum Column {
    case metric, baseline, now, change, interval, halfWidth, percent, p, verdict, mark, rule
  }

  /// From the widest to the narrowest; the last is used wherever nothing fits.
  private static let layouts: [[Column]] = [
    [.metric, .baseline, .now, .change, .interval, .percent, .p, .verdict, .rule],
    [.metric, .baseline, .now, .change, .halfWidth, .percent, .p, .verdict, .rule],
    [.mark, .metric, .baseline, .now, .change, .halfWidth, .p, .rule],
    [.mark, .metric, .now, .change, .halfWidth, .rule],
    [.mark, .metric, .now, .change, .halfWidth],
  ]

  private let level: String
  private let rows: [(finding: CheckFinding, cells: RuleCells)]

  init(_ results: CheckResults) {
    level = Self.level(results)
    rows = results.findings.map { ($0, RuleCells($0, anchor: results.baseline.anchor)) }
  }

  /// The coverage of the intervals, where they all have the same.
  static func level(_ results: CheckResults) -> String {
    let levels = Set(
      results.findings.compactMap { finding in
        finding.comparison?.difference?.interval?.level ?? finding.estimate?.interval?.level
      })
    return levels.count == 1 ? LevelWords.heading(levels.first!) : "CI"
  }

  /// - Parameter width: Columns of the terminal.
  func lines(width: Int, hasStyle: Bool) -> [String] {
    let laidOut = Self.layouts.lazy.map(table)
    let fitting = laidOut.first { $0.width <= width }
    return (fitting ?? table(Self.layouts.last!)).lines(hasStyle: hasStyle)
  }

  private func table(_ columns: [Column]) -> TextTable {
    var table = TextTable(columns.map { .init($0.alignment, gap: $0.gap) })
    table.add(columns.map(heading)) { _ in .bold }
    for row in rows {
      table.add(columns.map { cell($0, row.cells) }) { column in
        columns[column].isVerdict ? row.finding.style : .plain
      }
    }
    return table
  }

  private func heading(_ column: Column) -> String {
    switch column {
    case .metric: "metric"
    case .baseline: "baseline"
    case .now: "now"
    case .change: "Δ"
    case .interval, .halfWidth: level
    case .percent: "Δ%"
    case .p: "p (Holm)"
    case .verdict: "verdict"
    case .mark: ""
    case .rule: "rule"
    }
  }

  private func cell(_ column: Column, _ cells: RuleCells) -> String {
    switch column {
    case .metric: cells.metric
    case .baseline: cells.baseline
    case .now: cells.now
    case .change: cells.change
    case .interval: cells.interval
    case .halfWidth: cells.halfWidth
    case .percent: cells.percent
    case .p: cells.p
    case .verdict: cells.verdict
    case .mark: cells.mark
    case .rule: cells.rule
    }
  }
}

extension CheckTable.Column {
  fileprivate var alignment: TextTable.Column.Alignment {
    switch self {
    case .metric, .verdict, .mark, .rule: .left
    case .baseline, .now, .change, .interval, .halfWidth, .percent, .p: .right
    }
  }

  /// A half-width belongs to the number before it.
  fileprivate var gap: Int { self == .halfWidth ? 1 : 2 }

  fileprivate var isVerdict: Bool { self == .verdict || self == .mark }
}

extension CheckFinding {
  fileprivate var style: TextStyle {
    switch status {
    case .regression: level == .error ? .red : .bold
    case .improved: .green
    case .undecided: .dim
    case .identical, .pass: .plain
    }
  }
}
