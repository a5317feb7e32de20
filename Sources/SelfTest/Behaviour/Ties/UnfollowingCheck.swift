internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// G6: whom members unfollow.
///
/// The hazard of a follow is in proportion to the followee's posting rate and to 1 − *m*, *m* the follower's
/// interest in the category of the followee's newest post. The exposure of a session is the sum of rate · (1 −
/// *m*) over the member's followees; unfollows ÷ exposure must be the same in each class, whatever the hazard
/// is: of posts that interest by less than 0.1 and by more than 0.4, and of followees who post more and less
/// than usual. Of *n* and *m* unfollows the ratio has the relative standard error √(1 ÷ *n* + 1 ÷ *m*). All
/// unfollows are as many as hazard · exposure, a Poisson number for the most.
///
/// Without the factor 1 − *m* the first ratio would be near 0.55, without the rate the second near 0.2. Wrong
/// rules that it also catches: the category of the oldest post, the follower's rate in place of the followee's,
/// a hazard a day in place of a session, a usual rate in which those count who never post.
struct UnfollowingCheck: SelfCheck {
  let id = "G6"
  let suites = [SelfTestSuite.behaviour]
  let source = "hazard on flooding and low match"
  let seconds = 8.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 8000, atLeast: 800)
    var parameters = SocietyParameters.quiet(members: members.count, days: 28)
    parameters.unfollowing.hazard = 0.004
    parameters.sessions.mean = 4
    parameters.posting.share = 0.5
    // So that hardly anybody's hazard comes near 1.
    parameters.graph.follows = 9
    parameters.posting.most = 20
    parameters.posting.largestBatch = 1
    parameters.fixScrolling(at: 1)
    let run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(39))
    let ends = UnfollowSink(run)
    run.observed(by: [ends])
    let all = ends.byRate
    let exposure = all.reduce(0) { $0 + $1.exposure }
    return [
      Finding(
        "unfollows ÷ (hazard · exposure)", size: "\(all.reduce(0) { $0 + $1.ends }.grouped) ends",
        count: all.reduce(0) { $0 + $1.ends }, ofMean: parameters.unfollowing.hazard * exposure),
      Self.ratio(
        "unfollowing ÷ exposure, match > 0.4 : < 0.1", ends.byMatch[2], ends.byMatch[0]),
      Self.ratio(
        "unfollowing ÷ exposure, many : few posts", ends.byRate[1], ends.byRate[0]),
    ]
  }

  private static func ratio(
    _ result: String, _ one: UnfollowSink.Tally, _ other: UnfollowSink.Tally
  ) -> Finding {
    Finding(
      result, size: "\(one.ends.grouped) and \(other.ends.grouped) ends", expect: 1,
      observed: Double(one.ends) / one.exposure / (Double(other.ends) / other.exposure),
      standardError: (1 / Double(one.ends) + 1 / Double(other.ends)).squareRoot())
  }
}

/// Counts unfollows and members' exposure to them, by match and by rate.
private final class UnfollowSink: ObservationSink {
  struct Tally {
    var ends = 0
    var exposure = 0.0
  }

  /// Interests below 0.1, between, and above 0.4.
  private(set) var byMatch = [Tally](repeating: Tally(), count: 3)
  /// Rates below and above the mean.
  private(set) var byRate = [Tally](repeating: Tally(), count: 2)

  private let hazard: Double
  private let rates: [Double]
  private var interests: [[Float]] = []
  private var followees: [[Int]] = []
  /// The category of each member's newest post.
  private var newest: [Int?]
  /// Which follow the current session ended.
  private var ended: (from: Int, to: Int)?

  init(_ run: WorldRun) {
    hazard = run.parameters.unfollowing.hazard
    let all = run.initialPeople.map { Double($0.postRate) }
    let mean = all.reduce(0, +) / Double(all.count { $0 > 0 })
    rates = all.map { $0 / mean }
    newest = all.map { _ in nil }
  }

  func observe(_ member: MemberObservation) {
    interests.append(member.taste)
    followees.append([])
  }

  func observe(_ post: PostObservation) { newest[post.author.index] = post.category.index }

  func observe(_ tie: TieObservation) {
    switch tie.kind {
    case .follow: followees[tie.from.index].append(tie.to.index)
    case .unfollow: ended = (tie.from.index, tie.to.index)
    default: break
    }
  }

  /// A session has begun: its follows were tended before its page.
  func observe(_ page: borrowing PageObservation) {
    let viewer = page.viewer.index
    for followee in followees[viewer] {
      guard let category = newest[followee] else { continue }
      let match = Double(interests[viewer][category])
      let isEnd = ended?.from == viewer && ended?.to == followee
      // One followee is considered a session, with the hazard of all, which is a probability.
      let most = 1 / (hazard * Double(followees[viewer].count))
      let exposure = min(rates[followee] * (1 - match), most)
      let matchClass = match < 0.1 ? 0 : match > 0.4 ? 2 : 1
      count(isEnd, exposure, in: &byMatch[matchClass])
      count(isEnd, exposure, in: &byRate[rates[followee] < 1 ? 0 : 1])
    }
    if let ended {
      followees[ended.from].removeAll { $0 == ended.to }
      self.ended = nil
    }
  }

  private func count(_ isEnd: Bool, _ exposure: Double, in tally: inout Tally) {
    tally.ends += isEnd ? 1 : 0
    tally.exposure += exposure
  }
}
