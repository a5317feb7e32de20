/// Rows of cells as text: RFC 4180 with a header, lines that end in a line feed only, or the same with tabs. An
/// empty cell means no value.
public enum DelimitedText: Sendable {
  case commas, tabs

  private var separator: Unicode.Scalar {
    switch self {
    case .commas: ","
    case .tabs: "\t"
    }
  }

  package func text(_ rows: [[String]]) -> String {
    rows.map { row in row.map(cell).joined(separator: String(separator)) + "\n" }.joined()
  }

  /// Quoted when it holds a separator, a quote or a line break, scalar by scalar, since one of these and a combining
  /// mark are one character. A text with which a spreadsheet's formula could begin gets an apostrophe before it.
  private func cell(_ text: String) -> String {
    var cell = String.UnicodeScalarView()
    var isPlain = true
    if let first = text.unicodeScalars.first, Self.formulaStarts.contains(first),
      Double(text) == nil
    {
      cell.append("'")
    }
    for scalar in text.unicodeScalars {
      if scalar == separator || Self.special.contains(scalar) { isPlain = false }
      if scalar == "\"" { cell.append("\"") }
      cell.append(scalar)
    }
    return isPlain ? String(cell) : "\"\(String(cell))\""
  }

  private static let special: Set<Unicode.Scalar> = [
    "\"", "\n", "\r", "\u{85}", "\u{2028}", "\u{2029}",
  ]
  /// Source: OWASP, "CSV Injection".
  private static let formulaStarts: Set<Unicode.Scalar> = ["=", "+", "-", "@"]
}
