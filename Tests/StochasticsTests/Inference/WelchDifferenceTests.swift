import Stochastics
import TestSupport
import Testing

@Suite struct WelchDifferenceTests {
  private static let baseline = [0.52, 0.61, 0.48, 0.55, 0.59, 0.63, 0.50, 0.57]

  /// scipy 1.17.1: `ttest_ind(candidate, baseline, equal_var=False)` and its `confidence_interval`.
  @Test(arguments: [
    (
      [0.55, 0.60, 0.53, 0.58, 0.64, 0.62, 0.56, 0.61], 0.03, 12.597897722898269,
      0.21798657869362154, -0.020144635275214533, 0.08014463527521437
    ),
    (
      [3.1, 2.7, 4.4, 3.9, 2.2], 2.70375, 4.018012142712846, 0.0024283485846120076,
      1.598752234796868, 3.8087477652031327
    ),
  ])
  func `agrees with scipy`(
    candidate: [Double], estimate: Double, freedom: Double, p: Double, lower: Double, upper: Double
  ) throws {
    let welch = try #require(
      WelchDifference(baseline: Self.baseline, candidate: candidate, level: 0.95))
    #expect(isNear(welch.estimate, estimate))
    #expect(isNear(welch.degreesOfFreedom, freedom))
    #expect(isNear(welch.pValue, p))
    #expect(isNear(welch.interval.lower, lower) && isNear(welch.interval.upper, upper))
    #expect(isNear(welch.estimate - welch.interval.lower, welch.interval.halfWidth))
    expectEqual(welch.interval.level, 0.95)
  }

  @Test func `an arm that is constant leaves the degrees of freedom of the other`() throws {
    let welch = try #require(
      WelchDifference(baseline: [2, 2, 2], candidate: [1, 2, 3, 4], level: 0.95))
    // Variance 5/3 of 4 values: the standard error is √(5/12).
    #expect(isNear(welch.standardError, (5.0 / 12).squareRoot()))
    #expect(isNear(welch.degreesOfFreedom, 3))
    expectEqual(welch.estimate, 0.5)
  }

  @Test func `too few values and no spread have no interval`() {
    expectEqual(WelchDifference(baseline: [], candidate: [1, 2], level: 0.95), nil)
    expectEqual(WelchDifference(baseline: [1], candidate: [1, 2], level: 0.95), nil)
    expectEqual(WelchDifference(baseline: [1, 1], candidate: [3, 3], level: 0.95), nil)
    let rounding = [0.1 + 0.2, 0.3]
    expectEqual(WelchDifference(baseline: rounding, candidate: rounding, level: 0.95), nil)
  }

  @Test func `a value that is not finite is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = WelchDifference(baseline: [1, .infinity], candidate: [1, 2], level: 0.95)
    }
  }
}
