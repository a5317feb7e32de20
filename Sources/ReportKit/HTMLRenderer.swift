/// Documents as HTML without scripts: for mail, or as a page with drawings.
///
/// Elements of a mail have inline styles, since mail clients remove style sheets, scripts and requests to other hosts.
enum HTMLRenderer {
  /// The maximum length of a mail in bytes: Gmail cuts a message at 102 kB, and the client that sends it adds a header.
  static let mostBytes = 100_000

  /// - Parameter limitNote: Where to find the parts that a text omits if it is too long for a mail.
  static func mail(_ blocks: [Block], limitNote: String?, limit: Int = mostBytes) -> String {
    let (head, end) = frame(blocks, width: 760)
    let room = limit - head.utf8.count - end.utf8.count
    return head + body(blocks.flatMap { parts($0, .mail) }, limitNote, room) + end
  }

  /// A page whose policy admits only its style sheet, and no script.
  ///
  /// - Parameter style: A style sheet that gives the colours of drawings their values.
  static func page(_ blocks: [Block], style: String) -> String {
    let (head, end) = frame(blocks, width: 1080)
    let body = blocks.flatMap { parts($0, .page) }.map { $0.text + "\n" }.joined()
    let (html, rules) = classed(head + body + end)
    let sheet = "\(style)\n\(rules)"
    let policy =
      "default-src 'none'; style-src \(HTMLText.policySource(of: sheet)); base-uri 'none'; form-action 'none'"
    // No text before the title has a tag: names are escaped.
    return html.replacing(
      "<title>",
      with: """
        <meta http-equiv="Content-Security-Policy" content="\(policy)">
        <style>\(sheet)</style>
        <title>
        """, maxReplacements: 1)
  }

  /// The document with classes in place of inline styles, which a policy could not distinguish from those that somebody else
  /// put into a page; and the rules of the classes.
  ///
  /// Names and texts have no quotation mark that is not escaped, so that each style found is one of the renderer.
  private static func classed(_ html: String) -> (html: String, rules: String) {
    var names: [Substring: String] = [:]
    var rules = ""
    let pieces = html.split(separator: " style=\"", omittingEmptySubsequences: false)
    var text = String(pieces.first ?? "")
    for piece in pieces.dropFirst() {
      let style = piece.prefix { $0 != "\"" }
      let name = names[style] ?? "s\(names.count)"
      if names.updateValue(name, forKey: style) == nil { rules += ".\(name){\(style)}\n" }
      text += " class=\"\(name)" + piece[style.endIndex...]
    }
    return (text, rules)
  }

  /// What is before and after the parts.
  private static func frame(_ blocks: [Block], width: Int) -> (head: String, end: String) {
    let (mark, title) = blocks.lazy.compactMap(\.title).first ?? (nil, "FeedLab")
    // The mark is escaped, so that a name in it cannot end the comment.
    let comment = mark.map { "<!-- \(HTMLText.escaped($0)) -->\n" } ?? ""
    let head = """
      <!doctype html>
      \(comment)<html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light">
      <title>\(HTMLText.escaped(title.text))</title>
      </head>
      <body style="margin:0;padding:16px;background:#f5f6f8">
      <div style="max-width:\(width)px;margin:0 auto;padding:20px 24px;background:#ffffff;\(ink);\(font)">

      """
    return (head, "</div>\n</body>\n</html>\n")
  }

  /// A part of the text, which is omitted whole or not at all.
  private struct Part {
    let text: String
    var isTable = false
  }

  /// The parts that fit: where they are too long, tables are omitted from the end, then other parts.
  private static func body(_ parts: [Part], _ limitNote: String?, _ room: Int) -> String {
    var parts = parts
    var length = parts.reduce(0) { $0 + $1.text.utf8.count + 1 }
    guard length > room else { return parts.map { $0.text + "\n" }.joined() }
    let end = limitNote.map { "; \($0)" } ?? ""
    func note(_ omitted: Int) -> String {
      paragraph(
        HTMLText.escaped("\(NumberText.counted(omitted, "part")) left out\(end)."), style: small)
    }
    let all = parts.count
    while length > room - note(all).utf8.count - 1, let last = parts.indices.last {
      let omitted = parts.lastIndex { $0.isTable } ?? last
      length -= parts.remove(at: omitted).text.utf8.count + 1
    }
    return parts.map { $0.text + "\n" }.joined() + note(all - parts.count) + "\n"
  }

  private static func parts(_ block: Block, _ medium: Block.Audience) -> [Part] {
    switch block {
    case .title(_, let sentence):
      return [
        Part(text: HTMLText.element("h1", style: "margin:0 0 8px;font-size:20px", html(sentence)))
      ]
    case .heading(let sentence): return [heading(sentence)]
    case .sentences(let sentences, let layout):
      return sentences.isEmpty ? [] : [Part(text: text(sentences, layout))]
    case .table(let table):
      return table.groups.filter { !$0.rows.isEmpty }.map {
        let markup = text(table, $0)
        // A page scrolls wide tables; mail clients have their own ways.
        return Part(
          text: medium == .page
            ? HTMLText.element("div", style: "overflow-x:auto", markup)
            : markup,
          isTable: true)
      }
    case .cards(let cards): return cards.map { Part(text: text($0)) }
    case .drawings(let drawings):
      return medium == .page ? [Part(text: drawings.map(text).joined(separator: "\n"))] : []
    case .picture: return []
    case .group(let blocks): return blocks.flatMap { parts($0, medium) }
    case .only(let audience, let blocks):
      return audience.contains(medium) ? blocks.flatMap { parts($0, medium) } : []
    case .sections(let sections):
      return sections.flatMap { section in
        (section.title.map { [heading($0)] } ?? [])
          + (section.answers.isEmpty ? [] : [Part(text: text(section.answers, .paragraphs))])
          + section.blocks.flatMap { parts($0, medium) }
      }
    }
  }

  // MARK: Sentences

  private static func heading(_ sentence: Sentence) -> Part {
    Part(text: HTMLText.element("h2", style: "margin:20px 0 6px;font-size:16px", html(sentence)))
  }

  private static func html(_ sentence: Sentence) -> String {
    colour(sentence.tone).map { HTMLText.element("span", style: $0, sentence.html) }
      ?? sentence.html
  }

  private static func paragraph(_ html: String, style: String = "") -> String {
    HTMLText.element("p", style: "margin:6px 0" + (style.isEmpty ? "" : ";" + style), html)
  }

  private static func text(_ sentences: [Sentence], _ layout: Block.Layout) -> String {
    let lines = sentences.map(html)
    switch layout {
    case .paragraphs: return lines.map { paragraph($0) }.joined(separator: "\n")
    case .lines: return paragraph(lines.joined(separator: "<br>\n"), style: small)
    case .joined(let separator):
      return paragraph(lines.joined(separator: HTMLText.escaped(separator)), style: small)
    case .list:
      let items = lines.map { HTMLText.element("li", $0) }.joined(separator: "\n")
      return HTMLText.element("ul", style: "margin:6px 0;padding-left:20px", "\n\(items)\n")
    }
  }

  // MARK: Cards and tables

  /// A table, since some clients ignore the border of other elements.
  private static func text(_ card: Card) -> String {
    let (edge, ground) = colours(ofCard: card.title.tone)
    let title = HTMLText.element("strong", style: "font-size:16px", card.title.html)
    let lines = card.rows.map { row in
      HTMLText.element(
        "tr",
        cell("th", row.term, "text-align:left;white-space:nowrap;\(muted)")
          + HTMLText.element("td", style: cellStyle, html(row.text)))
    }
    let rows =
      lines.isEmpty
      ? ""
      : "\n" + HTMLText.element("table", style: tableStyle, "\n\(lines.joined(separator: "\n"))\n")
    let frame = "padding:10px 12px;border-left:4px solid \(edge);background:\(ground)"
    return HTMLText.element(
      "table", style: "width:100%;margin:10px 0;border-collapse:collapse",
      HTMLText.element("tr", HTMLText.element("td", style: frame, title + rows)))
  }

  /// A drawing below its title, beside the one before where there is room.
  private static func text(_ drawing: Drawing) -> String {
    let title = HTMLText.element(
      "figcaption", style: "font-size:13px;font-weight:bold", drawing.title.html)
    let style = "display:inline-block;vertical-align:top;margin:8px 16px 8px 0;max-width:100%"
    return HTMLText.element("figure", style: style, "\n\(title)\n\(drawing.markup)\n")
  }

  private static func text(_ table: Table, _ group: Table.Group<[Value]>) -> String {
    let shown = table.columns.indices.filter {
      table.columns[$0].isShown(in: table.markdownLayout)
    }
    let heads = shown.map { index in
      let column = table.columns[index]
      let heading = column.heading.markdown ?? group.name.markdown ?? ""
      return HTMLText.element(
        "th", style: "\(headStyle);\(alignment(column.alignment))", heading.html)
    }
    let rows = group.rows.map { row in
      shown.map { index in
        let tone = colour(row[index].tone).map { ";\($0)" } ?? ""
        return HTMLText.element(
          "td", style: "\(rowStyle);\(alignment(table.columns[index].alignment))\(tone)",
          row[index].html)
      }
    }
    let lines = ([heads] + rows).map { HTMLText.element("tr", $0.joined()) }
    return HTMLText.element("table", style: tableStyle, "\n\(lines.joined(separator: "\n"))\n")
  }

  private static func cell(_ tag: String, _ text: String, _ style: String) -> String {
    HTMLText.element(tag, style: "\(cellStyle);\(style)", HTMLText.escaped(text))
  }

  // MARK: Styles

  private static let ink = "color:#111827"
  private static let muted = "color:#566072"
  private static let font = "font:14px/1.45 Arial,Helvetica,sans-serif"
  private static let small = "font-size:12px;\(muted)"
  private static let tableStyle = "margin:8px 0;border-collapse:collapse;font-size:13px"
  private static let cellStyle = "padding:2px 10px 2px 0;vertical-align:top"
  private static let rowStyle = "padding:3px 8px;border-bottom:1px solid #dfe3e9"
  private static let headStyle = "padding:3px 8px;border-bottom:2px solid #aab2be"

  private static func alignment(_ alignment: Table.Alignment) -> String {
    switch alignment {
    case .left: "text-align:left"
    case .right: "text-align:right;white-space:nowrap"
    case .centred: "text-align:center;white-space:nowrap"
    }
  }

  private static func colour(_ tone: Tone) -> String? {
    switch tone {
    case .plain: nil
    case .strong: "font-weight:bold"
    case .good: "color:#0a7a52"
    case .bad: "color:#b3261e"
    case .unclear: muted
    }
  }

  private static func colours(ofCard tone: Tone) -> (edge: String, ground: String) {
    switch tone {
    case .good: ("#0a7a52", "#e3f4ec")
    case .bad: ("#b3261e", "#fce8e6")
    case .plain, .strong, .unclear: ("#8a5a00", "#fdf1d8")
    }
  }
}

extension Block {
  fileprivate var title: (mark: String?, sentence: Sentence)? {
    if case .title(let mark, let sentence) = self { (mark, sentence) } else { nil }
  }
}
