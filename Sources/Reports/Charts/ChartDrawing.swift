/// A chart in two layouts. The style sheet shows the one that suits the width of its card, so that texts keep
/// their size on a phone.
package struct ChartDrawing: Hashable, Sendable {
  /// For cards above 480 px.
  package let wide: Chart
  package let narrow: Chart

  /// The width of the chart of a card by the card's class.
  package static func width(of card: String) -> Double {
    switch card {
    case "c5": 430
    case "c6": 520
    case "c7": 620
    default: 1070
    }
  }

  package static let narrowWidth = 334.0

  /// - Parameters:
  ///   - card: The class of the card that holds the chart: see ``PageFigure/width``.
  ///   - chart: Draws the chart for a width.
  package init(in card: String, _ chart: (_ width: Double, _ isNarrow: Bool) -> Chart) {
    wide = chart(Self.width(of: card), false)
    narrow = chart(Self.narrowWidth, true)
  }

  package var svg: SVG { wide.svg(style: "wide") + narrow.svg(style: "narrow") }
}
