extension Chart {
  /// A mark in the coordinates of the chart.
  func drawing(_ mark: ChartMark) -> SVG {
    let content = shape(mark)
    let title = mark.title.map { SVG.element("title", [:], [.text($0)]) }
    guard title != nil || mark.arm != nil else { return content }
    return SVG.element(
      "g", ["class": mark.arm.map { "arm a\($0)" }, "data-tip": title == nil ? nil : ""],
      [title ?? .empty, content])
  }

  private func shape(_ mark: ChartMark) -> SVG {
    let colour = mark.colour
    switch mark.shape {
    case .line(let points, let isStepped):
      return path(points, isStepped: isStepped, mark)
    case .band(let spans):
      let points = spans.map { ($0.x, $0.upper) } + spans.reversed().map { ($0.x, $0.lower) }
      let data = points.map { "\(pair($0.0, $0.1))" }.joined(separator: "L")
      return SVG.element("path", ["d": "M\(data)Z", "fill": colour.css, "opacity": "0.18"])
    case .dot(let point, let shape, let radius, let isHollow):
      return SVG.element(
        "path",
        [
          "d": shape.path(across(point.x), down(point.y), radius),
          "fill": isHollow ? ChartColour.card.css : colour.css,
          "stroke": isHollow ? colour.css : ChartColour.card.css,
          "stroke-width": isHollow ? "2" : "1.5",
        ])
    case .interval(let from, let to):
      return line(
        across(from.x), down(from.y), across(to.x), down(to.y), colour, mark.width ?? 3,
        dash: mark.dash, isRound: true)
    case .bar(let one, let other):
      return rectangle(one, other, gap: 0, colour)
    case .cell(let one, let other, let text):
      let middle = (
        (across(one.x) + across(other.x)) / 2, (down(one.y) + down(other.y)) / 2 + 4
      )
      let ink: ChartColour = if case .step(let step) = colour { .stepInk(step) } else { .ink }
      return rectangle(one, other, gap: 1.5, colour)
        + self.text(text, middle.0, middle.1, anchor: .middle, colour: ink)
    case .text(let point, let text, let anchor, let dx, let dy, let size):
      return self.text(
        text, across(point.x) + dx, down(point.y) + dy, anchor: anchor, colour: colour, size: size,
        isStrong: true, hasHalo: true)
    case .tick(let point, let length):
      let (x, y) = (across(point.x), down(point.y))
      return line(x, y - length / 2, x, y + length / 2, colour, mark.width ?? 2)
    case .horizontal(let value):
      return horizontal(down(value), colour, mark.width ?? 1.2, mark.dash)
    case .vertical(let value): return vertical(across(value), colour, mark.width ?? 1.2, mark.dash)
    }
  }

  private func pair(_ x: Double, _ y: Double) -> String {
    "\(SVG.number(across(x))) \(SVG.number(down(y)))"
  }

  private func path(_ points: [ChartMark.Point], isStepped: Bool, _ mark: ChartMark) -> SVG {
    var data = ""
    for (index, point) in points.enumerated() {
      let place = pair(point.x, point.y)
      data +=
        index == 0 ? "M\(place)" : isStepped ? "H\(SVG.number(across(point.x)))" : "L\(place)"
      if index > 0, isStepped { data += "V\(SVG.number(down(point.y)))" }
    }
    return SVG.element(
      "path",
      [
        "d": data, "fill": "none", "stroke": mark.colour.css,
        "stroke-width": SVG.number(mark.width ?? 2), "stroke-linejoin": "round",
        "stroke-dasharray": dashes(mark.dash),
      ])
  }

  private func rectangle(
    _ one: ChartMark.Point, _ other: ChartMark.Point, gap: Double, _ colour: ChartColour
  ) -> SVG {
    let (xs, ys) = ([across(one.x), across(other.x)], [down(one.y), down(other.y)])
    let (left, top) = (xs.min()! + gap, ys.min()! + gap)
    return SVG.element(
      "rect",
      [
        "x": SVG.number(left), "y": SVG.number(top),
        "width": SVG.number(max(0, xs.max()! - gap - left)),
        "height": SVG.number(max(0, ys.max()! - gap - top)),
        "rx": gap > 0 ? "3" : nil, "fill": colour.css,
      ])
  }
}

extension Chart {
  func vertical(
    _ x: Double, _ colour: ChartColour, _ width: Double, _ dash: [Int] = []
  ) -> SVG {
    line(x, margins.top, x, height - margins.bottom, colour, width, dash: dash)
  }

  func horizontal(
    _ y: Double, _ colour: ChartColour, _ width: Double, _ dash: [Int] = []
  ) -> SVG {
    line(margins.left, y, self.width - margins.right, y, colour, width, dash: dash)
  }

  private func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ colour: ChartColour, _ width: Double,
    dash: [Int] = [], isRound: Bool = false
  ) -> SVG {
    SVG.element(
      "path",
      [
        "d": "M\(SVG.number(x1)) \(SVG.number(y1))L\(SVG.number(x2)) \(SVG.number(y2))",
        "stroke": colour.css, "stroke-width": SVG.number(width),
        "stroke-dasharray": dashes(dash), "stroke-linecap": isRound ? "round" : nil,
      ])
  }

  func text(
    _ text: String, _ x: Double, _ y: Double, anchor: ChartMark.Anchor, colour: ChartColour,
    size: Double = textSize, isStrong: Bool = false, hasHalo: Bool = false
  ) -> SVG {
    SVG.element(
      "text",
      [
        "x": SVG.number(x), "y": SVG.number(y),
        "text-anchor": anchor == .start ? nil : anchor.rawValue, "fill": colour.css,
        "font-size": size == Self.textSize ? nil : SVG.number(size),
        "font-weight": isStrong ? "600" : nil,
        "stroke": hasHalo ? ChartColour.card.css : nil, "stroke-width": hasHalo ? "4" : nil,
        "stroke-linejoin": hasHalo ? "round" : nil, "paint-order": hasHalo ? "stroke" : nil,
      ], [.text(text)])
  }

  private func dashes(_ dash: [Int]) -> String? {
    dash.isEmpty ? nil : dash.map { "\($0)" }.joined(separator: " ")
  }
}

extension ChartMark.DotShape {
  /// The outline around a centre, of about the area of a circle of the radius.
  fileprivate func path(_ x: Double, _ y: Double, _ radius: Double) -> String {
    func outline(_ corners: [(Double, Double)]) -> String {
      let pairs = corners.map {
        "\(SVG.number(x + $0.0 * radius)) \(SVG.number(y + $0.1 * radius))"
      }
      return "M\(pairs.joined(separator: "L"))Z"
    }
    switch self {
    case .circle:
      let (r, left) = (SVG.number(radius), SVG.number(x - radius))
      let (right, middle) = (SVG.number(x + radius), SVG.number(y))
      return
        "M\(left) \(middle)A\(r) \(r) 0 1 1 \(right) \(middle)A\(r) \(r) 0 1 1 \(left) \(middle)Z"
    case .square: return outline([(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)])
    case .diamond: return outline([(0, -1.25), (1.25, 0), (0, 1.25), (-1.25, 0)])
    case .triangleUp: return outline([(0, -1.2), (1.2, 0.9), (-1.2, 0.9)])
    case .triangleDown: return outline([(0, 1.2), (1.2, -0.9), (-1.2, -0.9)])
    case .cross:
      let (a, b) = (0.4, 1.2)
      return outline([
        (-a, -b), (a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b), (-a, b), (-a, a), (-b, a),
        (-b, -a), (-a, -a),
      ])
    }
  }
}
