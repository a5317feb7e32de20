import Stochastics
import TestSupport
import Testing

@Suite struct RelativeEffectTests {
  /// Fieller's equation for ρ solved by mpmath in 40 digits.
  @Test(arguments: [
    (
      [0.52, 0.61, 0.48, 0.55, 0.59, 0.63, 0.50, 0.57],
      [0.55, 0.60, 0.53, 0.58, 0.64, 0.62, 0.56, 0.61], 0.95, 0.0539325842696629213,
      0.0129766455333222307, 0.100460654329410496
    ),
    (
      [10, 12, 9, 11, 14], [8, 11, 9, 9, 12], 0.9, -0.125, -0.190462033670597573,
      -0.0530229329882382517
    ),
  ])
  func `agrees with Fieller's equation`(
    baseline: [Double], candidate: [Double], level: Double, estimate: Double, lower: Double,
    upper: Double
  ) throws {
    let effect = try #require(
      RelativeEffect(baseline: baseline, candidate: candidate, level: level))
    let interval = try #require(effect.interval)
    #expect(abs(effect.estimate - estimate) < 1e-12)
    #expect(abs(interval.lower - lower) < 1e-12)
    #expect(abs(interval.upper - upper) < 1e-12)
  }

  @Test func `a baseline that may be 0 leaves the limits unbounded`() throws {
    // Mean 1.3, standard error 1.23: t² times its square exceeds the square of the mean.
    let effect = try #require(
      RelativeEffect(baseline: [1, 3, -2, 4, 0.5], candidate: [2, 2, 1, 5, 1], level: 0.95))
    #expect(abs(effect.estimate - 0.9 / 1.3) < 1e-15)
    expectEqual(effect.interval, nil)
  }

  @Test func `a baseline of 0 or below has no percentage`() {
    expectEqual(RelativeEffect(baseline: [0, 0], candidate: [1, 2], level: 0.95), nil)
    expectEqual(RelativeEffect(baseline: [-1, -2], candidate: [1, 2], level: 0.95), nil)
    expectEqual(RelativeEffect(baseline: [], candidate: [], level: 0.95), nil)
  }

  @Test func `one world has an estimate without limits`() throws {
    let effect = try #require(RelativeEffect(baseline: [4], candidate: [5], level: 0.95))
    expectEqual(effect.estimate, 0.25)
    expectEqual(effect.interval, nil)
  }

  @Test func `identical arms differ by exactly 0`() throws {
    let values = [0.3, 0.7, 0.1 + 0.2]
    let effect = try #require(RelativeEffect(baseline: values, candidate: values, level: 0.95))
    expectEqual(effect.estimate, 0)
    expectEqual(effect.interval, ConfidenceInterval(lower: 0, upper: 0, level: 0.95))
  }

  @Test(arguments: [
    (0.105, 0.1, true), (0.105, 0.11, false), (-0.105, 0.1, true), (0.0, 0.0, false),
  ])
  func `a change is sure beyond what its interval excludes`(
    change: Double, threshold: Double, expected: Bool
  ) throws {
    // The same change in nearly equal worlds, so that the interval is the estimate.
    let effect = try #require(
      RelativeEffect(
        baseline: [100, 101, 103], candidate: [100, 101, 103].map { $0 * (1 + change) }, level: 0.95
      ))
    expectEqual(effect.isSurely(beyond: threshold), expected)
  }

  @Test func `a change without an interval is never sure`() throws {
    let effect = try #require(RelativeEffect(baseline: [4], candidate: [9], level: 0.95))
    #expect(!effect.isSurely(beyond: 0))
  }

  /// At the threshold the rate is α/2 = 0.05 for normal worlds. Of 2,000 sets of 5 worlds 100 ± 9.7 are
  /// expected; beyond 4.5 standard deviations, 44: once in 150,000 sets of seeds.
  @Test func `a change of the threshold is found in half of alpha`() {
    var found = 0
    for seed in 0..<2000 {
      var numbers = SeededGenerator(seed: UInt64(seed))
      let worlds = (0..<5).map { _ in 100 + 5 * Quantile.normal(numbers.unit()) }
      let effect = RelativeEffect(
        baseline: worlds, candidate: worlds.map { 1.1 * $0 + 3 * Quantile.normal(numbers.unit()) },
        level: 0.9)
      if effect?.isSurely(beyond: 0.1) == true { found += 1 }
    }
    #expect((56...144).contains(found), "\(found)")
  }
}
