internal import FeedMetrics

/// Text as Markdown takes it.
enum MarkdownText {
  /// With nothing in it that Markdown, or the forge that shows it, would take for markup.
  static func plain(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      if "\\|`*_<>[]#@".contains(character) { escaped.append("\\") }
      escaped.append(character.isNewline ? " " : character)
    }
  }

  /// As code in a table's cell.
  static func code(_ text: String) -> String {
    "`" + text.replacing("`", with: "'").replacing("|", with: "\\|") + "`"
  }

  /// A metric's name, id and which way is good.
  static func label(_ metric: MetricDefinition) -> String {
    let sign = metric.direction.sign
    return "\(plain(metric.name)) \(code(metric.id))" + (sign.isEmpty ? "" : " \(sign)")
  }

  /// A table's row.
  static func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
}
