import Calibration
internal import Stochastics
import Testing

/// Known answers of the KuaiRand aggregates.
@Suite struct KuaiRandTests {
  @Test func `impressions under the production ranker`() throws {
    let column = try KnownData.counted("kuairand/user_counts_standard", "impressions", by: "users")
    let summary = try #require(ColumnSummary(column))
    #expect(summary.count == 19102)
    #expect(
      agrees(
        summary, mean: 11863.1505, meanLog: 8.977813, deviationLog: 0.956863, gini: 0.45689,
        zeroShare: 0.0, top1: 0.066606, top10: 0.323096,
        quantiles: [2206.1, 4514.25, 8624.0, 15255.0, 24628.7, 56059.75]))
    let gamma = try GammaFit(column)
    #expect(agrees(gamma.shape, 1.3825) && agrees(gamma.scale, 8581.0358))
    #expect(agrees(gamma.quality.aic, 395485.0, digits: 0.1))
    #expect(agrees(gamma.quality.kolmogorovSmirnov, 0.032, digits: 1e-4))
    let logNormal = try LogNormalFit(column)
    #expect(agrees(logNormal.mu.value, 8.977813, digits: 1e-6))
    #expect(agrees(logNormal.sigma.value, 0.9569, digits: 1e-4))
    #expect(agrees(logNormal.quality.aic, 395516.9, digits: 0.1))
    #expect(agrees(logNormal.quality.kolmogorovSmirnov, 0.0402, digits: 1e-4))
  }

  @Test func `clicks under the production ranker`() throws {
    let column = try KnownData.counted("kuairand/user_counts_standard", "clicks", by: "users")
    let summary = try #require(ColumnSummary(column))
    #expect(summary.count == 19102)
    #expect(
      agrees(
        summary, mean: 4480.8949, meanLog: 8.123596, deviationLog: 0.835464, gini: 0.378028,
        zeroShare: 0.0, top1: 0.041185, top10: 0.255497,
        quantiles: [1116.1, 2135.0, 3820.5, 6043.0, 8629.0, 15232.77]))
    let gamma = try GammaFit(column)
    #expect(agrees(gamma.shape, 1.9105) && agrees(gamma.scale, 2345.4041))
    #expect(agrees(gamma.quality.aic, 355478.7, digits: 0.1))
    #expect(agrees(gamma.quality.kolmogorovSmirnov, 0.0135, digits: 1e-4))
    let logNormal = try LogNormalFit(column)
    #expect(agrees(logNormal.mu.value, 8.123596, digits: 1e-6))
    #expect(agrees(logNormal.sigma.value, 0.8355, digits: 1e-4))
    #expect(agrees(logNormal.quality.aic, 357699.1, digits: 0.1))
    #expect(agrees(logNormal.quality.kolmogorovSmirnov, 0.0635, digits: 1e-4))
  }

  @Test func `impressions at random`() throws {
    let column = try KnownData.counted("kuairand/user_counts_random", "impressions", by: "users")
    let summary = try #require(ColumnSummary(column))
    #expect(summary.count == 19010)
    #expect(
      agrees(
        summary, mean: 43.9707, meanLog: 3.304148, deviationLog: 0.865867, gini: 0.53574,
        zeroShare: 0.0, top1: 0.103895, top10: 0.437955,
        quantiles: [11.0, 14.0, 22.0, 46.0, 98.0, 314.82]))
    let gamma = try GammaFit(column)
    #expect(agrees(gamma.shape, 1.1818) && agrees(gamma.scale, 37.2053))
    #expect(agrees(gamma.quality.aic, 181555.8, digits: 0.1))
    #expect(agrees(gamma.quality.kolmogorovSmirnov, 0.1682, digits: 1e-4))
    let logNormal = try LogNormalFit(column)
    #expect(agrees(logNormal.mu.value, 3.304148, digits: 1e-6))
    #expect(agrees(logNormal.sigma.value, 0.8659, digits: 1e-4))
    #expect(agrees(logNormal.quality.aic, 174100.0, digits: 0.1))
    #expect(agrees(logNormal.quality.kolmogorovSmirnov, 0.1237, digits: 1e-4))
  }

  @Test func `clicks at random`() throws {
    let column = try KnownData.counted("kuairand/user_counts_random", "clicks", by: "users")
    let summary = try #require(ColumnSummary(column))
    #expect(summary.count == 19010)
    #expect(
      agrees(
        summary, mean: 7.7922, meanLog: 1.544386, deviationLog: 1.118306, gini: 0.667181,
        zeroShare: 0.160652, top1: 0.125877, top10: 0.513654,
        quantiles: [0.0, 1.0, 3.0, 8.0, 19.0, 69.91]))
  }

  @Test func `followers`() throws {
    let column = try KnownData.counted("kuairand/users", "followers", by: "users")
    let summary = try #require(ColumnSummary(column))
    #expect(summary.count == 19032)
    #expect(
      agrees(
        summary, mean: 472.9038, meanLog: 4.009034, deviationLog: 1.968932, gini: 0.875445,
        zeroShare: 0.041929, top1: 0.540638, top10: 0.799597,
        quantiles: [2.0, 10.0, 49.0, 224.0, 671.0, 4335.59]))
    let fit = try DiscreteLogNormalFit(column.positive)
    #expect(agrees(fit.mu, 3.942) && agrees(fit.sigma, 2.05))
    #expect(agrees(fit.quality.aic, 222305.1, digits: 0.1))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.0236, digits: 1e-4))
  }

  @Test func `followees`() throws {
    let column = try KnownData.counted("kuairand/users", "following", by: "users")
    let summary = try #require(ColumnSummary(column))
    #expect(summary.count == 19032)
    #expect(
      agrees(
        summary, mean: 413.0085, meanLog: 4.961036, deviationLog: 1.617023, gini: 0.674366,
        zeroShare: 0.007146, top1: 0.116356, top10: 0.52497,
        quantiles: [16.0, 51.0, 157.0, 433.0, 1032.0, 4133.83]))
    let fit = try DiscreteLogNormalFit(column.positive)
    #expect(agrees(fit.mu, 4.96) && agrees(fit.sigma, 1.619))
    #expect(agrees(fit.quality.aic, 259279.0, digits: 0.1))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.0275, digits: 1e-4))
  }

  @Test func `mutual followers`() throws {
    let column = try KnownData.counted("kuairand/users", "mutual", by: "users")
    let summary = try #require(ColumnSummary(column))
    #expect(summary.count == 19032)
    #expect(
      agrees(
        summary, mean: 118.7148, meanLog: 3.212753, deviationLog: 1.926031, gini: 0.812844,
        zeroShare: 0.12211, top1: 0.232685, top10: 0.693446,
        quantiles: [0.0, 3.0, 16.0, 83.0, 297.0, 1631.07]))
    let fit = try DiscreteLogNormalFit(column.positive)
    #expect(agrees(fit.mu, 3.01) && agrees(fit.sigma, 2.128))
    #expect(agrees(fit.quality.aic, 175697.8, digits: 0.1))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.0236, digits: 1e-4))
  }

  @Test func `the tail of the followers`() throws {
    let column = try KnownData.counted("kuairand/users", "followers", by: "users").positive
    let fit = try PowerLawFit(column)
    #expect(fit.xmin == 617 && fit.tailCount == 2081)
    #expect(agrees(fit.alpha.value, 2.229, digits: 2e-3))
    #expect(agrees(fit.tailShare, 0.114, digits: 1e-3))
    #expect(agrees(fit.quality.kolmogorovSmirnov, 0.0208, digits: 2e-4))
  }

  @Test func `click rates`() throws {
    try expectClickRates(
      "kuairand/user_counts_standard", alpha: 3.002, beta: 3.4082, mean: 0.46831, variation: 0.391,
      pooled: 0.377715, rankCorrelation: -0.5191)
    try expectClickRates(
      "kuairand/user_counts_random", alpha: 1.2888, beta: 6.1582, mean: 0.17306, variation: 0.752,
      pooled: 0.177213, rankCorrelation: 0.1237)
  }

  private func expectClickRates(
    _ table: String, alpha: Double, beta: Double, mean: Double, variation: Double, pooled: Double,
    rankCorrelation: Double
  ) throws {
    let columns = try KnownData.columns(table)
    let tallies = zip(zip(columns["clicks"]!, columns["impressions"]!), columns["users"]!)
    let pairs = CountedPairs(
      tallied: tallies.map { (successes: Int($0.0), trials: Int($0.1), count: Int($1)) })
    let fit = try BetaBinomialFit(pairs)
    #expect(agrees(fit.alpha, alpha) && agrees(fit.beta, beta))
    #expect(agrees(fit.mean, mean) && agrees(fit.variation, variation))
    #expect(agrees(pairs.pooled.share, pooled, digits: 1e-6))
    let users = tallies.flatMap { [(Double, Double)](repeating: $0.0, count: Int($0.1)) }
    let correlation = spearman(users.map(\.1), users.map { $0.0 / $0.1 })
    #expect(agrees(correlation, rankCorrelation, digits: 1e-4))
  }

  @Test func `the hour curve`() throws {
    let columns = try KnownData.shippedColumns("hourly")
    let curve = try #require(HourCurve(counts: columns["impressions"]!.map { Int($0) }))
    let shares = [
      0.03297, 0.02005, 0.01282, 0.00903, 0.00812, 0.01146, 0.02133, 0.03093, 0.03582, 0.04017,
      0.04477, 0.04791, 0.05284, 0.05316, 0.04795, 0.04893, 0.05149, 0.05438, 0.05847, 0.06166,
      0.06614, 0.06863, 0.06783, 0.05313,
    ]
    for (found, known) in zip(curve.shares, shares) { #expect(agrees(found, known, digits: 1e-5)) }
    #expect(agrees(curve.peakToTrough, 8.451, digits: 1e-3))
    let waves = [-0.1608, -0.2228, -0.7042, 0.2331, -0.4302, 0.1682, -0.0632]
    for (found, known) in zip(try #require(curve.logFourier), waves) {
      #expect(agrees(found, known, digits: 1e-4))
    }
    let random = try #require(HourCurve(counts: columns["impressions_random"]!.map { Int($0) }))
    #expect(agrees(curve.totalVariation(to: random), 0.0213, digits: 1e-4))
  }

  @Test func `weekday factors of the days before the holidays`() throws {
    let columns = try KnownData.columns("kuairand/daily")
    let days = zip(columns["day"]!, columns["impressions"]!).map { (day: Int($0), count: Int($1)) }
    let weekdays = try #require(WeekdayFactors(days: days.prefix(22)))
    #expect(weekdays.dayCount == 22)
    for (found, known) in zip(
      weekdays.factors, [0.9523, 0.9439, 0.9518, 0.9606, 1.014, 1.1152, 1.0574])
    {
      #expect(agrees(found.value, known, digits: 1e-4))
    }
  }

  @Test func `categories`() throws {
    let columns = try KnownData.columns("kuairand/categories")
    let shares = try #require(CategoryShares(counts: columns["posts"]!.map { Int($0) }))
    #expect(shares.shares.count == 43)
    #expect(agrees(shares.entropy, 3.0093, digits: 1e-4))
    #expect(agrees(shares.effectiveNumber, 20.27, digits: 1e-2))
    #expect(agrees(shares.gini, 0.6384, digits: 1e-4))
    #expect(agrees(try #require(shares.zipfSlope).value, 0.9478, digits: 1e-4))
    for (found, known) in zip(
      shares.shares,
      [
        0.192, 0.0965, 0.0906, 0.0808, 0.0556, 0.0506, 0.0459, 0.0389, 0.0343, 0.0331, 0.0294,
        0.0238,
      ])
    {
      #expect(agrees(found, known, digits: 1e-4))
    }
  }

  @Test func `sessions`() throws {
    let columns = try KnownData.columns("kuairand/gap_bins")
    let gaps = GapBins(counts: columns["count"]!.map { Int($0) })
    let sessions = try #require(SessionStatistics(gaps: gaps, users: 27_285, days: 31))
    #expect(agrees(sessions.impressionsPerLoad, 5.804, digits: 1e-3))
    #expect(agrees(sessions.impressionsPerSession, 78.658, digits: 1e-3))
    #expect(agrees(sessions.loadsPerSession, 13.553, digits: 1e-3))
    #expect(agrees(sessions.sessionsPerUserDay, 4.844, digits: 1e-3))
    let shares = [0.0933, 0.3199, 0.3794, 0.1341, 0.0394, 0.0339]
    for (found, known) in zip(try #require(sessions.gapShares), shares) {
      #expect(agrees(found, known, digits: 1e-4))
    }
  }

  @Test func `impressions of posts`() throws {
    let column = try KnownData.counted(
      "kuairand/post_impressions_hist", "impressions", by: "posts")
    let p = (column.gini, column.topShare(0.01), column.topShare(0.1), column.topShare(0.2))
    #expect(column.count == 32_038_693)
    #expect(agrees(p.0, 0.82707, digits: 1e-5))
    #expect(agrees(p.1, 0.4411, digits: 1e-4))
    #expect(agrees(p.2, 0.7987, digits: 1e-4))
    #expect(agrees(p.3, 0.8752, digits: 1e-4))
    #expect(agrees(try PowerLawFit(column, xmin: 10).alpha, 1.845))
    #expect(agrees(try PowerLawFit(column, xmin: 100).alpha, 2.2))
    let random = try KnownData.counted(
      "kuairand/post_impressions_hist_random", "impressions", by: "posts")
    #expect(agrees(random.gini, 0.080809, digits: 1e-6))
  }

  @Test func `follows and followers`() throws {
    let columns = try KnownData.columns("kuairand/users")
    var (following, followers): ([Double], [Double]) = ([], [])
    for (row, users) in columns["users"]!.enumerated() {
      for _ in 0..<Int(users) {
        following.append(columns["following"]![row])
        followers.append(columns["followers"]![row])
      }
    }
    #expect(agrees(spearman(following, followers), 0.5183, digits: 1e-4))
    let mutual = try KnownData.counted("kuairand/users", "mutual", by: "users").total
    #expect(agrees(mutual / following.reduce(0, +), 0.287439, digits: 1e-6))
  }
}
