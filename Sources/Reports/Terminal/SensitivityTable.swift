internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// The findings about one candidate as a table for each family, in the columns that have room.
struct SensitivityTable {
  private enum Column {
    case metric, better, worse, equal, undecided, parameter, size
  }

  /// From the widest to the narrowest; the last is used wherever nothing fits.
  private static let layouts: [[Column]] = [
    [.metric, .better, .worse, .equal, .undecided, .parameter, .size],
    [.metric, .better, .worse, .equal, .undecided, .parameter],
    [.metric, .better, .worse, .equal, .undecided],
  ]

  private let rows: [(metric: MetricDefinition, cells: SensitivityCells)]

  init(_ findings: [SensitivityFinding], _ words: SensitivityWords) {
    rows = findings.map { ($0.metric, SensitivityCells($0, words)) }
  }

  /// The lines of tables that have the same columns.
  ///
  /// - Parameter width: Columns of the terminal.
  static func lines(_ tables: [SensitivityTable], width: Int, hasStyle: Bool) -> [[String]] {
    let laidOut = layouts.lazy.map { columns in tables.map { $0.table(columns) } }
    let fitting = laidOut.first { $0.allSatisfy { $0.width <= width } }
    let narrowest = tables.map { $0.table(layouts.last!) }
    return (fitting ?? narrowest).map { $0.lines(hasStyle: hasStyle) }
  }

  private func table(_ columns: [Column]) -> TextTable {
    var table = TextTable(
      columns.map { .init($0 == .metric || $0 == .parameter ? .left : .right) })
    for family in MetricFamily.allCases {
      let members = rows.filter { $0.metric.family == family }
      guard !members.isEmpty else { continue }
      table.addGap()
      table.add(columns.map { Self.heading($0, family) }) { _ in TextStyle.bold }
      for (metric, cells) in members {
        table.add(columns.map { Self.cell($0, metric, cells) }) { Self.style(columns[$0], cells) }
      }
    }
    return table
  }

  private static func heading(_ column: Column, _ family: MetricFamily) -> String {
    switch column {
    case .metric: family.rawValue
    case .better: Verdict.better.mark
    case .worse: Verdict.worse.mark
    case .equal: Verdict.equivalent.mark
    case .undecided: Verdict.undecided.mark
    case .parameter: "moved most by"
    case .size: "μ*"
    }
  }

  private static func cell(
    _ column: Column, _ metric: MetricDefinition, _ cells: SensitivityCells
  ) -> String {
    switch column {
    case .metric: metric.label
    case .better: cells.better
    case .worse: cells.worse
    case .equal: cells.equal
    case .undecided: cells.undecided
    case .parameter: cells.influences.first?.parameter ?? NumberText.missing
    case .size: cells.influences.first?.size ?? ""
    }
  }

  private static func style(_ column: Column, _ cells: SensitivityCells) -> TextStyle {
    switch column {
    case .better where cells.better == "100%": .green
    case .worse where cells.worse == "100%": .red
    default: .plain
    }
  }
}
