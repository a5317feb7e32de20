internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// G4: whom members follow.
///
/// Everybody looks around once a session, follows are not returned, and nobody meets friends of friends: the
/// member met is half of the time any, half of the time the followee of a random follow, and is followed with
/// σ(−2 + 4 cos(θ, θ′)). At every third session the check works out, over all whom the member could meet, the
/// probability of a new follow; and for the follows, the mean and variance of the cosine. Follows ÷ sessions
/// and the mean cosine must be what is expected on average, with the standard errors √Σ *p* (1 − *p*) and √Σ
/// variance. With the default interests the cosine is near 0.63 for random pairs and 0.68 for follows, and 0.62
/// of the members met are followed.
///
/// Wrong rules that it catches: interests compared by their product or by one category, homophily without
/// effect or of the wrong sign, members met by renown alone.
struct FollowingCheck: SelfCheck {
  let id = "G4"
  let suites = [SelfTestSuite.behaviour]
  let source = "homophily by the cosine of interests"
  let seconds = 2.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 3000, atLeast: 400)
    var parameters = SocietyParameters.quiet(members: members.count, days: 5)
    parameters.switchOffInitialTies()
    (parameters.following.attempts, parameters.following.spread) = (1, 0)
    parameters.graph.closure = 0
    parameters.graph.reciprocity = 0
    parameters.graph.silentAppeal = 1
    parameters.fixScrolling(at: 1)
    let meetings = MeetingSink(parameters.graph)
    WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(37))
      .observed(by: [meetings])
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
  /// Interests of length 1.
  private var interests: [[Double]] = []
  private var followees: [Set<Int>] = []
  private var followers: [Int] = []
  private var follows = 0
  /// The follow that a session began with, until its page.
  private var pending: (from: Int, to: Int)?
  private var sessions = 0

  init(_ graph: Following.Graph) { self.graph = graph }

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
      let p = met * logistic(graph.homophilyOffset + graph.homophily * cosine)
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
