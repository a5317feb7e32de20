internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// G4: whom members follow.
///
/// Everybody looks around once a session, follows are not returned, and members do not meet friends of friends: the
/// member met is half of the time any, half of the time the followee of a random follow, and is followed with
/// σ(−2 + 4 cos(θ, θ′)), or half of that if the member met never posts. At every third session the check works
/// out, over all whom the member could meet, the probability of a new follow; and for the follows, the mean and
/// variance of the cosine. Follows ÷ sessions and the mean cosine must be what is expected on average, with the
/// standard errors √Σ *p* (1 − *p*) and √Σ variance. With the default interests the cosine is near 0.63 for
/// random pairs and 0.68 for follows.
///
/// In a world without looking around, a like of the post of an author whom the member does not follow brings a follow
/// with the declared probability, binomial.
///
/// Wrong rules that it catches: interests compared by their product or by one category, homophily without
/// effect or of the wrong sign, members met only by follower count, silent members who are followed as readily, likes
/// that bring no follows or follows of one's own followees.
struct FollowingCheck: SelfCheck {
  let id = "G4"
  let suites = [SelfTestSuite.behaviour]
  let source = "homophily by the cosine of interests"
  let seconds = 2.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    meetings(setting) + [afterLikes(setting)]
  }

  // MARK: After likes

  private func afterLikes(_ setting: SelfTestSetting) -> Finding {
    let members = setting.sample(of: 5000, atLeast: 500)
    var parameters = SocietyParameters.quiet(members: members.count, days: 2)
    parameters.switchOffInitialTies()
    parameters.following.afterLike = 0.1
    parameters.graph.reciprocity = 0
    // A like that is given again meets the same draw.
    parameters.actions.undo = 0
    let likes = FollowAfterLikeSink()
    WorldRun(
      inRandomOrder: parameters, .chances(open: 0.2, like: 0.4), seed: setting.seed(37)
    ).observed(by: [likes])
    return Finding(
      "likes of strangers that bring a follow", size: "\(likes.likes.grouped) likes",
      expectShare: parameters.following.afterLike, successes: likes.follows, of: likes.likes)
  }

  // MARK: Meetings

  private func meetings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 3000, atLeast: 400)
    var parameters = SocietyParameters.quiet(members: members.count, days: 5)
    parameters.switchOffInitialTies()
    (parameters.following.attempts, parameters.following.spread) = (1, 0)
    // Most members are silent.
    parameters.posting.share = 0.3
    parameters.graph.closure = 0
    parameters.graph.reciprocity = 0
    parameters.fixScrolling(at: 1)
    let run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(37))
    let meetings = MeetingSink(parameters.graph, run.initialPeople)
    run.observed(by: [meetings])
    return [
      meetings.accepted.shareFinding(
        "members met who are followed", size: "\(meetings.accepted.trials.grouped) sessions"),
      meetings.cosineFinding("mean cosine of followers and followed"),
    ]
  }
}

/// Compares sessions and follows with all whom the member could have met.
private final class MeetingSink: ObservationSink {
  private(set) var accepted = ExpectedSuccesses()
  private var cosines = Summary()
  private var expected = (mean: 0.0, variance: 0.0)

  private let graph: Following.Graph
  /// The factor on the probability of following each member.
  private let appeal: [Double]
  /// Interests of length 1.
  private var interests: [[Double]] = []
  private var followees: [Set<Int>] = []
  private var followers: [Int] = []
  private var follows = 0
  /// The follow that a session began with, until its page.
  private var pending: (from: Int, to: Int)?
  private var sessions = 0

  init(_ graph: Following.Graph, _ people: [MemberTraits]) {
    self.graph = graph
    appeal = people.map { $0.postRate > 0 ? 1 : graph.silentAppeal }
  }

  func observe(_ member: MemberObservation) {
    let length = member.taste.reduce(0.0) { $0 + Double($1) * Double($1) }.squareRoot()
    interests.append(member.taste.map { Double($0) / length })
    followees.append([])
    followers.append(0)
  }

  func observe(_ tie: TieObservation) {
    if tie.kind == .follow { pending = (tie.from.index, tie.to.index) }
  }

  func observe(_ page: borrowing PageObservation) {
    let viewer = page.viewer.index
    let isFollow = pending?.from == viewer
    sessions += 1
    if sessions % 3 == 0 { compare(viewer, isFollow ? pending?.to : nil) }
    guard let pending else { return }
    followees[pending.from].insert(pending.to)
    followers[pending.to] += 1
    follows += 1
    self.pending = nil
  }

  private func cosine(_ one: Int, _ other: Int) -> Double {
    zip(interests[one], interests[other]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Before the follow is counted.
  private func compare(_ viewer: Int, _ followed: Int?) {
    let n = Double(interests.count)
    var (chance, sum, squares) = (0.0, 0.0, 0.0)
    for other in interests.indices where other != viewer && !followees[viewer].contains(other) {
      let met =
        follows == 0 ? 1 / n : 0.5 / n + 0.5 * Double(followers[other]) / Double(follows)
      let cosine = cosine(viewer, other)
      let p =
        met * appeal[other] * logistic(graph.homophilyOffset + graph.homophily * cosine)
      chance += p
      sum += p * cosine
      squares += p * cosine * cosine
    }
    accepted.add(followed != nil, chance: chance)
    guard let followed else { return }
    cosines.add(cosine(viewer, followed))
    expected.mean += sum / chance
    expected.variance += squares / chance - sum / chance * sum / chance
  }

  func cosineFinding(_ result: String) -> Finding {
    let n = Double(cosines.count)
    return Finding(
      result, size: "\(cosines.count.grouped) follows", expect: expected.mean / n,
      observed: cosines.mean, standardError: expected.variance.squareRoot() / n)
  }
}

/// Counts likes of posts by members whom the viewer does not follow, and the follows that come of them.
private final class FollowAfterLikeSink: ObservationSink {
  private(set) var likes = 0
  private(set) var follows = 0
  private var authors: [MemberID] = []
  private var ties: Set<SIMD2<UInt32>> = []

  func observe(_ post: PostObservation) { authors.append(post.author) }

  func observe(_ interaction: InteractionObservation) {
    let author = authors[interaction.post.index]
    guard interaction.kind == .like, author != interaction.member,
      !ties.contains(SIMD2(interaction.member.rawValue, author.rawValue))
    else { return }
    likes += 1
  }

  func observe(_ tie: TieObservation) {
    guard tie.kind == .follow else { return }
    follows += 1
    ties.insert(SIMD2(tie.from.rawValue, tie.to.rawValue))
  }
}
