/// Rows of text in columns as wide as their widest cell.
struct TextTable {
  struct Column {
    enum Alignment { case left, right }

    let alignment: Alignment
    /// Blanks before it, unless it is the first.
    let gap: Int

    init(_ alignment: Alignment, gap: Int = 2) {
      self.alignment = alignment
      self.gap = gap
    }
  }

  private let columns: [Column]
  private var rows: [(cells: [String], style: (Int) -> TextStyle)] = []

  init(_ columns: [Column]) { self.columns = columns }

  /// - Parameter style: That of the cell in a column.
  mutating func add(_ cells: [String], style: @escaping (Int) -> TextStyle = { _ in .plain }) {
    precondition(cells.count == columns.count, "\(cells.count) cells in \(columns.count) columns")
    rows.append((cells, style))
  }

  /// An empty line.
  mutating func addGap() { rows.append(([], { _ in .plain })) }

  var width: Int { widths.reduce(0, +) + columns.dropFirst().reduce(0) { $0 + $1.gap } }

  /// - Parameter hasStyle: Whether escape codes are written; the layout is the same without.
  func lines(hasStyle: Bool) -> [String] {
    let widths = widths
    return rows.map { row in
      var line = ""
      for (index, cell) in row.cells.enumerated() {
        let padding = String(repeating: " ", count: widths[index] - cell.count)
        let text = hasStyle && !cell.isEmpty ? row.style(index).apply(to: cell) : cell
        line += String(repeating: " ", count: index == 0 ? 0 : columns[index].gap)
        line += columns[index].alignment == .right ? padding + text : text + padding
      }
      return line.withoutTrailingBlanks
    }
  }

  private var widths: [Int] {
    columns.indices.map { column in
      rows.reduce(0) { $1.cells.isEmpty ? $0 : max($0, $1.cells[column].count) }
    }
  }
}

extension String {
  fileprivate var withoutTrailingBlanks: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
