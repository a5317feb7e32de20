import Stochastics
import TestSupport
import Testing

@Suite struct BinomialTests {
  /// scipy 1.17.1: `binom.cdf(7, 200, .05)` and `binom.sf(17, 200, .05)`.
  @Test func `tails agree with scipy`() {
    #expect(isNear(Binomial.cumulative(7, trials: 200, probability: 0.05), 0.21330470278470298))
    #expect(isNear(Binomial.tail(18, trials: 200, probability: 0.05), 0.0120894437308896))
    expectEqual(Binomial.cumulative(-1, trials: 5, probability: 0.5), 0)
    expectEqual(Binomial.cumulative(5, trials: 5, probability: 0.5), 1)
    expectEqual(Binomial.tail(0, trials: 5, probability: 0.5), 1)
    expectEqual(Binomial.tail(6, trials: 5, probability: 0.5), 0)
  }

  /// scipy 1.17.1: `binomtest(successes, trials).proportion_ci(.95, 'exact')`.
  @Test(arguments: [
    (9, 200, 0.020780422227004356, 0.08370268807585404), (0, 50, 0, 0.07112173646420458),
    (50, 50, 1 - 0.07112173646420458, 1),
  ])
  func `the exact interval agrees with scipy`(
    successes: Int, trials: Int, lower: Double, upper: Double
  ) throws {
    let interval = try #require(
      Proportion(successes: successes, trials: trials).exactInterval(level: 0.95))
    #expect(isNear(interval.lower, lower) && isNear(interval.upper, upper))
  }

  @Test func `without trials there is no exact interval`() {
    expectEqual(Proportion(successes: 0, trials: 0).exactInterval(level: 0.95), nil)
  }
}
