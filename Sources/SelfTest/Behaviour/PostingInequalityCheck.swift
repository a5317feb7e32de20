internal import FeedMetrics
internal import SyntheticSociety

/// B3: how unequally those who post do, by their posts a month.
///
/// Posts a month follow the discrete power law *k*^−1.9 on 1…200: Gini 0.67, and the tenth and the
/// hundredth that post most make 63 and 25 %. A fifth of 20,000 members post; over 4,000 of them the
/// standard errors are about 0.009, 1 point and 1 point: each bound is left once in 400 seeds or less.
struct PostingInequalityCheck: SelfCheck {
  let id = "B3"
  let suites = [SelfTestSuite.behaviour]
  let source = "discrete power law of posts a month, exponent 1.9"

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 20_000, atLeast: 2000)
    let parameters = SocietyParameters()
    let source = TraitSource(
      parameters, SocietyStreams(seed: 5, world: 0), Behaviours(parameters))
    let rates = (0..<members.count).map { Double(source.member(.initial($0)).postRate) }
      .filter { $0 > 0 }
    let size = "\(members.count.grouped) members, \(rates.count.grouped) who post"
    func finding(
      _ result: String, _ target: Double, _ estimator: @escaping ([Double]) -> Double
    ) -> Finding {
      Finding(
        result, size: size, expect: .near(target, within: 0.03).widened(by: members.widening),
        Jackknife(rates, estimator))
    }
    return [
      finding("posting: Gini of those who post", 0.67) { giniCoefficient($0) ?? 0 },
      finding("posting: share of the top 10 %", 0.63) { Self.share(ofTop: 10, $0) },
      finding("posting: share of the top 1 %", 0.25) { Self.share(ofTop: 100, $0) },
    ]
  }

  /// The share of the total that the largest of so many parts of all holds.
  private static func share(ofTop parts: Int, _ rates: [Double]) -> Double {
    let sorted = rates.sorted(by: >)
    return sorted.prefix(max(1, sorted.count / parts)).reduce(0, +) / sorted.reduce(0, +)
  }
}
