internal import DataFiles
internal import FeedMetrics
internal import SyntheticSociety

/// B3: the inequality of posts a month among members who post.
///
/// Posts a month follow the discrete power law *k*^−1.9 on 1…200, whose Gini coefficient is 0.673; the
/// tenth and the hundredth that post most make 63.2 and 24.7 %. Of 20,000 members 5,200 post; over
/// those of one society the standard errors are about 0.013, 1.4 points and 1.3 points, and over the
/// mean of eight 0.005: each bound is exceeded by chance once in 10⁷ seeds.
struct PostingInequalityCheck: SelfCheck {
  let id = "B3"
  let suites = [SelfTestSuite.behaviour]
  let source = "discrete power law of posts a month, exponent 1.9"
  let seconds = 3.0

  private static let societies = 8

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 20_000, atLeast: 2000)
    let rates = (0..<UInt32(Self.societies)).map {
      Self.rates(members: members.count, SocietyStreams(seed: setting.seed(5), world: $0))
    }
    let size = "\(Self.societies) × \(members.count.grouped) members"
    func finding(
      _ result: String, _ target: Double, _ statistic: ([Double]) -> Double
    ) -> Finding {
      Finding(
        result, size: size, expect: .near(target, within: 0.03).widened(by: members.widening),
        replications: rates.map(statistic))
    }
    return [
      finding("posting: Gini of those who post", 0.67) { giniCoefficient($0) ?? 0 },
      finding("posting: share of the top 10 %", 0.63) { Self.share(ofTop: 10, $0) },
      finding("posting: share of the top 1 %", 0.25) { Self.share(ofTop: 100, $0) },
    ]
  }

  /// The posting rates of members who post.
  private static func rates(members: Int, _ streams: SocietyStreams) -> [Double] {
    let parameters = SocietyParameters()
    let source = TraitSource(parameters, streams, Behaviours(parameters))
    return (0..<members).map { Double(source.member(.initial($0)).postRate) }.filter { $0 > 0 }
  }

  /// The share of the total held by the largest 1 ÷ `parts` of all values.
  private static func share(ofTop parts: Int, _ rates: [Double]) -> Double {
    let sorted = rates.sorted(by: >)
    return sorted.prefix(max(1, sorted.count / parts)).reduce(0, +) / sorted.reduce(0, +)
  }
}
