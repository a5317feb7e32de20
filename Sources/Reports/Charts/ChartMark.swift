/// What a chart draws, in the values of its axes.
package struct ChartMark: Hashable, Sendable {
  package struct Point: Hashable, Sendable {
    package let x: Double
    package let y: Double

    package init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
  }

  /// The two values of a band at a point.
  package struct Span: Hashable, Sendable {
    package let x: Double
    package let lower: Double
    package let upper: Double

    package init(_ x: Double, _ lower: Double, _ upper: Double) {
      (self.x, self.lower, self.upper) = (x, lower, upper)
    }
  }

  package enum DotShape: String, Hashable, Sendable {
    case circle, square, diamond, cross
    case triangleUp = "triangle-up"
    case triangleDown = "triangle-down"
  }

  package enum Anchor: String, Hashable, Sendable { case start, middle, end }

  package enum Shape: Hashable, Sendable {
    /// Straight lines from point to point; as steps, each value holds until the next point.
    case line([Point], isStepped: Bool = false)
    /// The area between two values at each point.
    case band([Span])
    case dot(Point, DotShape = .circle, radius: Double = 5, isHollow: Bool = false)
    /// From one point to another, thick enough to be pointed at.
    case interval(Point, Point)
    /// A rectangle between two corners, without a gap beside it.
    case bar(Point, Point)
    /// A rectangle between two corners with a small gap around it, and a text in its middle.
    case cell(Point, Point, text: String)
    /// A text beside a point, moved by pixels.
    case text(
      Point, String, anchor: Anchor = .start, dx: Double = 0, dy: Double = 0, size: Double = 12)
    /// A short line across an interval, such as a limit.
    case tick(Point, length: Double = 14)
    /// A line through the whole chart.
    case horizontal(Double)
    case vertical(Double)
  }

  package let shape: Shape
  package let colour: ChartColour
  /// The lengths of dashes and gaps; none for a solid line.
  package var dash: [Int] = []
  /// The width of lines in pixels. Default: the shape's.
  package var width: Double?
  /// What a pointer on the mark shows, and a screen reader reads.
  package var title: String?
  /// The index of the arm that it belongs to, which a reader can highlight.
  package var arm: Int?

  package init(
    _ shape: Shape, _ colour: ChartColour, dash: [Int] = [], width: Double? = nil,
    title: String? = nil, arm: Int? = nil
  ) {
    self.shape = shape
    self.colour = colour
    self.dash = dash
    self.width = width
    self.title = title
    self.arm = arm
  }
}
