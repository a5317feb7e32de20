internal import DataFiles
internal import FeedMetrics
internal import Stochastics
internal import SyntheticSociety

/// B3: the inequality of posts a month among members who post.
///
/// Posts a month follow the discrete power law *k*^−1.6 on 1…200. The law's Gini coefficient is Σ *F* (1 − *F*) ÷ mean,
/// *F* the share of members who post at most *k*: 0.748; the tenth and the hundredth that post most make 67.9 and 18.6
/// %. Over the 20,000 members of a community, who all post, the standard errors are 0.0025, 0.4 points and 0.25 points
/// (200 samples of the law), and over the mean of eight at most 0.0014: no bound is exceeded by chance in 10¹⁰ seeds.
struct PostingInequalityCheck: SelfCheck {
  let id = "B3"
  let suites = [SelfTestSuite.behaviour]
  let source = "discrete power law of posts a month, exponent 1.6"
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
        result, size: size, expect: .near(target, within: 0.01).widened(by: members.widening),
        replications: rates.map(statistic))
    }
    let law = PostingLaw(SocietyParameters().posting)
    return [
      finding("posting: Gini of those who post", law.gini) { giniCoefficient($0) ?? 0 },
      finding("posting: share of the top 10 %", law.share(ofTop: 10)) { Self.share(ofTop: 10, $0) },
      finding("posting: share of the top 1 %", law.share(ofTop: 100)) {
        Self.share(ofTop: 100, $0)
      },
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

/// How unequal posts are by the power law.
private struct PostingLaw {
  private let law: DiscreteDistribution
  private let most: Int

  init(_ posting: Posting.Parameters) {
    most = Int(posting.most)
    law = .powerLaw(exponent: posting.exponent, in: 1...most)
  }

  var gini: Double {
    var (below, sum) = (0.0, 0.0)
    for posts in 1...most {
      below += law.probability(of: posts)
      sum += below * (1 - below)
    }
    return sum / law.mean
  }

  /// The share of the posts that the 1 ÷ `parts` of all members make who post most.
  func share(ofTop parts: Int) -> Double {
    var (left, sum) = (1 / Double(parts), 0.0)
    for posts in (1...most).reversed() {
      let members = min(left, law.probability(of: posts))
      sum += members * Double(posts)
      left -= members
    }
    return sum / law.mean
  }
}
