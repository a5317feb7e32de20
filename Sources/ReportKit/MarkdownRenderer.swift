/// Documents as Markdown, for a file, a comment or a step's summary.
enum MarkdownRenderer {
  /// - Parameter limitNote: Where to find the parts that a text omits if it is too long for a comment; `nil` for a text
  ///   without limit.
  static func text(_ blocks: [Block], limitNote: String?) -> String {
    let text = blocks.flatMap(parts).joined(separator: "\n\n") + "\n"
    return limitNote.map { MarkdownText.limited(text, whole: $0) } ?? text
  }

  /// The parts, with an empty line between any two.
  private static func parts(_ block: Block) -> [String] {
    switch block {
    case .title(let mark, let sentence):
      return [(mark.map { "<!-- \($0) -->\n" } ?? "") + "### " + sentence.markdown]
    case .heading(let sentence): return ["#### " + sentence.markdown]
    case .sentences(let sentences, .list): return list(sentences)
    case .sentences(let sentences, let layout): return parts(sentences.map(\.markdown), layout)
    case .table(let table): return table.groups.map { text(table, $0) }
    case .group(let blocks): return blocks.flatMap(parts)
    case .only(let audience, let blocks):
      return audience.contains(.markdown) ? blocks.flatMap(parts) : []
    case .drawings: return []
    case .picture(let lines): return [text(lines)]
    case .cards(let cards):
      return cards.flatMap { card in
        ["**\(card.title.markdown)**"] + list(card.rows.map { "\($0.term): " + $0.text })
      }
    case .sections(let sections):
      return list(sections.filter { !$0.isFolded }.flatMap(\.answers))
        + sections.flatMap { $0.isFolded ? folded($0) : parts($0) }
    }
  }

  private static func parts(_ section: Block.Section) -> [String] {
    (section.title.map { ["#### " + $0.markdown] } ?? []) + section.blocks.flatMap(parts)
  }

  /// The element that a code host shows closed; its title is HTML, not Markdown.
  private static func folded(_ section: Block.Section) -> [String] {
    ["<details><summary>\(section.title?.html ?? "")</summary>"]
      + parts(section.answers.map(\.markdown), .paragraphs) + section.blocks.flatMap(parts)
      + [MarkdownText.endOfFold]
  }

  private static func parts(_ lines: [String], _ layout: Block.Layout) -> [String] {
    guard !lines.isEmpty else { return [] }
    return switch layout {
    case .paragraphs, .list: lines
    case .lines: [lines.map { $0 + "  " }.joined(separator: "\n")]
    case .joined(let separator): [lines.joined(separator: separator)]
    }
  }

  /// A sentence with a margin belongs to the item above.
  private static func list(_ items: [Sentence]) -> [String] {
    let lines = items.map { String(repeating: " ", count: $0.margin) + "- " + $0.markdown }
    return lines.isEmpty ? [] : [lines.joined(separator: "\n")]
  }

  /// A block of code in the language of changes, of which code hosts colour lines by their first character.
  private static func text(_ picture: [Sentence]) -> String {
    let lines = picture.map { line in
      let sign =
        switch line.tone {
        case .bad: "-"
        case .good: "+"
        case .strong, .unclear: "!"
        case .plain: " "
        }
      // A row of backticks would end the block.
      return "\(sign) \(line.text.replacing("`", with: "'"))"
    }
    return (["```diff"] + lines + ["```"]).joined(separator: "\n")
  }

  private static func text(_ table: Table, _ group: Table.Group<[Value]>) -> String {
    let shown = table.columns.indices.filter {
      table.columns[$0].isShown(in: table.markdownLayout)
    }
    let columns = shown.map { table.columns[$0] }
    let header = columns.map { ($0.heading.markdown ?? group.name.markdown ?? "").markdown }
    let line =
      switch table.rule {
      case .plain: MarkdownText.row(columns.map { _ in "---" })
      case .aligned: "|" + columns.map { rule($0.alignment) + "|" }.joined()
      }
    let rows = group.rows.map { row in MarkdownText.row(shown.map { row[$0].markdown }) }
    return ([MarkdownText.row(header), line] + rows).joined(separator: "\n")
  }

  private static func rule(_ alignment: Table.Alignment) -> String {
    switch alignment {
    case .left: ":--"
    case .right: "--:"
    case .centred: ":-:"
    }
  }
}
