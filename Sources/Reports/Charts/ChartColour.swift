/// A colour by its name in the theme, so that light, dark and printed pages share a drawing.
package enum ChartColour: Hashable, Sendable {
  /// The colour of an arm: see ``PageTheme/Slot``.
  case slot(Int)
  /// A step of the diverging colours, from 1 (far below) through 4 (level) to 7 (far above).
  case step(Int)
  /// Text on a cell of ``step(_:)``.
  case stepInk(Int)
  case ink, muted, axis, grid, card, raised, accent, good, bad, warn

  /// As the value of an attribute.
  package var css: String { "var(--\(name))" }

  private var name: String {
    switch self {
    case .slot(let slot): "s\(slot)"
    case .step(let step): "d\(step)"
    case .stepInk(let step): "d\(step)-ink"
    case .ink: "ink"
    case .muted: "muted"
    case .axis: "axis"
    case .grid: "grid"
    case .card: "card"
    case .raised: "raised"
    case .accent: "accent"
    case .good: "good"
    case .bad: "bad"
    case .warn: "warn"
    }
  }
}
