import FeedMetrics
import SocialFeed
import TestSupport
import Testing

/// Values of the same things from numpy 2.4.6 and scipy 1.17.1.
@Suite struct ReferenceValueTests {
  /// Member 2 has published ten posts of each of three categories: 0…9, 10…19 and 20…29.
  private func catalogue(days: Double = 10) -> Trace {
    var trace = Trace(days: days)
    trace.join(taste: [0.6, 0.3, 0.1])
    trace.join(taste: [0.2, 0.2, 0.6])
    trace.join()
    for post in 0..<30 { trace.publish(by: 2, category: post / 10) }
    return trace
  }

  /// Members 0 and 1 are shown 7, 2, 1 and 1, 4, 6 posts of the categories, two of them both.
  private func twoMembers() -> Trace {
    var trace = catalogue()
    trace.show(Array(0..<7) + [10, 11, 20], to: 0)
    trace.show([0] + Array(11..<15) + Array(20..<26), to: 1)
    return trace
  }

  @Test func `tau-b with ties`() throws {
    // scipy.stats.kendalltau(x, y)
    let x: [Double] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9]
    let y: [Double] = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4]
    #expect(abs(try #require(kendallTauB(x, y)) - 0.157_087_441_053_930_6) < 1e-15)
    // numpy: abs(x[:, None] - x).sum() / (2 * n * n * x.mean())
    #expect(abs(try #require(giniCoefficient(x)) - 0.303_030_303_030_303_04) < 1e-15)
  }

  @Test func `inequality, Lorenz shares and quantiles`() throws {
    let x: [Double] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9]
    let inequality = try #require(Inequality(of: x))
    // numpy, with r = x / x.mean(): (r * log(r)).mean(), -log(r).mean(), 1 - mean(r ** 0.5) ** 2
    #expect(abs(inequality.theilT - 0.156_416_701_383_483_9) < 1e-15)
    #expect(abs(try #require(inequality.theilL) - 0.201_504_237_532_125_98) < 1e-15)
    #expect(abs(inequality.atkinson(aversion: 0.5) - 0.084_924_435_030_198_42) < 1e-15)
    // 1 - scipy.stats.gmean(r), scipy.stats.variation(x)
    #expect(abs(inequality.atkinson(aversion: 1) - 0.182_499_886_630_234_53) < 1e-15)
    #expect(abs(inequality.coefficientOfVariation - 0.531_675_051_700_226_4) < 1e-15)
    // abs(x - x.mean()).sum() / (2 * x.sum()), x.sum() ** 2 / (n * (x ** 2).sum())
    #expect(abs(inequality.hoover - 0.223_376_623_376_623_37) < 1e-15)
    #expect(abs(inequality.jain - 0.779_618_671_926_364_2) < 1e-15)
    // numpy.interp on the points of the Lorenz curve
    let curve = try #require(LorenzCurve(of: x))
    #expect(abs(curve.topShare(percent: 10) - 0.175_324_675_324_675_33) < 1e-15)
    #expect(abs(curve.bottomShare(percent: 50) - 0.279_220_779_220_779_2) < 1e-15)
    #expect(abs(try #require(curve.palmaRatio) - 0.964_285_714_285_714_3) < 1e-15)
    // numpy.percentile(x, [10, 50, 90])
    let quantiles = [0.1, 0.5, 0.9].map { quantile($0, of: x.sorted()) ?? .nan }
    #expect(zip(quantiles, [1.4, 5, 9]).allSatisfy { abs($0 - $1) < 1e-15 })
  }

  @Test func `partial tau and Jensen–Shannon divergence`() throws {
    let x: [Double] = [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9]
    let y: [Double] = [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0, 4]
    let z: [Double] = [1, 4, 1, 4, 2, 1, 3, 5, 6, 2, 3, 7, 3, 0, 9]
    // from three scipy.stats.kendalltau
    let partial = try #require(kendallPartialTau(x, y, given: z))
    #expect(abs(partial - 0.147_066_756_223_661_33) < 1e-15)
    // scipy.spatial.distance.jensenshannon(p, q, base=2) ** 2
    let divergence = jensenShannonDivergence([0.5, 0.3, 0.15, 0.05], [0.1, 0.2, 0.3, 0.4])
    #expect(abs(divergence - 0.242_405_936_905_046_17) < 1e-15)
  }

  @Test func `the median of censored times`() {
    // scipy.stats.ecdf(CensoredData(...)).sf is 0.586 at 20 and 0.488 at 31
    let median = kaplanMeierMedian(
      events: [5, 8, 8, 12, 20, 31, 33, 40], censored: [4, 8, 15, 31, 50, 50])
    expectEqual(median, 31)
  }

  @Test func `effective number, beta, overlap and calibration`() {
    // exp(scipy.stats.entropy(p))
    let entropy = entropy(ofShares: [0.5, 0.3, 0.15, 0.05])
    #expect(abs(effectiveNumber(entropy: entropy) - 3.133_404_280_262_058_5) < 1e-14)
    let trace = twoMembers()
    // exp(scipy.spatial.distance.jensenshannon(p, q) ** 2)
    #expect(trace.metric("category_beta_diversity").isAbout(1.258_143_979_028_031_8, support: 2))
    // 1 - scipy.spatial.distance.cosine of the two rows of zeros and ones
    #expect(trace.metric("inter_user_overlap").isAbout(0.286_038_776_773_677_6, support: 2))
    // numpy: mean of (p * log(p / (0.99 * q + 0.01 * p))).sum(), p as 32-bit numbers
    #expect(trace.metric("calibration_kl").isAbout(0.060_868_742_268_735_614, support: 2))
  }

  @Test func `weekly categories and their slope`() {
    var trace = catalogue(days: 28)
    for (week, counts) in [[7, 2, 1], [4, 4, 2], [3, 3, 4], [1, 4, 5]].enumerated() {
      let posts = counts.enumerated().flatMap { category, count in
        (0..<count).map { 10 * category + $0 }
      }
      trace.show(posts, to: 0, at: Double(week) * Trace.week)
    }
    // numpy.mean and scipy.stats.linregress(range(4), e).slope, e = exp(scipy.stats.entropy(counts))
    #expect(
      trace.metric("user_week_effective_categories").isAbout(2.660_227_366_359_641, support: 4))
    #expect(trace.metric("bubble_drift_per_week").isAbout(0.111_618_540_960_283_76, support: 1))
  }

  @Test func `relevance and gain`() {
    var trace = catalogue()
    let relevance = [0.9, 0.2, 0.4, 0.8, 0.1, 0.7, 0.3, 0.5, 0.6, 0.05]
    let pool = relevance.enumerated().map {
      CandidateObservation(post: PostID($0), relevance: $1)
    }
    trace.show(Array(0..<10), to: 0, relevance: relevance, pool: pool)
    // numpy.average(r, weights=w); (w * r).sum() against (w * sorted r).sum(), w = 1 / log2(2…11)
    #expect(trace.metric("relevance@10").isAbout(0.508_755_584_328_252_2, support: 1))
    #expect(trace.metric("ndcg@10").isAbout(0.904_116_143_048_646_5, support: 1))
    #expect(trace.metric("regret@10").isAbout(0.245_147_046_421_896_77, support: 1))
  }

  @Test func `the median age`() {
    var trace = Trace(members: 2)
    let ages = [10.0, 400, 33, 86_400, 5, 5, 70_000, 12]
    for age in ages.sorted(by: >) { trace.publish(by: 1, at: 86_400 - age) }
    trace.show([3, 0, 7, 1, 5, 2, 6, 4], to: 0, at: 86_400)
    // numpy.percentile(ages, 50)
    #expect(trace.metric("age_at_impression_p50_s").isAbout(22.5, support: 8))
  }
}
