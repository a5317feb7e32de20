import Stochastics
import TestSupport
import Testing

@Suite struct StratifiedDifferenceTests {
  private func stratum(_ weight: Double, _ differences: [Double])
    -> StratifiedDifference.Stratum
  {
    StratifiedDifference.Stratum(weight: weight, differences: Summary(differences))
  }

  /// numpy and scipy 1.17.1: the formulae with `t.ppf` and `t.sf`. The next worlds would take
  /// 0.0520, 0.0166 and 0.0410 off.
  @Test(arguments: [1, 0.01, 500])
  func `agrees with scipy, whatever the unit of the weights`(unit: Double) throws {
    let suite = try #require(
      StratifiedDifference(
        [
          stratum(0.5 * unit, [1.2, 0.8, 1.9, 1.1]),
          stratum(0.3 * unit, [-0.4, 0.2, 0.6, 0.1, 0.3, -0.2]),
          stratum(0.2 * unit, [2.2, 3.1, 1.7]),
        ], level: 0.95))
    #expect(isNear(suite.estimate, 1.1216666666666668))
    #expect(isNear(suite.standardError, 0.14890526443943403))
    #expect(isNear(suite.degreesOfFreedom, 5.826241953540947))
    #expect(isNear(suite.interval?.lower, 0.7546582908077057))
    #expect(isNear(suite.interval?.upper, 1.4886750425256279))
    #expect(isNear(suite.pValue, 0.0003258568260092743))
    expectEqual(suite.nextStratum, 0)
  }

  @Test func `one stratum is a paired difference`() throws {
    let differences = [0.03, -0.01, 0.05, 0.03, 0.05, -0.01, 0.06, 0.04]
    let suite = try #require(StratifiedDifference([stratum(3, differences)], level: 0.9))
    let paired = try #require(pairedT(differences: differences, level: 0.9))
    #expect(isNear(suite.pValue, try #require(paired.pValue)))
    #expect(isNear(suite.interval?.lower, try #require(paired.interval).lower))
    #expect(isNear(suite.degreesOfFreedom, 7))
  }

  @Test func `a stratum of one world has no interval and comes next`() throws {
    let suite = try #require(
      StratifiedDifference([stratum(1, [1, 9, -4]), stratum(1, [3])], level: 0.95))
    expectEqual(suite.estimate, 2.5)
    #expect(suite.standardError == nil && suite.interval == nil && suite.pValue == nil)
    expectEqual(suite.nextStratum, 1)
    expectEqual(StratifiedDifference([stratum(1, [])], level: 0.95), nil)
    expectEqual(StratifiedDifference([], level: 0.95), nil)
  }

  @Test func `without spread the interval has no width`() throws {
    let equal = try #require(
      StratifiedDifference([stratum(1, [0, 0]), stratum(1, [0, 0])], level: 0.95))
    expectEqual(equal.interval, ConfidenceInterval(lower: 0, upper: 0, level: 0.95))
    #expect(equal.pValue == 1 && equal.degreesOfFreedom == nil && equal.nextStratum == 0)
    let shifted = try #require(
      StratifiedDifference([stratum(1, [2, 2]), stratum(3, [0, 0])], level: 0.95))
    expectEqual(shifted.interval, ConfidenceInterval(lower: 0.5, upper: 0.5, level: 0.95))
    expectEqual(shifted.pValue, nil)
  }
}
