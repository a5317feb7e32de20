import Calibration
import Stochastics
import TestSupport
import Testing

@Suite struct RandomisedPoliciesTests {
  private func position(_ number: Int, _ clicks: Int, of impressions: Int)
    -> PositionEffect.Position
  {
    PositionEffect.Position(number, Proportion(successes: clicks, trials: impressions))
  }

  @Test func `clicks that fall with the position have the slope of the fall`() throws {
    // Rates 0.4, 0.2 and 0.1 at 1, 2 and 4: r = 0.4, η = 1.
    let effect = try PositionEffect([
      position(4, 100, of: 1_000), position(1, 400, of: 1_000), position(2, 200, of: 1_000),
    ])
    #expect(abs(effect.eta.value - 1) < 1e-12)
    expectEqual(effect.positions.map(\.position), [1, 2, 4])
    // In units of ln 2 the logarithms are 0, 1, 2, their mean over clicks 4/7;
    // Σ μ (x − x̄)² = (400 · 16 + 200 · 9 + 100 · 100)/49 = 18200/49, and with 1 − rate
    // (240 · 16 + 160 · 9 + 90 · 100)/49 = 14280/49.
    let error = (14_280.0 / 49).squareRoot() / (18_200.0 / 49) / 0.6931471805599453
    #expect(abs(try #require(effect.eta.standardError) - error) < 1e-12)
  }

  @Test func `the slope's error by member`() throws {
    // As above, with half of the impressions each: 200, 100 and 50 clicks are expected, and 300 : 100 at the first
    // position move u by ± 100 · 4/7. √(2 · 2 (400/7)²) ÷ (18200/49) = 4/13, in units of ln 2.
    let effect = try PositionEffect(
      [position(1, 400, of: 1_000), position(2, 200, of: 1_000), position(4, 100, of: 1_000)],
      by: [300, 100].map {
        [position(1, $0, of: 500), position(2, 100, of: 500), position(4, 50, of: 500)]
      })
    let error = 4.0 / 13 / 0.6931471805599453
    #expect(abs(try #require(effect.eta.standardError) - error) < 1e-12)
  }

  @Test func `clicks that do not depend on the position have no slope`() throws {
    let effect = try PositionEffect([position(1, 3, of: 30), position(2, 7, of: 70)])
    #expect(abs(effect.eta.value) < 1e-12)
  }

  @Test func `a position without clicks still counts`() throws {
    // At η = 1 the clicks 8 : 4 : 0 would be 8 : 4 : 2.7.
    let effect = try PositionEffect([
      position(1, 8, of: 100), position(2, 4, of: 100), position(3, 0, of: 100),
    ])
    #expect(effect.eta.value > 1)
  }

  @Test func `values of another policy by hand`() throws {
    // Σ w r = 2, Σ w = 3, Σ w² = 5.
    let value = try #require(OffPolicyValue(rewards: [1, 0, 1], weights: [2, 1, 0]))
    #expect(abs(value.inversePropensity.value - 2.0 / 3) < 1e-15)
    #expect(abs(value.selfNormalised.value - 2.0 / 3) < 1e-15)
    #expect(abs(value.effectiveSampleSize - 9.0 / 5) < 1e-15)
    #expect(value.largestWeight == 2 && value.meanWeight == 1)
    // w r is 2, 0, 0: variance 4/3 about 2/3, so √(4/9).
    #expect(abs(try #require(value.inversePropensity.standardError) - 2.0 / 3) < 1e-15)
    // w (r − 2/3) is 2/3, −2/3, 0: √(3/2 · 8/9) / 3.
    #expect(
      abs(try #require(value.selfNormalised.standardError) - (4.0 / 27).squareRoot()) < 1e-15)
    let cut = try #require(OffPolicyValue(rewards: [1, 0, 1], weights: [2, 1, 0], limit: 1))
    #expect(cut.inversePropensity.value == 1.0 / 3 && cut.selfNormalised.value == 0.5)
  }

  @Test func `values of another policy by member`() throws {
    // w r of the members is 2, 1 and 0, w is 2, 2 and 0, and they have 1, 2 and 1 rows.
    let value = try #require(
      OffPolicyValue(rewards: [1, 0, 1, 1], weights: [2, 1, 1, 0], members: [4, 1, 1, 7]))
    // From 3/4 a row: 5/4, −1/2 and −3/4, √(3/2 · 19/8) / 4.
    expectEqual(
      value.inversePropensity, Estimate(0.75, standardError: (57.0 / 16).squareRoot() / 4))
    // From 3/4 a unit of weight: 1/2, −1/2 and 0, √(3/2 · 1/2) / 4.
    expectEqual(value.selfNormalised, Estimate(0.75, standardError: 0.75.squareRoot() / 4))
    let alone = OffPolicyValue(rewards: [1, 0], weights: [1, 1], members: [3, 3])
    expectEqual(alone?.inversePropensity, Estimate(0.5, standardError: nil))
  }

  @Test func `nothing to weigh has no value`() {
    expectEqual(OffPolicyValue(rewards: [], weights: []), nil)
    expectEqual(OffPolicyValue(rewards: [1], weights: [1]), nil)
    expectEqual(OffPolicyValue(rewards: [1, 1], weights: [0, 0]), nil)
  }

  @Test func `a policy is the shares of its log`() {
    var policy = PositionPolicy()
    for item in [3, 3, 5, 3] { policy.add(item: item, at: 1) }
    policy.add(item: 5, at: 2)
    expectEqual(policy.probability(of: 3, at: 1), 0.75)
    expectEqual(policy.probability(of: 5, at: 2), 1)
    expectEqual(policy.probability(of: 9, at: 1), 0)
    expectEqual(policy.probability(of: 3, at: 7), 0)
  }

  @Test func `randomised tests with a fault and a difference`() throws {
    func arm(_ test: Int, _ clicks: Int, of impressions: Int) -> RandomisedTests.Arm {
      RandomisedTests.Arm(test: test, clicks: clicks, impressions: impressions)
    }
    let tests = RandomisedTests([
      arm(2, 100, of: 1_000), arm(1, 50, of: 1_000), arm(1, 50, of: 1_000),
      arm(2, 10, of: 1_000), arm(3, 5, of: 100), arm(3, 20, of: 400), arm(4, 1, of: 9),
    ])
    // Test 4 has one arm. Test 3: 100 and 400 against 250, χ² = 180. Test 2: rates 0.1 and 0.01.
    expectEqual(tests.testCount, 3)
    expectEqual(tests.sampleRatioFaults, Proportion(successes: 1, trials: 3))
    expectEqual(tests.heterogeneous, Proportion(successes: 1, trials: 3))
    // Only the logits of test 2 differ, by ln 11; its squares sum to half of ln² 11, from which half of
    // the sampling variances 1/100 + 1/900 + 1/10 + 1/990 and of those of the others goes; 3 degrees.
    let sampling = [
      1.0 / 100 + 1.0 / 900 + 1.0 / 10 + 1.0 / 990, 2 * (1.0 / 50 + 1.0 / 950),
      1.0 / 5 + 1.0 / 95 + 1.0 / 20 + 1.0 / 380,
    ].reduce(0, +)
    let square = 2.3978952727983707 * 2.3978952727983707
    let deviation = ((square - sampling) / 2 / 3).squareRoot()
    #expect(abs(try #require(tests.withinTestLogitDeviation) - deviation) < 1e-12)
  }

  @Test func `two columns differ by their largest gap`() {
    // At 2 the shares up to it are 2/3 and 1/4.
    #expect(
      abs(kolmogorovSmirnov(CountedValues([1, 2, 9]), CountedValues([2, 3, 3, 10]))! - 5.0 / 12)
        < 1e-15)
    expectEqual(kolmogorovSmirnov(CountedValues([1, 2]), CountedValues([2, 1])), 0)
    expectEqual(kolmogorovSmirnov(CountedValues([1]), CountedValues([2])), 1)
    expectEqual(kolmogorovSmirnov(CountedValues([]), CountedValues([2])), nil)
  }
}
