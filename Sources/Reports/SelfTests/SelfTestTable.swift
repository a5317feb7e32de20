internal import SelfTest

/// The results of a self-test as a table for a terminal, in the columns that have room.
struct SelfTestTable {
  private typealias Column = FindingCells.Column

  /// From the widest to the narrowest; the last is used wherever nothing fits.
  private static let layouts: [[Column]] = [
    Column.allCases,
    [.verdict, .id, .result, .size, .target, .tolerance, .observed, .interval],
    [.verdict, .id, .result, .target, .tolerance, .observed, .interval],
    [.verdict, .id, .observed, .target, .tolerance, .result],
  ]

  private let rows: [(cells: FindingCells, passes: Bool)]

  init(_ report: SelfTestReport) {
    rows = report.results.map { (FindingCells($0), $0.finding.passes) }
  }

  /// - Parameter width: Columns of the terminal.
  func lines(width: Int, hasStyle: Bool) -> [String] {
    let fitting = Self.layouts.lazy.map(table).first { $0.width <= width }
    return (fitting ?? table(Self.layouts.last!)).lines(hasStyle: hasStyle)
  }

  private func table(_ columns: [Column]) -> TextTable {
    var table = TextTable(columns.map { .init($0.isNumber ? .right : .left) })
    table.add(columns.map { $0 == .verdict ? "" : $0.rawValue }) { _ in .bold }
    for (cells, passes) in rows {
      table.add(columns.map { cells[$0] }) { column in
        columns[column] == .verdict ? (passes ? .green : .red) : .plain
      }
    }
    return table
  }
}

extension FindingCells.Column {
  fileprivate var isNumber: Bool {
    switch self {
    case .target, .tolerance, .observed, .interval: true
    case .id, .result, .source, .size, .verdict: false
    }
  }
}
