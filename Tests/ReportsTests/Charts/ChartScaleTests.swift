import Reports
import TestSupport
import Testing

@Suite struct ChartScaleTests {
  @Test func `a linear scale divides its domain evenly, also beyond it`() {
    let scale = ChartScale(.linear, 10...20)
    expectEqual([12.5, 10, 25, 20].map(scale.fraction), [0.25, 0, 1.5, 1])
    expectEqual([25, 5].map(scale.clamped), [1, 0])
  }

  @Test func `equal factors are equally far apart on a logarithmic scale`() {
    let scale = ChartScale(.logarithmic, 1...10_000)
    for (value, part) in [(100.0, 0.5), (10, 0.25), (1000, 0.75)] {
      #expect(abs(scale.fraction(value) - part) < 1e-12)
    }
  }

  /// asinh(1) = ln(1 + √2) and asinh(−1) is its negative.
  @Test func `a symmetric logarithmic scale has 0 in the middle, and places both signs alike`() {
    let scale = ChartScale(.symmetricLogarithmic(10), -1000...1000)
    expectEqual(scale.fraction(0), 0.5)
    let (above, below) = (scale.fraction(10) - 0.5, 0.5 - scale.fraction(-10))
    #expect(abs(above - below) < 1e-12)
    // asinh(100) = ln(100 + √10001) = 5.298342.
    #expect(abs(above - 0.881374 / 5.298342 / 2) < 1e-6)
  }

  @Test func `twice and half as much are equally far from no change on a scale of ratios`() {
    let scale = ChartScale(.ratio(0.05), -0.75...3)
    #expect(abs(scale.fraction(0) - 0.5) < 1e-12)
    #expect(abs(scale.fraction(1) + scale.fraction(-0.5) - 1) < 1e-12)
    // A fall of everything has no place, and is drawn at the end.
    #expect(scale.fraction(-1) == -.infinity && scale.clamped(-1.5) == 0)
  }

  @Test func `a scale that holds values has them inside, and one value in its middle`() throws {
    let scale = try #require(ChartScale(holding: [3, .nan, 7], including: 0, padding: 0.1))
    // The values reach from 0 to 7, a tenth of which is 0.7.
    #expect(
      abs(scale.domain.lowerBound + 0.7) < 1e-12 && abs(scale.domain.upperBound - 7.7) < 1e-12)
    try expectEqual(#require(ChartScale(holding: [5.0])).fraction(5), 0.5)
    expectEqual(ChartScale(holding: [.infinity]), nil)
    let ratios = try #require(ChartScale(.ratio(0.05), holding: [-1.4, -0.5, 1]))
    #expect(ratios.domain.contains(-0.5) && ratios.domain.contains(1))
  }

  @Test(arguments: [
    (0.0...10.0, 0.2, [0.0, 2, 4, 6, 8, 10]),  // a fifth of 10 is 2
    (0...10, 0.3, [0, 5, 10]),  // at least 3 apart
    (-0.3...0.3, 0.2, [-0.2, 0, 0.2]),  // at least 0.12 apart
    (3.2...3.9, 0.1, [3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9]),
    (0.4...0.6, 2, [0.5]),  // at least 0.4 apart
  ])
  func `ticks of a linear scale are round`(
    domain: ClosedRange<Double>, gap: Double, expected: [Double]
  ) {
    expectEqual(ChartScale(.linear, domain).ticks(gap: gap), expected)
  }

  @Test func `ticks of logarithmic scales are powers of ten, and twice and five times these`() {
    expectEqual(ChartScale(.linear, 0...2 * Double.leastNonzeroMagnitude).ticks(gap: 0.1), [])
    expectEqual(ChartScale(.logarithmic, 1...1000).ticks(gap: 0.3), [1, 10, 100, 1000])
    expectEqual(ChartScale(.logarithmic, 1...10).ticks(gap: 0.2), [1, 2, 5, 10])
    expectEqual(
      ChartScale(.symmetricLogarithmic(10), -100...1000).ticks(gap: 0.2), [-100, 0, 100, 1000])
  }

  @Test func `ticks keep their distance on every scale`() {
    for kind in [
      ChartScale.Kind.linear, .logarithmic, .symmetricLogarithmic(2), .ratio(0.05),
    ] {
      for (low, high) in [(0.01, 0.02), (0.3, 80), (5, 5.5), (0.001, 400)] {
        let scale = ChartScale(kind, low...high)
        let places = scale.ticks(gap: 0.15).map(scale.fraction)
        for (one, next) in zip(places, places.dropFirst()) {
          #expect(next - one >= 0.15 - 1e-9, "\(kind) \(low) \(high)")
        }
      }
    }
  }

  @Test func `labels have equal decimals on a linear scale, and signs where they are asked for`() {
    func texts(_ scale: ChartScale, _ gap: Double, isSigned: Bool = false) -> [String] {
      scale.labels(gap: gap, isSigned: isSigned).flatMap(\.lines)
    }
    expectEqual(texts(ChartScale(.linear, -0.1...0.3), 0.2), ["−0.1", "0.0", "0.1", "0.2", "0.3"])
    expectEqual(texts(ChartScale(.linear, -1...1), 0.4, isSigned: true), ["−1", "0", "+1"])
    expectEqual(texts(ChartScale(.logarithmic, 0.1...10), 0.4), ["0.1", "1", "10"])
  }

  @Test func `a ratio is a percentage, and a factor from twice as much`() {
    expectEqual(
      [0, 0.1, -0.005, 1, 2.186, -0.9].map(ChartScale.ratioText),
      ["0", "+10%", "−0.5%", "2\u{202F}×", "3.2\u{202F}×", "−90%"])
  }
}
