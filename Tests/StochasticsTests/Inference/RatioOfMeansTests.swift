import Stochastics
import TestSupport
import Testing

@Suite struct RatioOfMeansTests {
  /// 3/6: the mean of the ratios, (1/2 + 2/6 + 6/10)/3, would be 0.48.
  @Test func `the estimate is the ratio of the means, not the mean of the ratios`() throws {
    let ratio = try #require(
      RatioOfMeans(numerators: [1, 2, 6], denominators: [2, 6, 10], level: 0.95))
    expectEqual(ratio.estimate, 0.5)
  }

  /// The limits are where the mean of *D* − ρ*A* is just as far from 0 as Student's interval reaches, which
  /// is what Fieller's equation says.
  @Test func `at a limit the difference from 0 is just significant`() throws {
    var generator = SeededGenerator(seed: 4)
    for seed in 0..<200 {
      let count = Int.random(in: 2...12, using: &generator)
      let sign = Bool.random(using: &generator) ? 1.0 : -1
      let base = (0..<count).map { _ in sign * Double.random(in: 5...6, using: &generator) }
      let change = (0..<count).map { _ in Double.random(in: -3...3, using: &generator) }
      let ratio = try #require(RatioOfMeans(numerators: change, denominators: base, level: 0.95))
      guard let interval = ratio.interval else { continue }
      #expect(interval.contains(ratio.estimate), "case \(seed)")
      for limit in [interval.lower, interval.upper] {
        let rest = Summary(zip(change, base).map { $0 - limit * $1 })
        let reach = try #require(rest.interval(level: 0.95)?.halfWidth)
        #expect(abs(rest.mean.magnitude - reach) < 1e-9 * max(1, reach), "case \(seed)")
      }
    }
  }

  @Test func `equal columns have the ratio 1, with no room around it`() throws {
    let ratio = try #require(
      RatioOfMeans(numerators: [4, 5, 6], denominators: [4, 5, 6], level: 0.95))
    expectEqual(ratio.estimate, 1)
    expectEqual(ratio.interval.map { abs($0.lower - 1) < 1e-12 && abs($0.upper - 1) < 1e-12 }, true)
  }

  @Test func `numerators of 0 have the ratio 0, with no room around it`() {
    let ratio = RatioOfMeans(numerators: [0, 0], denominators: [4, 5], level: 0.95)
    expectEqual(ratio?.estimate, 0)
    expectEqual(ratio?.interval, ConfidenceInterval(lower: 0, upper: 0, level: 0.95))
  }

  @Test func `denominators that may be 0 leave the limits unbounded`() {
    // Mean 1.3, standard error 1.23.
    let ratio = RatioOfMeans(
      numerators: [1, 2, 3, 4, 5], denominators: [1, 3, -2, 4, 0.5], level: 0.95)
    #expect(ratio != nil)
    expectEqual(ratio?.interval, nil)
  }

  @Test func `one world has an estimate without limits, and no world has none`() {
    let ratio = RatioOfMeans(numerators: [3], denominators: [-4], level: 0.95)
    expectEqual(ratio?.estimate, -0.75)
    expectEqual(ratio?.interval, nil)
    expectEqual(RatioOfMeans(numerators: [], denominators: [], level: 0.95), nil)
    expectEqual(RatioOfMeans(numerators: [1, 1], denominators: [1, -1], level: 0.95), nil)
  }
}
