internal import DataFiles
internal import PageResources
internal import ReportKit

/// Colours, fonts, and the styles of the arms.
struct PageTheme: Sendable {
  /// The style of an arm's lines and points.
  struct Slot: Sendable {
    /// The name of a colour.
    let colour: String
    /// The lengths of dashes and gaps; none for a solid line.
    let dash: [Int]
    let shape: ChartMark.DotShape
  }

  /// The number of styles.
  static let slotCount = 6

  let slots: [Slot]
  /// The style sheet that gives the names their values, in both themes.
  let style: String
  /// The style sheet of pages that have only the light theme.
  let lightStyle: String

  static let standard = PageTheme(JSONValue(canonical: PageResource.theme.text))

  private init(_ tokens: JSONValue) {
    slots = tokens["series"].elements.map { slot in
      let dash = slot["dash"].elements.compactMap { Int($0.canonical) }
      return Slot(
        colour: slot["color"].text, dash: dash == [1, 0] ? [] : dash,
        shape: ChartMark.DotShape(rawValue: slot["shape"].text) ?? .circle)
    }
    precondition(slots.count == Self.slotCount, "\(slots.count) slots in the theme")
    let fonts = ["font", "mono"].map { "--\($0):\(tokens[$0].text);" }.joined()
    let light = Self.properties(tokens["light"]) + "color-scheme:light"
    let dark = Self.properties(tokens["dark"]) + "color-scheme:dark"
    lightStyle = ":root{\(fonts)\(light)}"
    style = """
      \(lightStyle)
      :root[data-theme=dark]{\(dark)}
      @media (prefers-color-scheme:dark){:root:not([data-theme]){\(dark)}}
      """
  }

  private static func properties(_ colours: JSONValue) -> String {
    colours.members.sorted { $0.key < $1.key }.map { "--\($0.key):\($0.value.text);" }.joined()
  }
}

/// Reading JSON that is part of the program.
extension JSONValue {
  subscript(key: String) -> JSONValue { members[key] ?? .null }

  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  var text: String {
    guard case .string(let text) = self else { return "" }
    return text
  }
}
