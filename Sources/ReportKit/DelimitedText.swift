/// Rows of cells as text: RFC 4180 with a header, lines that end in a line feed only, or the same with tabs. An
/// empty cell means no value.
public enum DelimitedText: Sendable {
  case commas, tabs

  private var separator: Character {
    switch self {
    case .commas: ","
    case .tabs: "\t"
    }
  }

  package func text(_ rows: [[String]]) -> String {
    rows.map { row in row.map(cell).joined(separator: String(separator)) + "\n" }.joined()
  }

  /// Quoted when it holds a separator, a quote or a line break.
  private func cell(_ text: String) -> String {
    let isPlain = !text.contains { $0 == separator || $0 == "\"" || $0.isNewline }
    return isPlain ? text : "\"\(text.replacing("\"", with: "\"\""))\""
  }
}
