internal import Experiments
internal import FeedMetrics

/// The comparisons of one candidate as a table for each family, in the columns that have room.
struct ComparisonTable {
  fileprivate enum Column {
    case metric, name, baseline, candidate, change, interval, halfWidth, percent, p, better, verdict
    case mark
  }

  /// From the widest to the narrowest; the last is used wherever nothing fits.
  private static let layouts: [[Column]] = [
    [.metric, .name, .baseline, .candidate, .change, .interval, .percent, .p, .better, .verdict],
    [.metric, .name, .baseline, .candidate, .change, .interval, .percent, .p, .verdict],
    [.metric, .baseline, .candidate, .change, .interval, .percent, .p, .better, .verdict],
    [.metric, .baseline, .candidate, .change, .interval, .percent, .p, .verdict],
    [.metric, .baseline, .candidate, .change, .halfWidth, .percent, .p, .verdict],
    [.mark, .metric, .baseline, .candidate, .change, .halfWidth, .percent, .p],
    [.mark, .metric, .baseline, .candidate, .change, .halfWidth, .percent],
    [.mark, .metric, .baseline, .candidate, .change, .halfWidth],
  ]

  /// Arms' names are cut to this in a heading; the sentence above has them whole.
  private static let longestArmName = 14

  let baseline: String
  let candidate: String
  private let level: Double
  private let rows: [(comparison: Comparison, cells: ComparisonCells)]

  /// - Parameter level: Coverage of the intervals.
  init(_ comparisons: [Comparison], candidate: String, baseline: String, level: Double) {
    self.baseline = baseline
    self.candidate = candidate
    self.level = level
    rows = comparisons.map { ($0, ComparisonCells($0)) }
  }

  /// The lines of tables that have the same columns.
  ///
  /// - Parameter width: Columns of the terminal.
  static func lines(_ tables: [ComparisonTable], width: Int, hasStyle: Bool) -> [[String]] {
    let laidOut = layouts.lazy.map { columns in tables.map { $0.table(columns) } }
    let fitting = laidOut.first { $0.allSatisfy { $0.width <= width } }
    let narrowest = tables.map { $0.table(layouts.last!) }
    return (fitting ?? narrowest).map { $0.lines(hasStyle: hasStyle) }
  }

  private func table(_ columns: [Column]) -> TextTable {
    var table = TextTable(columns.map { .init($0.alignment, gap: $0.gap) })
    table.add(
      rows, family: \.comparison.metric.family,
      heading: { family in columns.map { heading($0, family) } },
      cells: { row in columns.map { cell($0, row.comparison, row.cells) } },
      style: { row, column in
        columns[column].isVerdict ? row.comparison.finding.tone.style : .plain
      })
    return table
  }

  private func heading(_ column: Column, _ family: MetricFamily) -> String {
    switch column {
    case .metric: family.rawValue
    case .name, .mark: ""
    case .baseline: Self.short(baseline)
    case .candidate: Self.short(candidate)
    case .change: "Δ"
    case .interval, .halfWidth: LevelWords.heading(level)
    case .percent: "Δ%"
    case .p: "p"
    case .better: "P(better)"
    case .verdict: "verdict"
    }
  }

  private func cell(_ column: Column, _ comparison: Comparison, _ cells: ComparisonCells) -> String
  {
    switch column {
    case .metric: comparison.metric.label + comparison.askedMark
    case .name: comparison.metric.name
    case .baseline: cells.baseline
    case .candidate: cells.candidate
    case .change: cells.change
    case .interval: cells.interval
    case .halfWidth: cells.halfWidth
    case .percent: cells.percent
    case .p: cells.p
    case .better: cells.probabilityBetter
    case .verdict: comparison.finding.words
    case .mark: comparison.finding.mark
    }
  }

  private static func short(_ arm: String) -> String {
    arm.count <= longestArmName ? arm : arm.prefix(longestArmName - 1) + "…"
  }
}

extension ComparisonTable.Column {
  fileprivate var alignment: TextTable.Column.Alignment {
    switch self {
    case .metric, .name, .verdict, .mark: .left
    case .baseline, .candidate, .change, .interval, .halfWidth, .percent, .p, .better: .right
    }
  }

  /// A half-width belongs to the change before it.
  fileprivate var gap: Int { self == .halfWidth ? 1 : 2 }

  fileprivate var isVerdict: Bool { self == .verdict || self == .mark }
}

extension RowFinding.Tone {
  fileprivate var style: TextStyle {
    switch self {
    case .good: .green
    case .bad: .red
    case .plain: .plain
    case .unclear: .dim
    }
  }
}
