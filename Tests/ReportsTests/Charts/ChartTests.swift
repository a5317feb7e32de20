import ReportKit
import Reports
import TestSupport
import Testing

@Suite struct ChartTests {
  /// Between the margins it is 150 by 70 px: x has 0 at 40 and 10 at 190, y has 0 at 80 and 10 at 10.
  private func chart(_ marks: ChartMark...) -> Chart {
    let scale = ChartScale(.linear, 0...10)
    return Chart(
      width: 200, height: 100, margins: .init(top: 10, right: 10, bottom: 20, left: 40),
      x: .init(scale, ticks: []), y: .init(scale, ticks: []), marks: marks)
  }

  private func content(_ chart: Chart) -> String {
    String(chart.svg().markup.split(separator: ">", maxSplits: 1)[1]).replacing("</svg>", with: "")
  }

  @Test func `values are between the margins, and upwards`() {
    expectEqual(chart().across(5), 115)  // 40 + 150 / 2
    expectEqual(chart().down(2.5), 62.5)  // 80 − 70 / 4
    #expect(chart().across(11) == 190 && chart().down(-3) == 80)
  }

  @Test func `an axis that is reversed starts at the other end`() {
    let scale = ChartScale(.linear, 0...10)
    let chart = Chart(
      width: 200, height: 100, margins: .init(top: 10, right: 10, bottom: 20, left: 40),
      x: .init(scale, ticks: [], isReversed: true), y: .init(scale, ticks: [], isReversed: true),
      marks: [])
    #expect(chart.across(0) == 190 && chart.down(0) == 10)
  }

  @Test func `the size is the view box, so that the drawing scales`() {
    #expect(
      chart().svg(style: "wide").markup
        == #"<svg class="wide" viewBox="0 0 200 100" width="200" height="100" font-size="12""#
        + #" xmlns="http://www.w3.org/2000/svg"/>"#)
  }

  @Test func `a line goes from point to point, or in steps`() {
    let points = [ChartMark.Point(0, 0), .init(5, 10), .init(10, 5)]
    expectEqual(
      content(chart(.init(.line(points), .slot(1), dash: [6, 4]))),
      #"<path d="M40 80L115 10L190 45" fill="none" stroke="var(--s1)" stroke-width="2""#
        + #" stroke-linejoin="round" stroke-dasharray="6 4"/>"#)
    #expect(
      content(chart(.init(.line(points, isStepped: true), .ink)))
        .contains(#"d="M40 80H115V10H190V45""#))
  }

  @Test func `a band goes along its upper values and back along the lower ones`() {
    expectEqual(
      content(chart(.init(.band([.init(0, 2, 4), .init(10, 5, 10)]), .slot(0)))),
      #"<path d="M40 52L190 10L190 45L40 66Z" fill="var(--s0)" opacity="0.18"/>"#)
  }

  @Test func `a bar and a cell are between their corners, a cell with a gap and a text`() {
    expectEqual(
      content(chart(.init(.bar(.init(0, 0), .init(5, 10)), .accent))),
      #"<rect x="40" y="10" width="75" height="70" fill="var(--accent)"/>"#)
    expectEqual(
      content(chart(.init(.cell(.init(10, 10), .init(5, 0), text: "+5"), .step(6)))),
      #"<rect x="116.5" y="11.5" width="72" height="67" rx="3" fill="var(--d6)"/>"#
        + #"<text x="152.5" y="49" text-anchor="middle" fill="var(--d6-ink)">+5</text>"#)
  }

  @Test func `intervals and limits are lines at their values`() {
    expectEqual(
      content(chart(.init(.interval(.init(2, 5), .init(4, 5)), .slot(2)))),
      #"<path d="M70 45L100 45" stroke="var(--s2)" stroke-width="3" stroke-linecap="round"/>"#)
    expectEqual(
      content(chart(.init(.tick(.init(2, 5), length: 10), .bad))),
      #"<path d="M70 40L70 50" stroke="var(--bad)" stroke-width="2"/>"#)
    #expect(content(chart(.init(.vertical(5), .ink))).contains(#"d="M115 10L115 80""#))
    #expect(content(chart(.init(.horizontal(5), .ink))).contains(#"d="M40 45L190 45""#))
  }

  @Test func `a dot has the shape of its arm, and is filled or hollow`() {
    expectEqual(
      content(chart(.init(.dot(.init(5, 5), .square, radius: 10), .slot(0)))),
      #"<path d="M106 36L124 36L124 54L106 54Z" fill="var(--s0)" stroke="var(--card)""#
        + #" stroke-width="1.5"/>"#)
    #expect(
      content(chart(.init(.dot(.init(5, 5), isHollow: true), .slot(1))))
        .contains(#"fill="var(--card)" stroke="var(--s1)""#))
  }

  @Test func `an arm and a text for the pointer surround a mark`() {
    #expect(
      content(chart(.init(.horizontal(5), .ink, title: "half", arm: 3)))
        .hasPrefix(#"<g class="arm a3" data-tip=""><title>half</title><path "#))
  }

  @Test func `ticks have lines of the grid, and titles are at the axes`() {
    let scale = ChartScale(.linear, 0...10)
    let chart = Chart(
      width: 200, height: 100, margins: .init(top: 10, right: 10, bottom: 20, left: 40),
      x: .init(scale, ticks: [ChartTick(5, "five")], title: "days"),
      y: .init(scale, ticks: [ChartTick(10, lines: ["one", "two"])], hasGrid: false), marks: [])
    #expect(
      content(chart)
        == #"<path d="M115 10L115 80" stroke="var(--grid)" stroke-width="1"/>"#
        + #"<text x="115" y="96" text-anchor="middle" fill="var(--muted)">five</text>"#
        // Two lines of 14 px around 10: 10 − 7 + 4 and 14 below.
        + #"<text x="32" y="7" text-anchor="end" fill="var(--ink)">one</text>"#
        + #"<text x="32" y="21" text-anchor="end" fill="var(--ink)">two</text>"#
        + #"<text x="115" y="96" text-anchor="middle" fill="var(--muted)">days</text>"#)
  }

  @Test func `texts and attributes are escaped`() {
    let hostile = "</svg><b a='\"\u{301}'>&"
    let markup = content(
      chart(.init(.text(.init(5, 5), hostile), .ink, title: hostile)))
    #expect(!markup.contains("<b") && !markup.contains("</svg><"))
    expectEqual(HTMLText.escaped("\"\u{301}<'&>"), "&quot;\u{301}&lt;&#39;&amp;&gt;")
    expectEqual(HTMLText.escaped("a\u{0}\nb"), "a  b")
  }

  @Test(arguments: [
    (0.04, "0"), (-0.04, "0"), (12.25, "12.3"), (-7.5, "-7.5"), (100, "100"), (-0.96, "-1"),
  ])
  func `coordinates have one decimal at most, and no sign before 0`(value: Double, text: String) {
    expectEqual(SVG.number(value), text)
  }

  @Test func `a drawing has a layout for cards and one for phones`() {
    let drawing = ChartDrawing(in: "c5") { width, isNarrow in
      let scale = ChartScale(.linear, 0...1)
      return Chart(
        width: width, height: isNarrow ? 300 : 200, x: .init(scale, ticks: []),
        y: .init(scale, ticks: []), marks: [])
    }
    #expect(drawing.svg.markup.contains(#"class="wide" viewBox="0 0 430 200""#))
    #expect(drawing.svg.markup.contains(#"class="narrow" viewBox="0 0 334 300""#))
  }
}
