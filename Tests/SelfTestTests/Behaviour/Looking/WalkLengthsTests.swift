import SelfTest
import Stochastics
import SyntheticSociety
import TestSupport
import Testing

@Suite struct WalkLengthsTests {
  /// The same walks step by step, 20,000 of them: shares within 4.5 standard errors, at most 0.016, and half of
  /// a hundredth for the cells.
  @Test(arguments: [3.0, 10, 22]) func `agrees with walks step by step`(patience: Double) {
    var scrolling = SocietyParameters().scrolling
    scrolling.limit = 120
    let theory = WalkLengths(scrolling, engagement: 0.08)
    let stream = KeyedStream(seed: 1, world: 0, name: StreamName("walks"))
    let walks = 20_000
    let depths = (0..<UInt32(walks)).map { walk in
      var (left, depth) = (patience, 0)
      while left > 0 && depth < 120 {
        let uniforms = stream.uniforms(walk, UInt32(depth))
        left += uniforms.x < 0.08 ? scrolling.gain : 0
        left += scrolling.deviation * Quantile.normal(uniforms.y) - scrolling.cost
        depth += 1
      }
      return depth
    }
    for depth in [0, 5, 20, 55, 119] {
      let share = Double(depths.count { $0 > depth }) / Double(walks)
      #expect(abs(theory.survival(depth, from: patience) - share) < 0.021, "past \(depth)")
    }
    expectEqual(theory.survival(120, from: patience), 0)
    let median = theory.quantile(0.5, from: patience)
    #expect(theory.survival(Int(median), from: patience) <= 0.5)
    #expect(theory.survival(Int(median) - 1, from: patience) > 0.5)
    let (mean, variance) = theory.moments(from: patience)
    let observed = Summary(depths.map(Double.init))
    #expect(abs(observed.mean - mean) < 4.5 * (variance / Double(walks)).squareRoot() + 0.01 * mean)
    #expect(abs((observed.variance ?? 0) / variance - 1) < 0.1)
  }
}
