internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import SyntheticSociety

/// B24: sessions that notifications bring.
///
/// A like or comment received adds *g* to the rate of sessions, with the half-life *H*: *g* *H* ÷ ln 2
/// sessions, 0.144 for 0.05 an hour and 2 h, and of those half within *H*. By the rule the sum of exponential
/// draws that is half of the total comes after *H*. In two worlds of the same people, with and without
/// notifications, members' own sessions are the same; what is more, are the sessions brought. Given the
/// notifications they are a Poisson number of the mean Σ *g* *H* ÷ ln 2 · (1 − 2^(−Δ ÷ *H*)), Δ the time from
/// each to the end. A member without notifications has the same number of sessions in both.
///
/// Wrong rules that it catches: a session for each notification, the half-life as a mean, notifications of
/// what members do with their own posts, own sessions that notifications move, notifications of who acts.
struct NotificationsCheck: SelfCheck {
  let id = "B24"
  let suites = [SelfTestSuite.behaviour]
  let source = "self-exciting process (Hawkes & Oakes 1974)"
  let seconds = 3.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 4000, atLeast: 400)
    var parameters = SocietyParameters.quiet(members: members.count, days: 10)
    parameters.switchOffInitialTies()
    // Most members are notified of nothing.
    parameters.posting.share = 0.3
    let ownSessions = SessionCounts(members: members.count)
    let still = run(parameters, setting).observed(by: [ownSessions])
    parameters.notifications.gain = 0.05
    let (received, sessions) = (
      NotificationSink(parameters), SessionCounts(members: members.count)
    )
    let moved = run(parameters, setting).observed(by: [received, sessions])
    let unnotified = (0..<members.count).filter { !received.isNotified.contains($0) }
    let halfLife = parameters.notifications.halfLifeHours
    let perNotification = parameters.notifications.gain * halfLife / naturalLog(2)
    let rule = Notifications(parameters)
    return [
      Finding(
        "hours until half of the sessions have come", size: "1 notification", expect: halfLife,
        computed: (rule.decide(perNotification / 2) ?? .nan) / 3600),
      Finding(
        "sessions ÷ (notifications · gH ÷ ln 2)",
        size: "\(received.count.grouped) notifications",
        count: moved.sessions - still.sessions, ofMean: perNotification * received.time),
      Finding(
        never: "members brought without a notification",
        size: "\(unnotified.count.grouped) members",
        times: unnotified.count { sessions.counts[$0] != ownSessions.counts[$0] }),
    ]
  }

  private func run(_ parameters: SocietyParameters, _ setting: SelfTestSetting) -> WorldRun {
    WorldRun(
      inRandomOrder: parameters, .chances(open: 0.2, like: 0.3, comment: 0.03),
      seed: setting.seed(46))
  }
}

/// Counts authors' notifications.
private final class NotificationSink: ObservationSink {
  private(set) var count = 0
  /// The members who were notified.
  private(set) var isNotified: Set<Int> = []
  /// Notifications, each as the part of its sessions that come before the end.
  private(set) var time = 0.0

  private let end: Double
  private let halfLife: Double
  private var authors: [MemberID] = []

  init(_ parameters: SocietyParameters) {
    end = parameters.world.days * 86_400
    halfLife = parameters.notifications.halfLifeHours * 3600
  }

  func observe(_ post: PostObservation) { authors.append(post.author) }

  func observe(_ interaction: InteractionObservation) {
    guard [.like, .comment, .vote].contains(interaction.kind),
      authors[interaction.post.index] != interaction.member
    else { return }
    count += 1
    isNotified.insert(authors[interaction.post.index].index)
    time += 1 - Portable.exp2(-(end - interaction.time) / halfLife)
  }
}

/// Counts the sessions of each member.
private final class SessionCounts: ObservationSink {
  private(set) var counts: [Int]

  init(members: Int) { counts = Array(repeating: 0, count: members) }

  func observe(_ page: borrowing PageObservation) {
    if page.offset == 0 { counts[page.viewer.index] += 1 }
  }
}
