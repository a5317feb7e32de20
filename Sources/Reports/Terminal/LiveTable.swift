internal import Experiments
internal import FeedMetrics
internal import ReportKit

/// The live tests of one candidate as a table for each family, in the columns that have room.
struct LiveTable {
  private enum Column {
    case metric, global, naive, bias, interval, ratio, spread, wrongSigns, verdicts
  }

  /// From the widest to the narrowest; the last is used wherever nothing fits.
  private static let layouts: [[Column]] = [
    [.metric, .global, .naive, .bias, .interval, .ratio, .spread, .wrongSigns, .verdicts],
    [.metric, .global, .naive, .bias, .interval, .spread, .wrongSigns, .verdicts],
    [.metric, .global, .naive, .bias, .interval, .verdicts],
    [.metric, .global, .naive, .bias, .verdicts],
  ]

  private let rows: [(comparison: LiveComparison, cells: LiveCells)]

  init(_ comparisons: [LiveComparison]) { rows = comparisons.map { ($0, LiveCells($0)) } }

  /// - Parameter width: Columns of the terminal.
  func lines(width: Int, hasStyle: Bool) -> [String] {
    let tables = Self.layouts.lazy.map(table)
    let table = tables.first { $0.width <= width } ?? table(Self.layouts.last!)
    return table.lines(hasStyle: hasStyle)
  }

  private func table(_ columns: [Column]) -> TextTable {
    var table = TextTable(columns.map { .init($0 == .metric || $0 == .verdicts ? .left : .right) })
    table.add(
      rows, family: \.comparison.metric.family,
      heading: { family in columns.map { heading($0, family) } },
      cells: { row in columns.map { cell($0, row.comparison, row.cells) } },
      style: { row, column in
        switch columns[column] {
        case .bias, .interval: row.comparison.isBiased ? .bold : .dim
        case .verdicts: row.comparison.isMisleading ? .bold : .plain
        default: .plain
        }
      })
    return table
  }

  private func heading(_ column: Column, _ family: MetricFamily) -> String {
    switch column {
    case .metric: family.rawValue
    case .global: "global"
    case .naive: "live"
    case .bias: "bias"
    case .interval: "95% CI"
    case .ratio: "live/global"
    case .spread: "SD ×"
    case .wrongSigns: "wrong sign"
    case .verdicts: "verdict"
    }
  }

  private func cell(_ column: Column, _ comparison: LiveComparison, _ cells: LiveCells) -> String {
    switch column {
    case .metric: comparison.metric.label
    case .global: cells.global
    case .naive: cells.naive
    case .bias: cells.bias
    case .interval: cells.interval
    case .ratio: cells.ratio
    case .spread: cells.spread
    case .wrongSigns: cells.wrongSigns
    case .verdicts: cells.verdicts
    }
  }
}

extension TextReport {
  /// What live tests would have told: for each candidate a sentence and a table, then what the columns are.
  static func liveBlocks(
    _ results: ExperimentResults, hiding hidden: Set<String>, width: Int, hasStyle: Bool
  ) -> [[String]] {
    guard let words = LiveWords(results) else { return [] }
    let baseline = results.design.baseline ?? ""
    let blocks = results.design.candidates.map { candidate in
      words.headline(candidate, named: (candidate, baseline)).wrapped(to: width)
        + LiveTable(
          results.liveComparisons(of: candidate).filter { !hidden.contains($0.metric.id) }
        ).lines(width: width, hasStyle: hasStyle)
    }
    return blocks + [words.legend.wrapped(to: width)]
  }
}
