/// A chart in a drawing of fixed size: two axes, and the marks between them in the order given.
package struct Chart: Hashable, Sendable {
  package struct Margins: Hashable, Sendable {
    package var top: Double
    package var right: Double
    package var bottom: Double
    package var left: Double

    package init(
      top: Double = 10, right: Double = 12, bottom: Double = 38, left: Double = 52
    ) {
      self.top = top
      self.right = right
      self.bottom = bottom
      self.left = left
    }
  }

  package struct Axis: Hashable, Sendable {
    package let scale: ChartScale
    package var ticks: [ChartTick]
    /// Empty for none.
    package var title = ""
    package var hasGrid = true
    /// Whether the first value is at the top or at the right.
    package var isReversed = false

    package init(
      _ scale: ChartScale, ticks: [ChartTick], title: String = "", hasGrid: Bool = true,
      isReversed: Bool = false
    ) {
      self.scale = scale
      self.ticks = ticks
      self.title = title
      self.hasGrid = hasGrid
      self.isReversed = isReversed
    }
  }

  /// The size of text in pixels.
  package static let textSize = 12.0

  package let width: Double
  package let height: Double
  package var margins = Margins()
  package let x: Axis
  package let y: Axis
  package var marks: [ChartMark]

  package init(
    width: Double, height: Double, margins: Margins = Margins(), x: Axis, y: Axis,
    marks: [ChartMark]
  ) {
    self.width = width
    self.height = height
    self.margins = margins
    self.x = x
    self.y = y
    self.marks = marks
  }

  /// The horizontal coordinate of a value; values outside of the axis are at its ends.
  package func across(_ value: Double) -> Double {
    let part = x.scale.clamped(value)
    return margins.left + (x.isReversed ? 1 - part : part) * (width - margins.left - margins.right)
  }

  /// The vertical coordinate of a value, from the top; values outside of the axis are at its ends.
  package func down(_ value: Double) -> Double {
    let part = y.scale.clamped(value)
    return margins.top + (y.isReversed ? part : 1 - part) * (height - margins.top - margins.bottom)
  }

  /// The width of a text in pixels, about as a sans-serif font has it.
  package static func textWidth(_ text: String, size: Double = textSize) -> Double {
    Double(text.count) * size * 0.56
  }

  /// The chart as an element `svg`.
  ///
  /// - Parameter style: The class of the element, such as a layout's.
  package func svg(style: String? = nil) -> SVG {
    SVG.element(
      "svg",
      [
        "class": style, "viewBox": "0 0 \(SVG.number(width)) \(SVG.number(height))",
        "width": SVG.number(width), "height": SVG.number(height),
        "font-size": SVG.number(Self.textSize), "xmlns": "http://www.w3.org/2000/svg",
      ],
      grid + axes + marks.map(drawing))
  }

  /// The lines at ticks.
  private var grid: [SVG] {
    let columns = x.hasGrid ? x.ticks.map { vertical(across($0.value), ChartColour.grid, 1) } : []
    let rows = y.hasGrid ? y.ticks.map { horizontal(down($0.value), ChartColour.grid, 1) } : []
    return columns + rows
  }

  private var axes: [SVG] {
    let bottom = height - margins.bottom
    let columns = x.ticks.flatMap { tick in
      texts(
        tick, x: across(tick.value), y: bottom + 16, anchor: .middle, colour: .muted, isFirst: true)
    }
    let rows = y.ticks.flatMap { tick in
      texts(
        tick, x: tick.isHeading ? 0 : margins.left - 8, y: down(tick.value),
        anchor: tick.isHeading ? .start : .end, colour: y.hasGrid ? .muted : .ink, isFirst: false)
    }
    let titles = [
      x.title.isEmpty
        ? SVG.empty
        : text(
          x.title, margins.left + (width - margins.left - margins.right) / 2, height - 4,
          anchor: .middle, colour: .muted),
      y.title.isEmpty
        ? SVG.empty : text(y.title, 0, 10, anchor: .start, colour: .muted),
    ]
    return columns + rows + titles
  }

  /// The lines of a tick below a point, or around it.
  private func texts(
    _ tick: ChartTick, x: Double, y: Double, anchor: ChartMark.Anchor, colour: ChartColour,
    isFirst: Bool
  ) -> [SVG] {
    let step = Self.textSize + 2
    let above = isFirst ? 0 : Double(tick.lines.count - 1) * step / 2 - 4
    return tick.lines.enumerated().map { index, line in
      text(
        line, x, y - above + Double(index) * step, anchor: anchor,
        colour: tick.isHeading ? .muted : colour, isStrong: tick.isHeading)
    }
  }
}
