/// A piece of markup of a drawing, in which every text is escaped.
package struct SVG: Hashable, Sendable {
  package let markup: String

  private init(markup: String) { self.markup = markup }

  package static let empty = SVG(markup: "")

  /// An element with its attributes in order; those without a value are left out.
  package static func element(
    _ name: StaticString, _ attributes: KeyValuePairs<StaticString, String?>,
    _ children: [SVG] = []
  ) -> SVG {
    var markup = "<\(name)"
    for (key, value) in attributes {
      if let value { markup += " \(key)=\"\(escaped(value))\"" }
    }
    let content = children.map(\.markup).joined()
    return SVG(markup: markup + (content.isEmpty ? "/>" : ">\(content)</\(name)>"))
  }

  /// A text between elements.
  package static func text(_ text: String) -> SVG { SVG(markup: escaped(text)) }

  package static func + (one: SVG, other: SVG) -> SVG { SVG(markup: one.markup + other.markup) }

  /// Escaped by scalar: a quotation mark with a combining mark is one character for Swift, but a browser reads the
  /// quotation mark as the end of an attribute.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A coordinate with at most one decimal: half a device pixel is not seen.
  package static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, part) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (part == 0 ? "" : ".\(part)")
  }
}
