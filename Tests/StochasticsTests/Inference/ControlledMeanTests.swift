import Stochastics
import TestSupport
import Testing

@Suite struct ControlledMeanTests {
  private let values = [10.2, 11.9, 9.4, 12.8, 11.1, 10.7, 13.0, 9.9]
  private let arrivals: [Double] = [99, 105, 96, 108, 101, 100, 110, 97]
  private let activity = [5.1, 4.7, 5.3, 5.0, 4.4, 5.6, 5.2, 4.9]

  /// statsmodels 0.15.0: `OLS(y, add_constant(x - mean)).fit()`, its `params`, `bse` and `conf_int`.
  @Test func `agrees with a regression by statsmodels`() throws {
    let one = try #require(
      ControlledMean(values, controls: [(arrivals, 100)], level: 0.95))
    #expect(one.fallback == nil && one.degreesOfFreedom == 6)
    #expect(isNear(one.estimate, 10.608695652173909))
    #expect(isNear(one.standardError, 0.06500304449755287))
    #expect(isNear(one.slopes[0], 0.25815217391304324))
    #expect(isNear(one.interval?.lower, 10.449638932232341))
    #expect(isNear(one.interval?.upper, 10.767752372115476))

    let two = try #require(
      ControlledMean(values, controls: [(arrivals, 100), (activity, 5)], level: 0.95))
    #expect(two.fallback == nil && two.degreesOfFreedom == 5)
    #expect(isNear(two.estimate, 10.61736035049287))
    #expect(isNear(two.standardError, 0.06245325044218739))
    #expect(isNear(two.slopes[1], -0.20977690666974058))
    #expect(isNear(two.interval?.lower, 10.456819159329738))
    #expect(isNear(two.interval?.upper, 10.777901541656002))
  }

  @Test func `units of the controls change nothing`() throws {
    let large = arrivals.map { $0 * 1e9 }
    let small = activity.map { $0 * 1e-9 }
    let mean = try #require(
      ControlledMean(values, controls: [(large, 100e9), (small, 5e-9)], level: 0.95))
    #expect(isNear(mean.estimate, 10.61736035049287))
  }

  @Test func `controls that are of no use leave the plain mean, and say why`() throws {
    let plain = Summary(values)
    let twice = arrivals.map { 2 * $0 - 3 }
    let still = Array(repeating: 7.0, count: 8)
    for (controls, reason) in [
      ([], ControlledMean.Fallback.noControls),
      ([(arrivals, 100), (twice, 197)], .collinear),
      ([(still, 6)], .collinear),
      ([(still, 7)], .collinear),
    ] as [([(values: [Double], mean: Double)], ControlledMean.Fallback)] {
      let mean = try #require(ControlledMean(values, controls: controls, level: 0.95))
      expectEqual(mean.fallback, reason)
      #expect(mean.estimate == plain.mean && mean.interval == plain.interval(level: 0.95))
      #expect(mean.slopes == [] && mean.degreesOfFreedom == 7)
    }
  }

  @Test func `three worlds are too few for a control, four are enough`() throws {
    func mean(_ worlds: Int) -> ControlledMean? {
      ControlledMean(
        Array(values[..<worlds]), controls: [(Array(arrivals[..<worlds]), 100)], level: 0.95)
    }
    expectEqual(mean(4)?.fallback, nil)
    expectEqual(mean(3)?.fallback, .tooFewWorlds(3, needed: 4))
    let one = try #require(mean(1))
    #expect(one.estimate == 10.2 && one.interval == nil)
    expectEqual(mean(0), nil)
  }

  @Test func `the reasons are shown in words`() {
    expectEqual("\(ControlledMean.Fallback.noControls)", "no controls are given")
    expectEqual(
      "\(ControlledMean.Fallback.tooFewWorlds(3, needed: 4))",
      "3 worlds are too few for the controls, which need 4")
    expectEqual(
      "\(ControlledMean.Fallback.collinear)", "a control does not vary, or follows from the others")
  }
}
