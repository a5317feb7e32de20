import Stochastics
import TestSupport
import Testing

@Suite struct NormalQuantileTests {
  /// Expected values from mpmath in 40 digits.
  @Test(arguments: [
    (1e-300, -37.0470962993611992), (1e-16, -8.22208221613043562),
    (1e-10, -6.3613409024040562), (0.001, -3.09023230616781354),
    (0.02425, -1.97296105131188484), (0.074, -1.44663206715897851),
    (0.0751, -1.43882539275253998), (0.3, -0.524400512708040816), (0.5, 0),
    (0.6, 0.253347103135799741), (0.9, 1.28155156554460059), (0.999, 3.09023230616781328),
    (1 - 1e-12, 7.03448691004783521),
  ])
  func `agrees with a high-precision reference to a part in 10¹⁵`(p: Double, expected: Double) {
    #expect(abs(Quantile.normal(p) - expected) <= 1e-15 * abs(expected))
  }

  @Test func `is odd about a half and grows with the probability`() {
    for step in 1..<2048 {
      let p = Double(step) / 4096
      expectEqual(Quantile.normal(1 - p), -Quantile.normal(p), "\(p)")
      #expect(Quantile.normal(p) < Quantile.normal(p + 1.0 / 4096), "\(p)")
    }
  }

  @Test func `a column has the bits of the scalar function, in the middle and far out`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<200 {
      let p = (0..<Int.random(in: 0...33, using: &generator)).map { index in
        index % 5 == 4
          ? 0x1p-60 * (1 + generator.unit()) : (generator.unit() + 0x1p-60) / (1 + 0x1p-50)
      }
      var found = [Double](repeating: -1, count: p.count)
      var span = found.mutableSpan
      Quantile.normal(p.span, into: &span)
      expectEqual(found.map(\.bitPattern), p.map { Quantile.normal($0).bitPattern })
    }
  }

  @Test func `a probability outside is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Quantile.normal(0) }
    await #expect(processExitsWith: .failure) { _ = Quantile.normal(1) }
    await #expect(processExitsWith: .failure) { _ = Quantile.normal(.nan) }
  }
}
