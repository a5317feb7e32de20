internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import SyntheticSociety

/// B17: interests that follow what people like.
///
/// A like of a category takes θ to (1 − η − κ) θ + η + κ θ₀, so that *n* likes in a row take it to θ* − (θ* −
/// θ₀)(1 − η − κ)ⁿ with θ* = (η + κ θ₀) ÷ (η + κ): from 0.1 with η = 0.01 and κ = 0.002 to 0.626 after 100, and
/// to 0.850 in the end.
///
/// In a world the interests of all members are worked out from their likes. The utility of each impression, from its
/// latent relevance, less the match is the same at every impression of the post to the viewer: it differs by less than
/// 10⁻⁴, the rounding of interests to `Float` after hundreds of likes. Where people like hundreds of posts, somebody
/// likes three in a row of a category that is at most three tenths of their interests, which changes that by (0.883 −
/// 0.3) (1 − 0.988³) = 0.0207 or more.
///
/// Wrong rules that it catches: drift by openings, drift that is not reverted or does not keep the sum, drift
/// of the author's interests, interests that pages read and drift does not change.
struct DriftCheck: SelfCheck {
  let id = "B17"
  let suites = [SelfTestSuite.behaviour]
  let source = "smoothing with mean reversion (Jiang et al. 2019)"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    [
      Self.finding("interest of 0.1 after 100 likes", likes: 100),
      Self.finding("interest of 0.1 after 10,000 likes", likes: 10_000),
    ] + live(setting)
  }

  private static func finding(_ result: String, likes: Int) -> Finding {
    let drift = SocietyParameters().drift
    let rule = Drift(SocietyParameters())
    let start = 0.1
    let end = (drift.rate + drift.reversion * start) / (drift.rate + drift.reversion)
    let left = (0..<likes).reduce(1.0) { left, _ in left * (1 - drift.rate - drift.reversion) }
    return Finding(
      result, size: "1 category", expect: end - (end - start) * left,
      computed: (0..<likes).reduce(start) { weight, _ in
        rule.decide(Drift.Situation(weight: weight, initialWeight: start, isLiked: true))
      })
  }

  private func live(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 300, atLeast: 100)
    var parameters = SocietyParameters.quiet(members: members.count, days: 4)
    parameters.drift = SocietyParameters().drift
    // Many posts, so that there is much to like.
    parameters.posting.share = 1
    let drifting = DriftSink(parameters)
    WorldRun(
      inRandomOrder: parameters, .chances(open: 0.3, like: 0.5), seed: setting.seed(33)
    ).observed(by: [drifting])
    return [
      Finding(
        never: "impressions of other interests than likes",
        size: "\(drifting.repeated.grouped) repeated, \(drifting.likes.grouped) likes",
        times: drifting.differing),
      Finding(
        "largest change of an interest by likes", size: "\(members.count) members",
        expect: .atLeast(0.02), observed: drifting.largestChange),
    ]
  }
}

/// Works out interests from likes, and compares the utilities of impressions with them.
private final class DriftSink: ObservationSink {
  private(set) var repeated = 0
  private(set) var differing = 0
  private(set) var likes = 0
  private(set) var largestChange = 0.0

  private let parameters: SocietyParameters
  private var initial: [[Double]] = []
  private var interests: [[Double]] = []
  private var categories: [Int] = []
  private var authors: [MemberID] = []
  /// The utility less the match of each pair.
  private var rest: [SIMD2<UInt32>: Double] = [:]

  init(_ parameters: SocietyParameters) { self.parameters = parameters }

  func observe(_ member: MemberObservation) {
    initial.append(member.taste.map(Double.init))
    interests.append(member.taste.map(Double.init))
  }

  func observe(_ post: PostObservation) {
    categories.append(post.category.index)
    authors.append(post.author)
  }

  func observe(_ page: borrowing PageObservation) {
    for index in page.posts.indices {
      let post = page.posts[index]
      let match = interests[page.viewer.index][categories[post.index]]
      let rest = logit(page.relevance[index]) - parameters.utility.match * match
      let pair = SIMD2(page.viewer.rawValue, post.rawValue)
      guard let known = self.rest[pair] else {
        self.rest[pair] = rest
        continue
      }
      repeated += 1
      if (known - rest).magnitude >= 1e-4 { differing += 1 }
    }
  }

  func observe(_ interaction: InteractionObservation) {
    guard interaction.kind == .like else { return }
    likes += 1
    let member = interaction.member.index
    let drift = parameters.drift
    for category in interests[member].indices {
      let liked = category == categories[interaction.post.index] ? drift.rate : 0
      interests[member][category] =
        (1 - drift.rate - drift.reversion) * interests[member][category] + liked
        + drift.reversion * initial[member][category]
      largestChange = max(
        largestChange, (interests[member][category] - initial[member][category]).magnitude)
    }
  }
}
