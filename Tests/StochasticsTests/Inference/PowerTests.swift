import Stochastics
import TestSupport
import Testing

@Suite struct PowerTests {
  private let unit = Power(deviation: 1, level: 0.95)

  /// scipy 1.17.1: `(t.ppf(.975, n-1) + t.ppf(.8, n-1))/sqrt(n)`, and with 2n − 2 and √2 unpaired; the
  /// exact ones from statsmodels 0.15.0, `TTestPower` and `TTestIndPower().solve_power`.
  @Test(arguments: [
    (9, 1.0649645509903953, 1.0669732445156874, 1.406940875328306, 1.4069246523451708),
    (16, 0.7494236296886819, 0.7494652785178323, 1.0239046615112677, 1.0236637414819447),
    (64, 0.3557130568495484, 0.35565029367606976, 0.4991208409012616, 0.499069177194551),
  ])
  func `the detectable effect agrees with scipy, and nearly with the noncentral t`(
    worlds: Int, paired: Double, exact: Double, unpaired: Double, exactUnpaired: Double
  ) {
    let effect = unit.detectableEffect(worlds: worlds, power: 0.8)
    #expect(isNear(effect, paired))
    #expect(isNear(effect, exact, within: 0.03))
    let apart = Power(.unpaired, deviation: 2.0.squareRoot(), level: 0.95)
      .detectableEffect(worlds: worlds, power: 0.8)
    #expect(isNear(apart, unpaired))
    #expect(isNear(apart, exactUnpaired, within: 0.03))
  }

  /// Python: the first n of a loop. statsmodels' `TTestPower` says 89.1, 33.4, 9.9 and 4.2.
  @Test(arguments: [(0.3, 90), (0.5, 34), (1, 10), (-2, 5)])
  func `worlds for an effect`(effect: Double, expected: Int) {
    expectEqual(unit.worlds(effect: effect, power: 0.8), expected)
  }

  /// Python: the first n with t.ppf(.975, n-1)/sqrt(n) <= h.
  @Test(arguments: [(0.2, 99), (0.5, 18), (1, 7), (9, 2)])
  func `worlds for a half-width`(halfWidth: Double, expected: Int) {
    expectEqual(unit.worlds(halfWidth: halfWidth), expected)
    #expect(unit.halfWidth(worlds: expected) <= halfWidth)
  }

  @Test func `power is the inverse of the detectable effect`() {
    // scipy 1.17.1: t.cdf(.5*sqrt(16) - t.ppf(.975, 15), 15)
    #expect(isNear(unit.power(worlds: 16, effect: -0.5), 0.44858329163331556))
    for power in [0.5, 0.8, 0.99] {
      let effect = unit.detectableEffect(worlds: 12, power: power)
      #expect(isNear(unit.power(worlds: 12, effect: effect), power))
    }
  }

  @Test func `without spread two worlds show anything`() {
    let still = Power(deviation: 0, level: 0.95)
    expectEqual(still.worlds(effect: 1e-9, power: 0.9), 2)
    expectEqual(still.worlds(halfWidth: 1e-9), 2)
    #expect(still.power(worlds: 2, effect: 1) == 1 && still.power(worlds: 2, effect: 0) == 0)
  }

  @Test func `too many worlds are refused`() {
    expectEqual(unit.worlds(effect: 1e-6, power: 0.8), nil)
    expectEqual(unit.worlds(halfWidth: 1e-6), nil)
  }
}
