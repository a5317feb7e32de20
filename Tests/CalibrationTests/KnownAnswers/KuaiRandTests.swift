import Calibration
internal import Stochastics
import TestSupport
import Testing

/// Known answers of the KuaiRand aggregates.
@Suite struct KuaiRandTests {
  /// Users, mean, mean and deviation of logarithms, Gini coefficient, share of zeros, shares of the top 1 and
  /// 10 percent, and six quantiles: of what users were shown and clicked under the production ranker and at
  /// random, and of those who follow them, whom they follow, and both.
  @Test(
    arguments: KnownRow.rows(
      """
      user_counts_standard  impressions  19102  11863.1505  8.977813  0.956863   0.45689       0.0  0.066606  0.323096  2206.1  4514.25  8624.0  15255.0  24628.7  56059.75
      user_counts_standard  clicks       19102   4480.8949  8.123596  0.835464  0.378028       0.0  0.041185  0.255497  1116.1   2135.0  3820.5   6043.0   8629.0  15232.77
      user_counts_random    impressions  19010     43.9707  3.304148  0.865867   0.53574       0.0  0.103895  0.437955    11.0     14.0    22.0     46.0     98.0    314.82
      user_counts_random    clicks       19010      7.7922  1.544386  1.118306  0.667181  0.160652  0.125877  0.513654     0.0      1.0     3.0      8.0     19.0     69.91
      users                 followers    19032    472.9038  4.009034  1.968932  0.875445  0.041929  0.540638  0.799597     2.0     10.0    49.0    224.0    671.0   4335.59
      users                 following    19032    413.0085  4.961036  1.617023  0.674366  0.007146  0.116356   0.52497    16.0     51.0   157.0    433.0   1032.0   4133.83
      users                 mutual       19032    118.7148  3.212753  1.926031  0.812844   0.12211  0.232685  0.693446     0.0      3.0    16.0     83.0    297.0   1631.07
      """))
  func `a column of users has its summary`(row: KnownRow) throws {
    let summary = try #require(ColumnSummary(try row.column))
    let known = row.numbers
    expectEqual(summary.count, Int(known[0]))
    #expect(
      agrees(
        summary, mean: known[1], meanLog: known[2], deviationLog: known[3], gini: known[4],
        zeroShare: known[5], top1: known[6], top10: known[7], quantiles: Array(known[8...])))
  }

  /// Shape, scale, AIC and distance of the gamma distribution, and µ, σ, AIC and distance of the log-normal.
  @Test(
    arguments: KnownRow.rows(
      """
      user_counts_standard  impressions  1.3825  8581.0358  395485.0   0.032  8.977813  0.9569  395516.9  0.0402
      user_counts_standard  clicks       1.9105  2345.4041  355478.7  0.0135  8.123596  0.8355  357699.1  0.0635
      user_counts_random    impressions  1.1818    37.2053  181555.8  0.1682  3.304148  0.8659  174100.0  0.1237
      """))
  func `a column of users has a gamma and a log-normal fit`(row: KnownRow) throws {
    let (column, known) = (try row.column, row.numbers)
    let gamma = try GammaFit(column)
    #expect(agrees(gamma.shape, known[0]) && agrees(gamma.scale, known[1]))
    #expect(agrees(gamma.quality.aic, known[2], digits: 0.1))
    #expect(agrees(gamma.quality.kolmogorovSmirnov, known[3], digits: 1e-4))
    let logNormal = try LogNormalFit(column)
    #expect(agrees(logNormal.mu.value, known[4], digits: 1e-6))
    #expect(agrees(logNormal.sigma.value, known[5], digits: 1e-4))
    #expect(agrees(logNormal.quality.aic, known[6], digits: 0.1))
    #expect(agrees(logNormal.quality.kolmogorovSmirnov, known[7], digits: 1e-4))
  }

  /// µ, σ, AIC and distance of those who have any.
  @Test(
    arguments: KnownRow.rows(
      """
      users  followers  3.942   2.05  222305.1  0.0236
      users  following   4.96  1.619  259279.0  0.0275
      users  mutual      3.01  2.128  175697.8  0.0236
      """))
  func `a column of ties has a discrete log-normal fit`(row: KnownRow) throws {
    let fit = try DiscreteLogNormalFit(try row.column.positive)
    #expect(agrees(fit.mu, row.numbers[0]) && agrees(fit.sigma, row.numbers[1]))
    #expect(agrees(fit.quality.aic, row.numbers[2], digits: 0.1))
    #expect(agrees(fit.quality.kolmogorovSmirnov, row.numbers[3], digits: 1e-4))
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
    expectEqual(weekdays.dayCount, 22)
    for (found, known) in zip(
      weekdays.factors, [0.9523, 0.9439, 0.9518, 0.9606, 1.014, 1.1152, 1.0574])
    {
      #expect(agrees(found.value, known, digits: 1e-4))
    }
  }

  @Test func `categories`() throws {
    let columns = try KnownData.columns("kuairand/categories")
    let shares = try #require(CategoryShares(counts: columns["posts"]!.map { Int($0) }))
    expectEqual(shares.shares.count, 43)
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
    expectEqual(column.count, 32_038_693)
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

/// Known answers of a column of a table with a row for so many users.
struct KnownRow: CustomTestStringConvertible {
  let table: String
  let name: String
  let numbers: [Double]

  var testDescription: String { "\(name) of \(table)" }

  var column: CountedValues {
    get throws { try KnownData.counted("kuairand/\(table)", name, by: "users") }
  }

  static func rows(_ text: String) -> [KnownRow] {
    text.split(separator: "\n").map { line in
      let cells = line.split(separator: " ").map(String.init)
      return KnownRow(table: cells[0], name: cells[1], numbers: cells[2...].map { Double($0)! })
    }
  }
}
