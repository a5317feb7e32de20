internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B9: how concentrated interests are.
///
/// Of Dir(α *s*) with Zipf's shares *s* the mean of Σ θₖ² is Σ *s* (1 + α *s*) ÷ (1 + α): 0.247 for viewers and
/// 0.230 for creators with the default concentrations 8 and 10 over 12 categories. So is the probability that
/// two posts of a creator, of different batches, are of one category. Standard errors come from the samples.
/// The posts of one batch are of one category, without exception.
///
/// Wrong rules that it catches: the concentrations exchanged, people who post what they like to see,
/// interests that are shares of equal weights, posts of only the most liked category.
struct InterestsCheck: SelfCheck {
  let id = "B9"
  let suites = [SelfTestSuite.behaviour]
  let source = "Dirichlet interests: Σ s (1 + αs) ÷ (1 + α)"
  let seconds = 1.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 40_000, atLeast: 2000)
    let size = "\(members.count.grouped) members"
    let parameters = Self.parameters(members: members.count)
    let interests = parameters.interests
    let world = InterestSink(categories: Int(parameters.categories.count))
    WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(23))
      .observed(by: [world])
    let batches = world.agreements
    return [
      Finding(
        "interests of viewers: mean Σ θ²", size: size,
        expect: Self.concentration(interests.viewerConcentration, parameters),
        meanOf: Summary(world.squares)),
      Finding(
        "interests of creators: mean Σ θ²", size: size,
        expect: Self.concentration(interests.creatorConcentration, parameters),
        meanOf: Self.creators(members.count, parameters, setting)),
      Finding(
        "two batches of a creator in one category",
        size: "\(batches.count.grouped) creators",
        expect: Self.concentration(interests.creatorConcentration, parameters),
        meanOf: Summary(batches)),
      Finding(
        never: "batches in several categories", size: "\(world.batchedPosts.grouped) further posts",
        times: world.mixedPosts),
    ]
  }

  private static func concentration(_ alpha: Double, _ parameters: SocietyParameters) -> Double {
    zipfShares(count: Int(parameters.categories.count), exponent: parameters.categories.zipf)
      .reduce(0) { $0 + $1 * (1 + alpha * $1) / (1 + alpha) }
  }

  /// Creators' interests, from draws of the check's own.
  private static func creators(
    _ count: Int, _ parameters: SocietyParameters, _ setting: SelfTestSetting
  ) -> Summary {
    let rule = Interests(parameters)
    let stream = KeyedStream(seed: setting.seed(23), world: 0, name: StreamName("creators"))
    return Summary(
      (0..<UInt32(count)).map { creator in
        let weights = rule.decide(
          Interests.Situation(
            isCreator: true,
            uniforms: (0..<UInt32(parameters.categories.count)).map { category in
              SIMD2(stream.uniform(creator, category, 0), stream.uniform(creator, category, 1))
            }))
        return weights.reduce(0) { $0 + $1 * $1 }
      })
  }

  /// Every member posts, and none opens the app.
  private static func parameters(members: Int) -> SocietyParameters {
    var parameters = SocietyParameters.quiet(members: members, days: 7)
    parameters.switchOffInitialTies()
    parameters.sessions.mean = 0.001
    parameters.posting.share = 1
    return parameters
  }
}

private final class InterestSink: ObservationSink {
  private(set) var squares: [Double] = []
  private let categories: Int
  /// Of each member, the batches in each category.
  private var batches: [Int] = []
  private var last: PostObservation?
  /// Posts of batches behind the first, and posts of another category.
  private(set) var batchedPosts = 0
  private(set) var mixedPosts = 0

  init(categories: Int) { self.categories = categories }

  func observe(_ member: MemberObservation) {
    squares.append(member.taste.reduce(0) { $0 + Double($1) * Double($1) })
    batches.append(contentsOf: repeatElement(0, count: categories))
  }

  /// The posts of a batch come one after the other.
  func observe(_ post: PostObservation) {
    defer { last = post }
    if let last, last.author == post.author, last.createdAt == post.createdAt {
      batchedPosts += 1
      mixedPosts += last.category == post.category ? 0 : 1
      return
    }
    batches[post.author.index * categories + post.category.index] += 1
  }

  /// Of each member with two batches or more, the share of pairs of one category.
  var agreements: [Double] {
    squares.indices.compactMap { member in
      let counts = batches[member * categories..<(member + 1) * categories]
      let total = counts.reduce(0, +)
      guard total > 1 else { return nil }
      return Double(counts.reduce(0) { $0 + $1 * ($1 - 1) }) / Double(total * (total - 1))
    }
  }
}
