import Calibration
import Stochastics
import TestSupport
import Testing

/// Known answers of logs under randomised policies, from the Open Bandit and Upworthy data.
@Suite struct RandomisedAnswersTests {
  /// Rows of one log, the propensity of the uniform policy being one of 34 items.
  private struct Log {
    var items: [Int] = []
    var positions: [Int] = []
    var clicks: [Double] = []
    var propensities: [Double] = []

    init(_ table: String) throws {
      let columns = try KnownData.columns("openbandit/\(table)")
      items = columns["item"]!.map { Int($0) }
      positions = columns["position"]!.map { Int($0) }
      clicks = columns["click"]!
      propensities = columns["propensity"]!.map { $0.isNaN ? 1.0 / 34 : $0 }
    }
  }

  @Test func `rates and their intervals`() throws {
    let bts = Proportion(successes: 69, trials: 10_000)
    let interval = try #require(bts.interval(level: 0.95))
    // The known limits take 1.96 for the normal quantile.
    #expect(agrees(interval.lower, 0.005456, digits: 1.1e-6))
    #expect(agrees(interval.upper, 0.008723, digits: 1.1e-6))
    let random = try #require(Proportion(successes: 46, trials: 10_000).interval(level: 0.95))
    #expect(agrees(random.lower, 0.003451, digits: 1e-6))
    #expect(agrees(random.upper, 0.00613, digits: 1e-6))
  }

  @Test func `the learned policy on the random log`() throws {
    let (random, bts) = try (Log("men_random"), Log("men_bts"))
    var policy = PositionPolicy()
    for (item, position) in zip(bts.items, bts.positions) { policy.add(item: item, at: position) }
    let weights = random.items.indices.map {
      policy.probability(of: random.items[$0], at: random.positions[$0]) / random.propensities[$0]
    }
    let value = try #require(OffPolicyValue(rewards: random.clicks, weights: weights))
    #expect(agrees(value.inversePropensity.value, 0.005656, digits: 1e-6))
    #expect(agrees(value.selfNormalised.value, 0.00574, digits: 1e-6))
    #expect(agrees(value.effectiveSampleSize, 2869.28, digits: 1e-2))
    #expect(agrees(value.largestWeight, 7.4843, digits: 1e-4))
    #expect(agrees(value.meanWeight, 0.98544, digits: 1e-5))
  }

  @Test func `the uniform policy on the learned log`() throws {
    let bts = try Log("men_bts")
    let weights = bts.propensities.map { 1.0 / 34 / $0 }
    let value = try #require(OffPolicyValue(rewards: bts.clicks, weights: weights))
    #expect(agrees(value.inversePropensity.value, 0.003009, digits: 1e-6))
    #expect(agrees(value.selfNormalised.value, 0.003189, digits: 1e-6))
    #expect(agrees(value.effectiveSampleSize, 655.71, digits: 1e-2))
    #expect(agrees(value.largestWeight, 178.253, digits: 1e-3))
    #expect(agrees(value.meanWeight, 0.94331, digits: 1e-5))
    let clipped = try #require(OffPolicyValue(rewards: bts.clicks, weights: weights, limit: 10))
    #expect(agrees(clipped.inversePropensity.value, 0.003009, digits: 1e-6))
  }

  @Test func `clicks by position`() throws {
    let log = try Log("men_random")
    let positions = (1...3).map { position in
      let rows = log.items.indices.filter { log.positions[$0] == position }
      return PositionEffect.Position(
        position,
        Proportion(successes: Int(rows.reduce(0) { $0 + log.clicks[$1] }), trials: rows.count))
    }
    expectEqual(positions.map(\.clicks.successes), [10, 22, 14])
    expectEqual(positions.map(\.clicks.trials), [3284, 3388, 3328])
  }

  @Test func `arms of randomised tests`() throws {
    let columns = try KnownData.columns("upworthy/arms")
    let (clicks, impressions) = (columns["clicks"]!, columns["impressions"]!)
    let pairs = CountedPairs(
      zip(clicks, impressions).map { (successes: Int($0), trials: Int($1)) })
    let fit = try BetaBinomialFit(pairs)
    #expect(agrees(fit.alpha, 2.0825) && agrees(fit.beta, 130.5603))
    #expect(agrees(fit.mean, 0.0157) && agrees(fit.variation, 0.685))
    #expect(agrees(pairs.pooled.share, 0.015157, digits: 1e-6))
    let tests = RandomisedTests(
      columns["test"]!.indices.map {
        RandomisedTests.Arm(
          test: Int(columns["test"]![$0]), clicks: Int(clicks[$0]),
          impressions: Int(impressions[$0]))
      })
    expectEqual(tests.testCount, 3429)
    #expect(agrees(tests.sampleRatioFaults.share, 0.191, digits: 1e-3))
    #expect(agrees(tests.heterogeneous.share, 0.4535, digits: 1e-4))
    #expect(agrees(tests.withinTestLogitDeviation, 0.2414, digits: 1e-4))
  }
}
