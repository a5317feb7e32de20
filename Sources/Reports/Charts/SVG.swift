internal import ReportKit

/// A piece of markup of a drawing, with every text escaped.
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
      if let value { markup += " \(key)=\"\(HTMLText.escaped(value))\"" }
    }
    let content = children.map(\.markup).joined()
    return SVG(markup: markup + (content.isEmpty ? "/>" : ">\(content)</\(name)>"))
  }

  /// A text between elements.
  package static func text(_ text: String) -> SVG { SVG(markup: HTMLText.escaped(text)) }

  package static func + (one: SVG, other: SVG) -> SVG { SVG(markup: one.markup + other.markup) }

  /// A coordinate with at most one decimal: half a device pixel is not seen.
  package static func number(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    let (whole, part) = tenths.magnitude.quotientAndRemainder(dividingBy: 10)
    return (tenths < 0 ? "-" : "") + "\(whole)" + (part == 0 ? "" : ".\(part)")
  }
}
