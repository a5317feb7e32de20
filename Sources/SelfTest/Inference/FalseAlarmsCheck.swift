internal import Experiments
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// K6: the type I error rate of A/A tests whose worlds are independent.
///
/// Each of 200 tests compares the engagement rate of two equal arms over 8 pairs of worlds of other
/// seeds, and rejects at α = 0.05. The number of rejections is binomial: the band, 1 to 24 of 200, is
/// left with a probability of 4 · 10⁻⁵ below and 3 · 10⁻⁵ above.
struct FalseAlarmsCheck: SelfCheck {
  let id = "K6"
  let suites = [SelfTestSuite.kernel, .stats]
  let source = "A/A with independent seeds, α 0.05"
  let seconds = 90.0

  private static let pairs = 8
  private static let alpha = 0.05

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let tests = setting.sample(of: 200, atLeast: 10)
    let intercepts = SolvedIntercepts(for: Self.run(seed: setting.seed(0), world: 0))
    let rejections = (0..<tests.count).count { isRejected(test: $0, intercepts, setting) }
    return [
      Finding(
        "share of A/A tests that reject", size: "\(tests.count) tests of \(Self.pairs) pairs",
        expect: .between(0.0025, 0.1225).widened(by: tests.widening), successes: rejections,
        of: tests.count)
    ]
  }

  private func isRejected(
    test: Int, _ intercepts: SolvedIntercepts, _ setting: SelfTestSetting
  ) -> Bool {
    let arms = (0..<2).map { arm in
      (0..<UInt32(Self.pairs)).map { world in
        var run = Self.run(seed: setting.seed(UInt64(2 * test + arm)), world: world)
        run.intercepts = intercepts
        return engagement(in: run)
      }
    }
    let comparison = Comparison(
      metric: Self.metric, candidate: "again", baseline: arms[0], candidate: arms[1])
    return comparison.difference?.pValue ?? 1 < Self.alpha
  }

  private static func run(seed: UInt64, world: UInt32) -> WorldRun {
    WorldRun(
      parameters: .society(members: 40, days: 1), arm: .ordering(.home, by: "recency"),
      seed: seed, world: world)
  }

  private func engagement(in run: WorldRun) -> Double? {
    let metrics = MetricSink(options: MetricOptions(set: .named, named: [Self.metric.id]))
    run.observed(by: [metrics])
    return metrics.values().first { $0.id == Self.metric.id }?.value.value
  }

  private static let metric: MetricDefinition = {
    guard let metric = MetricCatalogue.definition("engagement_rate") else {
      preconditionFailure("the catalogue has no engagement rate")
    }
    return metric
  }()
}
