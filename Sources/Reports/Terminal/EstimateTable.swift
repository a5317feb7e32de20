internal import Experiments
internal import FeedMetrics

/// The metrics of one arm as a table for each family, in the columns that have room.
struct EstimateTable {
  private enum Column {
    case metric, name, mean, interval, halfWidth, deviation, worlds, support
  }

  /// From the widest to the narrowest; the last is used wherever nothing fits.
  private static let layouts: [[Column]] = [
    [.metric, .name, .mean, .interval, .deviation, .worlds, .support],
    [.metric, .mean, .interval, .deviation, .worlds, .support],
    [.metric, .mean, .halfWidth, .deviation, .worlds, .support],
    [.metric, .mean, .halfWidth, .support],
    [.metric, .mean, .halfWidth],
  ]

  private let rows: [(metric: MetricDefinition, cells: EstimateCells)]

  private let level: Double

  /// - Parameter level: Coverage of the intervals.
  init(_ estimates: [MetricEstimate], level: Double) {
    rows = estimates.map { ($0.metric, EstimateCells($0)) }
    self.level = level
  }

  /// The lines of tables that have the same columns.
  ///
  /// - Parameter width: Columns of the terminal.
  static func lines(_ tables: [EstimateTable], width: Int, hasStyle: Bool) -> [[String]] {
    let laidOut = layouts.lazy.map { columns in tables.map { $0.table(columns) } }
    let fitting = laidOut.first { $0.allSatisfy { $0.width <= width } }
    let narrowest = tables.map { $0.table(layouts.last!) }
    return (fitting ?? narrowest).map { $0.lines(hasStyle: hasStyle) }
  }

  private func table(_ columns: [Column]) -> TextTable {
    var table = TextTable(
      columns.map {
        .init($0 == .metric || $0 == .name ? .left : .right, gap: $0 == .halfWidth ? 1 : 2)
      })
    table.add(
      rows, family: \.metric.family, heading: { family in columns.map { heading($0, family) } },
      cells: { row in columns.map { cell($0, row.metric, row.cells) } })
    return table
  }

  private func heading(_ column: Column, _ family: MetricFamily) -> String {
    switch column {
    case .metric: family.rawValue
    case .name: ""
    case .mean: "mean"
    case .interval, .halfWidth: LevelWords.heading(level)
    case .deviation: "SD"
    case .worlds: "worlds"
    case .support: "support"
    }
  }

  private func cell(_ column: Column, _ metric: MetricDefinition, _ cells: EstimateCells) -> String
  {
    switch column {
    case .metric: metric.label
    case .name: metric.name
    case .mean: cells.mean
    case .interval: cells.interval
    case .halfWidth: cells.halfWidth
    case .deviation: cells.deviation
    case .worlds: cells.worlds
    case .support: cells.support
    }
  }
}
