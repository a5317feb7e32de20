internal import FeedMetrics

extension TextTable {
  /// Adds rows family by family, each family below a heading in bold and a gap above it.
  ///
  /// - Parameters:
  ///   - heading: The cells above the rows of a family.
  ///   - style: That of the cell of a row in a column.
  mutating func add<Row>(
    _ rows: [Row], family: (Row) -> MetricFamily, heading: (MetricFamily) -> [String],
    cells: (Row) -> [String], style: @escaping (Row, Int) -> TextStyle = { _, _ in .plain }
  ) {
    for kind in MetricFamily.allCases {
      let members = rows.filter { family($0) == kind }
      guard !members.isEmpty else { continue }
      addGap()
      add(heading(kind)) { _ in .bold }
      for row in members { add(cells(row)) { style(row, $0) } }
    }
  }
}
