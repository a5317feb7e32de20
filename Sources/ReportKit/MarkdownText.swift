internal import DataFiles

/// Text for Markdown.
package enum MarkdownText {
  /// Text that escapes everything that Markdown, or the code host that shows it, could read as markup.
  package static func plain(_ text: String) -> String {
    // Scalar by scalar, since a mark of markup and a combining mark are one character.
    let escaped = text.unicodeScalars.reduce(into: "") { escaped, scalar in
      if "\\|`*_<>[]#@".unicodeScalars.contains(scalar) { escaped.append("\\") }
      escaped.unicodeScalars.append(Character(scalar).isNewline ? " " : scalar)
    }
    return escaped.plainLine
  }

  /// Code in the cell of a table.
  package static func code(_ text: String) -> String {
    let code = text.plainLine.unicodeScalars.reduce(into: "") { code, scalar in
      switch scalar {
      case "`": code += "'"
      case "|": code += "\\|"
      default: code.unicodeScalars.append(scalar)
      }
    }
    return "`\(code)`"
  }

  /// A table's row.
  package static func row(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }

  /// A table; cells are not escaped.
  package static func table(_ header: [String], _ rows: [[String]]) -> String {
    let rule = header.map { _ in "---" }
    return ([header, rule] + rows).map { row($0) + "\n" }.joined()
  }

  /// The maximum length of a comment on a code host, less a reserve.
  package static let mostCharacters = 60_000

  /// The end of what a code host shows closed.
  static let endOfFold = "</details>"

  /// A text of at most so many characters: whole tables are omitted from the end, and a last line counts them.
  /// A text that is too long without tables is cut between paragraphs.
  ///
  /// - Parameters:
  ///   - text: Blocks with an empty line between them; those that begin with `|` are tables.
  ///   - whole: Where to find the omitted part.
  package static func limited(
    _ text: String, to limit: Int = mostCharacters, whole: String
  ) -> String {
    guard text.count > limit else { return text }
    var blocks = text.split(separator: "\n\n", omittingEmptySubsequences: true)[...]
    var lengths = blocks.reduce(0) { $0 + $1.count + 2 }
    var tables = 0
    let room = limit - 120
    while lengths > room, let table = blocks.lastIndex(where: { $0.hasPrefix("|") }) {
      lengths -= blocks.remove(at: table).count + 2
      tables += 1
    }
    while lengths > room, let last = blocks.popLast() { lengths -= last.count + 2 }
    var texts = blocks.map { String($0.trimmingNewlines) }
    // A fold whose end was cut off would hide the last line.
    if texts.count(where: { $0.hasPrefix("<details>") }) > texts.count(where: { $0 == endOfFold }) {
      texts.append(endOfFold)
    }
    texts.append("\(tables) table\(tables == 1 ? " was" : "s were") left out; \(whole).")
    return texts.joined(separator: "\n\n") + "\n"
  }
}

extension Substring {
  fileprivate var trimmingNewlines: Substring {
    var text = self
    while text.last?.isNewline == true { text.removeLast() }
    while text.first?.isNewline == true { text.removeFirst() }
    return text
  }
}
