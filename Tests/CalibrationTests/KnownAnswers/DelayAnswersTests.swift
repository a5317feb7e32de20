import Calibration
import TestSupport
import Testing

/// Known answers of delays and of what one user makes, from Klout and Stack Exchange.
@Suite struct DelayAnswersTests {
  @Test func `delays of reactions`() throws {
    try expectDelays(
      "klout-reactions/fb", count: 695, mu: 4.3949, sigma: 1.712, gap: 0.0589, median: 90.78,
      weibull: (0.6657, 186.1692), weibullAIC: 8838.1, weibullGap: 0.0717)
    try expectDelays(
      "klout-reactions/tw", count: 343, mu: 3.6915, sigma: 1.6073, gap: 0.082, median: 43.2,
      weibull: (0.7056, 86.7823), weibullAIC: 3835.2, weibullGap: 0.0899)
  }

  private func expectDelays(
    _ table: String, count: Int, mu: Double, sigma: Double, gap: Double, median: Double,
    weibull: (Double, Double), weibullAIC: Double, weibullGap: Double
  ) throws {
    let milliseconds = try KnownData.counted(table, "delay_ms", by: "reactions").positive
    let minutes = milliseconds.scaled(by: 1.0 / 60_000)
    expectEqual(minutes.count, count)
    #expect(agrees(minutes.quantile(0.5), median, digits: 1e-2))
    let logNormal = try LogNormalFit(minutes)
    #expect(agrees(logNormal.mu.value, mu, digits: 1e-4))
    #expect(agrees(logNormal.sigma.value, sigma, digits: 1e-4))
    #expect(agrees(logNormal.quality.kolmogorovSmirnov, gap, digits: 1e-4))
    let fit = try WeibullFit(minutes)
    #expect(agrees(fit.shape, weibull.0) && agrees(fit.scale, weibull.1))
    #expect(agrees(fit.quality.aic, weibullAIC, digits: 0.1))
    #expect(agrees(fit.quality.kolmogorovSmirnov, weibullGap, digits: 1e-4))
  }

  @Test func `gaps between posts`() throws {
    let hours = try KnownData.counted("stackexchange-quantum/interarrival", "gap_ms", by: "posts")
      .positive.scaled(by: 1.0 / 3_600_000)
    #expect(agrees(hours.mean, 2.5098, digits: 1e-4))
    let fit = try WeibullFit(hours)
    #expect(agrees(fit.shape, 0.7236) && agrees(fit.scale, 2.011))
    #expect(agrees(fit.quality.aic, 6005.5, digits: 0.1))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.034, digits: 1e-4))
  }

  @Test func `delays of comments`() throws {
    let hours = try KnownData.counted(
      "stackexchange-quantum/comment_lags", "lag_ms", by: "comments"
    )
    .positive.scaled(by: 1.0 / 3_600_000)
    expectEqual(hours.count, 3413)
    #expect(agrees(hours.quantile(0.5), 7.802, digits: 1e-3))
    let fit = try LogNormalFit(hours)
    #expect(agrees(fit.mu.value, 1.9501, digits: 1e-4))
    #expect(agrees(fit.sigma.value, 2.3486, digits: 1e-4))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.0325, digits: 1e-4))
  }

  @Test func `posts of an author`() throws {
    let column = try KnownData.counted(
      "stackexchange-quantum/posts_per_author", "posts", by: "authors")
    let summary = try #require(ColumnSummary(column))
    #expect(
      agrees(
        summary, mean: 5.0301, meanLog: 0.717574, deviationLog: 1.024563, gini: 0.694062,
        zeroShare: 0.0, top1: 0.211377, top10: 0.649102,
        quantiles: [1.0, 1.0, 1.0, 3.0, 9.0, 73.94]))
    let fit = try PowerLawFit(column)
    #expect(fit.xmin == 1 && fit.tailCount == 332)
    #expect(agrees(fit.alpha, 1.859))
    #expect(agrees(fit.tailShare, 1.0, digits: 1e-3))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.0283, digits: 4e-4))
    #expect(agrees(fit.versusLogNormal, [-0.98, 0.3956]))
    #expect(agrees(fit.versusExponential, [194.84, 0.0]))
    #expect(agrees(fit.versusTruncatedPowerLaw, [-1.84, 0.0548]))
  }

  @Test func `categories of questions`() throws {
    let columns = try KnownData.columns("stackexchange-quantum/categories")
    let shares = try #require(CategoryShares(counts: columns["questions"]!.map { Int($0) }))
    #expect(agrees(try #require(shares.zipfSlope).value, 1.132, digits: 1e-3))
  }
}
