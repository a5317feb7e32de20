internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import Synchronization
internal import SyntheticSociety

/// G5: who becomes friends.
///
/// Of equally spaced uniform numbers the rule accepts a request of somebody with *m* mutual friends at 0.6 +
/// 0.1 *m* of them. In a world the requests that members answer are recorded when the rule receives them: of requests
/// with 0, 1 and 2 mutual friends that share of the first requests is accepted, binomial (a further one of the same two
/// meets the same draw); and as many friendships are observed: who has requests answers them before making one, so that
/// no friendship is requested from both sides.
///
/// Wrong rules that it catches: mutual friends counted as the friends of one side, requests that are repeated until
/// accepted, friendships without an answer.
struct FriendRequestCheck: SelfCheck {
  let id = "G5"
  let suites = [SelfTestSuite.behaviour]
  let source = "acceptance by mutual friends"
  let seconds = 1.0

  private static let grid = 10_000

  func findings(_ setting: SelfTestSetting) -> [Finding] { rule + live(setting) }

  private static func acceptance(_ mutual: Int) -> Double {
    let following = SocietyParameters().following
    return following.acceptance + following.acceptancePerMutualFriend * Double(mutual)
  }

  private var rule: [Finding] {
    let rule = Following(SocietyParameters())
    return [0, 2, 4].map { mutual in
      let accepted = (0..<Self.grid).count {
        rule.decide(
          .request(
            mutualFriends: mutual, uniform: (Double($0) + 0.5) / Double(Self.grid)))
      }
      return Finding(
        "accepted by the rule, \(mutual) mutual friends", size: "\(Self.grid.grouped) numbers",
        expect: Self.acceptance(mutual), computed: Double(accepted) / Double(Self.grid))
    }
  }

  private func live(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 6000, atLeast: 500)
    var parameters = SocietyParameters.quiet(members: members.count, days: 5)
    parameters.following.friendRequests = 1
    parameters.fixScrolling(at: 1)
    var run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(38))
    let answers = AnswerRecorder()
    let rule = Following(parameters)
    run.adjustBehaviours = { $0.following = RecordedFollowing(rule: rule, answers: answers) }
    let friendships = FriendshipSink()
    run.observed(by: [friendships])
    let (tally, accepted) = (answers.answers.tally, answers.answers.accepted)
    return (0...2).map { mutual in
      Finding(
        "requests accepted, \(mutual) mutual friends",
        size: "\(tally[mutual].asked.grouped) requests", expectShare: Self.acceptance(mutual),
        successes: tally[mutual].accepted, of: tally[mutual].asked)
    } + [
      Finding(
        "friendships ÷ accepted requests", size: "\(accepted.grouped) accepted",
        expect: .exactly(1), observed: Double(friendships.count) / Double(accepted))
    ]
  }
}

/// What became of requests.
private final class AnswerRecorder: Sendable {
  struct Answers {
    /// First requests of one member to another, by the number of mutual friends.
    var tally = [(asked: Int, accepted: Int)](repeating: (0, 0), count: 64)
    /// Accepted requests of all.
    var accepted = 0
    /// The uniform number of two members, which identifies a further request of theirs.
    fileprivate var known: Set<Double> = []
  }

  private let list = Mutex(Answers())

  var answers: Answers { list.withLock { $0 } }

  func record(_ mutual: Int, _ uniform: Double, accepts: Bool) {
    list.withLock {
      $0.accepted += accepts ? 1 : 0
      guard $0.known.insert(uniform).inserted else { return }
      let index = min(mutual, $0.tally.count - 1)
      $0.tally[index].asked += 1
      $0.tally[index].accepted += accepts ? 1 : 0
    }
  }
}

private struct RecordedFollowing: Behaviour {
  let rule: Following
  let answers: AnswerRecorder

  func decide(_ situation: Following.Situation) -> Bool {
    let accepts = rule.decide(situation)
    if case .request(let mutual, let uniform) = situation {
      answers.record(mutual, uniform, accepts: accepts)
    }
    return accepts
  }
}

/// Counts the friendships that are made in a run.
private final class FriendshipSink: ObservationSink {
  private(set) var count = 0

  func observe(_ tie: TieObservation) {
    if tie.kind == .friend && tie.time >= 0 { count += 1 }
  }
}
