/// Text as XML 1.0 takes it.
enum XMLText {
  /// As the content of an element, or the value of an attribute in double quotes: markup and line breaks
  /// as references, and what XML cannot hold as U+FFFD.
  static func escaped(_ text: String, isAttribute: Bool = false) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\n" where !isAttribute: escaped += "\n"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// An element's name and its attributes, in order.
  static func tag(_ name: String, _ attributes: KeyValuePairs<String, String>) -> String {
    name + attributes.map { " \($0)=\"\(escaped($1, isAttribute: true))\"" }.joined()
  }
}
