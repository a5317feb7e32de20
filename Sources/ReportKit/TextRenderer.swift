/// Documents for a terminal.
struct TextRenderer {
  private let width: Int
  private let hasStyle: Bool
  private let program: ProgramName

  /// The smallest width that tables are laid out for.
  private static let leastWidth = 60

  /// - Parameters:
  ///   - width: The number of columns of the terminal.
  ///   - hasStyle: Whether bold and colour are written; the layout is the same without.
  ///   - program: The name in commands of sentences.
  init(width: Int, hasStyle: Bool, program: ProgramName) {
    self.width = max(width, Self.leastWidth)
    self.hasStyle = hasStyle
    self.program = program
  }

  func text(_ blocks: [Block]) -> String {
    let joint = blocks.flatMap(\.tables).filter(\.isJoint)
    let layout = joint.isEmpty ? 0 : layout(of: joint)
    let all = blocks.flatMap { parts($0, jointLayout: layout) }
    return all.joined(separator: [""]).joined(separator: "\n") + "\n"
  }

  /// The lines, with an empty line between any two parts.
  private func parts(_ block: Block, jointLayout: Int) -> [[String]] {
    switch block {
    case .title, .drawings, .picture: return []
    case .heading(let sentence): return [[styled(sentence.text, .strong)]]
    case .sentences(let sentences, _): return nonEmpty([sentences.flatMap(lines)])
    case .table(let table): return lines(table, table.isJoint ? jointLayout : layout(of: [table]))
    case .group(let blocks):
      return nonEmpty([blocks.flatMap { parts($0, jointLayout: jointLayout).joined() }])
    case .only(let audience, let blocks):
      guard audience.contains(.terminal) else { return [] }
      return blocks.flatMap { parts($0, jointLayout: jointLayout) }
    case .cards(let cards):
      return cards.map { card in
        lines(card.title)
          + card.rows.flatMap { lines(("\($0.term): " + $0.text).hanging(2, margin: 2)) }
      }
    case .sections(let sections):
      return sections.flatMap { section in
        nonEmpty([section.answers.flatMap(lines)])
          + section.blocks.flatMap { parts($0, jointLayout: jointLayout) }
      }
    }
  }

  private func nonEmpty(_ parts: [[String]]) -> [[String]] { parts.filter { !$0.isEmpty } }

  /// A line that fits stays unchanged, since wrapping joins blanks.
  private func lines(_ sentence: Sentence) -> [String] {
    let (text, room) = (program.naming(sentence.text), width - sentence.margin)
    let lines =
      text.count <= room || !sentence.isWrapped
      ? [text] : text.wrapped(to: room, indent: sentence.indent)
    let margin = String(repeating: " ", count: sentence.margin)
    return lines.map { margin + styled($0, sentence.tone) }
  }

  private func styled(_ text: String, _ tone: Tone) -> String {
    hasStyle && !text.isEmpty ? tone.applied(to: text) : text
  }

  // MARK: Tables

  /// The widest layout in which all tables fit, or the narrowest.
  private func layout(of tables: [Table]) -> Int {
    let layouts = 0..<(tables.map(\.layouts).max() ?? 1)
    return layouts.first { layout in
      tables.allSatisfy { Grid($0, layout).width <= width }
    } ?? layouts.upperBound - 1
  }

  /// The lines of each group of rows.
  private func lines(_ table: Table, _ layout: Int) -> [[String]] {
    let grid = Grid(table, layout)
    if grid.width > width, let folded = table.folded { return lines(table, folded) }
    let tone: Tone = table.headingStyle == .bold ? .strong : .plain
    return grid.groups.map { group in
      (group.heading.map { [grid.line($0) { text, _ in styled(text, tone) }] } ?? [])
        + group.rows.map { row in
          grid.line(row.map(\.text)) { text, column in styled(text, row[column].tone) }
        }
    }
  }

  /// A table split into several, each with as many of the folded columns as fit.
  private func lines(_ table: Table, _ folded: ClosedRange<Int>) -> [[String]] {
    func tables(of count: Int) -> [Table] {
      stride(from: folded.lowerBound, through: folded.upperBound, by: count).map { first in
        let shown = first..<min(first + count, folded.upperBound + 1)
        return table.keeping(
          table.columns.indices.filter { shown.contains($0) || !folded.contains($0) })
      }
    }
    let counts = (1..<folded.count).reversed()
    let count = counts.first { tables(of: $0).allSatisfy { Grid($0, 0).width <= width } } ?? 1
    return tables(of: count).flatMap { lines($0, 0) }
  }
}

/// The cells of a table in one of its layouts, in columns as wide as their widest cell.
private struct Grid {
  let groups: [(heading: [String]?, rows: [[Value]])]
  private let columns: [Table.Column]
  private let widths: [Int]

  init(_ table: Table, _ layout: Int) {
    let shown = table.columns.indices.filter { table.columns[$0].isShown(in: layout) }
    let columns = shown.map { table.columns[$0] }
    self.columns = columns
    groups = table.groups.map { group in
      let heading = columns.map { $0.heading.text ?? group.name.text ?? "" }
      let rows = group.rows.map { row in shown.map { row[$0] } }
      return (table.headingStyle == .none ? nil : heading, rows)
    }
    widths = columns.indices.map { [groups] column in
      groups.reduce(0) { widest, group in
        group.rows.reduce(max(widest, group.heading?[column].count ?? 0)) {
          max($0, $1[column].text.count)
        }
      }
    }
  }

  var width: Int {
    groups.isEmpty ? 0 : widths.reduce(0, +) + columns.dropFirst().reduce(0) { $0 + $1.gap }
  }

  /// - Parameter style: Puts the text of a column as the terminal shows it.
  func line(_ cells: [String], style: (String, Int) -> String) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[index] - cell.count)
      if index > 0 { line += String(repeating: " ", count: columns[index].gap) }
      let text = style(cell, index)
      line += columns[index].alignment == .left ? text + padding : padding + text
    }
    return String(line.reversed().drop { $0 == " " }.reversed())
  }
}

extension [Block] {
  /// How many lines of a terminal they take, with the empty lines between them.
  package func lineCount(width: Int) -> Int {
    TextRenderer(width: width, hasStyle: false, program: .plain).text(self).count { $0 == "\n" }
  }
}

extension Block {
  /// All tables that a terminal shows.
  fileprivate var tables: [Table] {
    switch self {
    case .table(let table): [table]
    case .group(let blocks): blocks.flatMap(\.tables)
    case .only(let audience, let blocks):
      audience.contains(.terminal) ? blocks.flatMap(\.tables) : []
    case .sections(let sections): sections.flatMap { $0.blocks.flatMap(\.tables) }
    case .title, .heading, .sentences, .cards, .drawings, .picture: []
    }
  }
}

extension String {
  /// Lines of at most so many characters, broken at blanks; a longer word has a line of its own.
  ///
  /// - Parameter indent: Blanks before every line but the first.
  package func wrapped(to width: Int, indent: Int = 0) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent) + word
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }
}
