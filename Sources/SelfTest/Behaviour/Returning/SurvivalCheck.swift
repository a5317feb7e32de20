internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B5: retention after 1, 7 and 30 sessions, when friends and attention do not affect churn.
///
/// Lifetimes are shifted beta-geometric: p is Beta(α, β) = Beta(0.67, 3.8), and the share retained after *n* is
/// Π (β + i) ÷ (α + β + i) for i = 0…n − 1: 0.850, 0.488 and 0.225. A satisfaction *s* takes *s* from the log
/// odds of p: p e⁻ˢ ÷ (1 − p + p e⁻ˢ) in place of p, and the share is ∫ (1 − p′)ⁿ over the beta density, a sum
/// over 20,000 midpoints of p^α, where the density is finite: 0.930, 0.684 and 0.386 for *s* = 1, and 0.722,
/// 0.304 and 0.122 for −1.
///
/// The rule is called with the draws of a world, and worlds where everybody comes ten times a day with equal
/// satisfaction show who left, and after how many sessions. Shares are binomial. Of members who had stayed for 30
/// sessions before the run began, p is Beta(α, β + 30), so that 0.981 and 0.881 are left after 1 and 7 further ones.
/// With *f* friends the log odds of leaving are lower by 0.3 ln(1 + *f*), exactly.
///
/// Where notifications bring people, members who have left have no further session.
///
/// Wrong rules that it catches: one probability for all, a probability that is drawn at each session,
/// satisfaction of the wrong sign or added to probabilities, friends who each hold as much as the first, lives
/// that begin with the run, people who come back after they have left.
struct SurvivalCheck: SelfCheck {
  let id = "B5"
  let suites = [SelfTestSuite.behaviour]
  let source = "shifted beta-geometric life (Fader & Hardie 2007)"
  let seconds = 9.0

  private static let sessions = [1, 7, 30]

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 20_000, atLeast: 2000).count
    let live = setting.sample(of: 20_000, atLeast: 1000).count
    return Self.findings("the rule", 0, members, survivors(of: members, setting))
      + stayers(members, setting) + [3, 15].map(Self.friends) + [comingBack(setting)]
      + [0.0, 1, -1].flatMap { satisfaction in
        Self.findings(
          "a world", satisfaction, live, departures(of: live, satisfaction, setting))
      }
  }

  /// - Parameter left: Members who remain after 0, 1, 2, … sessions.
  private static func findings(
    _ place: String, _ satisfaction: Double, _ members: Int, _ left: [Int]
  ) -> [Finding] {
    let mood = satisfaction == 0 ? "" : satisfaction > 0 ? ", satisfied" : ", unsatisfied"
    return sessions.map { sessions in
      Finding(
        "left after \(sessions) in \(place)\(mood)", size: "\(members.grouped) members",
        expectShare: retention(after: sessions, satisfaction), successes: left[sessions],
        of: members)
    }
  }

  /// People who leave as often as in the beta distribution.
  private static var churning: SocietyParameters {
    var parameters = SocietyParameters()
    parameters.churn.scale = 1
    return parameters
  }

  private static var parameters: SocietyParameters {
    var parameters = churning
    parameters.churn.friends = 0
    parameters.churn.attention = 0
    return parameters
  }

  /// The expected share that is left.
  private static func retention(after sessions: Int, _ satisfaction: Double) -> Double {
    let (alpha, beta) = (parameters.churn.alpha, parameters.churn.beta)
    if satisfaction == 0 {
      return (0..<sessions).reduce(1.0) {
        $0 * (beta + Double($1)) / (alpha + beta + Double($1))
      }
    }
    let odds = Portable.exp(-parameters.churn.satisfaction * satisfaction)
    let cells = 20_000
    var (mass, left) = (0.0, 0.0)
    for cell in 0..<cells {
      let p = Portable.pow((Double(cell) + 0.5) / Double(cells), 1 / alpha)
      // Beta's density in p^α: its factor p^(α − 1) goes with dp.
      let density = Portable.pow(1 - p, beta - 1)
      let stays = (1 - p) / (1 - p + p * odds)
      mass += density
      left += density * Portable.pow(stays, Double(sessions))
    }
    return left / mass
  }

  // MARK: By the rule

  private static let stayed = 30

  private func stayers(_ members: Int, _ setting: SelfTestSetting) -> [Finding] {
    let left = survivors(of: members, stayed: Double(Self.stayed), setting)
    let (alpha, beta) = (Self.parameters.churn.alpha, Self.parameters.churn.beta)
    return Self.sessions.prefix(2).map { sessions in
      Finding(
        "left after \(Self.stayed) + \(sessions) in the rule", size: "\(members.grouped) members",
        expectShare: (0..<sessions).reduce(1.0) {
          let stays = beta + Double(Self.stayed + $1)
          return $0 * stays / (alpha + stays)
        }, successes: left[sessions], of: members)
    }
  }

  /// What friends take from the log odds of leaving.
  private static func friends(_ count: Int) -> Finding {
    let parameters = churning
    let churn = Churn(parameters)
    /// The uniform number below which a member leaves, by halving.
    func chance(friends: Int) -> Double {
      var (leaves, stays) = (0.0, 1.0)
      while stays - leaves > 1e-15 {
        let middle = (leaves + stays) / 2
        let isEnd = churn.decide(
          Churn.Situation(
            character: SIMD4(repeating: 0.5), satisfaction: 0, friends: friends, attention: nil,
            uniform: middle))
        if isEnd { leaves = middle } else { stays = middle }
      }
      return leaves
    }
    return Finding(
      "leaving: log odds by \(count) friends", size: "1 member",
      expect: -parameters.churn.friends * naturalLog(Double(1 + count)),
      computed: logit(chance(friends: count)) - logit(chance(friends: 0)))
  }

  private func survivors(
    of members: Int, stayed: Double = 0, _ setting: SelfTestSetting
  ) -> [Int] {
    let churn = Churn(Self.parameters)
    let draws = SocietyStreams(seed: setting.seed(5), world: 0).churn
    var left = Array(repeating: 0, count: Self.sessions.reduce(0, max) + 1)
    left[0] = members
    for member in 0..<UInt32(members) {
      let character = draws.uniforms(member, .max)
      for session in 1..<left.count {
        let leaves = churn.decide(
          Churn.Situation(
            character: character, stayed: stayed, staying: draws.uniform(member, .max, 1),
            satisfaction: 0, friends: 0, attention: nil,
            uniform: draws.uniform(member, UInt32(session))))
        if leaves { break }
        left[session] += 1
      }
    }
    return left
  }

  // MARK: In a world

  private func departures(
    of members: Int, _ satisfaction: Double, _ setting: SelfTestSetting
  ) -> [Int] {
    var parameters = SocietyParameters.quiet(members: members, days: 7)
    parameters.churn = Self.parameters.churn
    parameters.comeEquallyOften(perDay: 10)
    parameters.fixScrolling(at: 1)
    parameters.switchOffInitialTies()
    var run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(44))
    run.adjustBehaviours = {
      $0.satisfaction = Constant(decision: satisfaction)
      $0.churn = Newcomers(rule: $0.churn)
    }
    let lives = LifeSink(members: members)
    run.observed(by: [lives])
    return (0...Self.sessions.reduce(0, max)).map { lives.left(after: $0) }
  }

  // MARK: Coming back

  /// A world in which many leave, whose posts others go on liking.
  private func comingBack(_ setting: SelfTestSetting) -> Finding {
    let members = setting.sample(of: 2000, atLeast: 400)
    var parameters = SocietyParameters.quiet(members: members.count, days: 6)
    parameters.churn = Self.parameters.churn
    parameters.notifications.gain = 0.1
    parameters.posting.share = 1
    parameters.switchOffInitialTies()
    var run = WorldRun(
      inRandomOrder: parameters, .chances(open: 0.2, like: 0.3), seed: setting.seed(44))
    run.adjustBehaviours = { $0.churn = Newcomers(rule: $0.churn) }
    let ghosts = GhostSink()
    run.observed(by: [ghosts])
    return Finding(
      never: "sessions of members who have left",
      size: "\(ghosts.notifications.grouped) notifications of them", times: ghosts.sessions)
  }
}

/// Churn as if all members were new at the start of the run.
private struct Newcomers: Behaviour {
  let rule: any Behaviour<Churn.Situation, Bool>

  func decide(_ session: Churn.Situation) -> Bool {
    rule.decide(
      Churn.Situation(
        character: session.character, satisfaction: session.satisfaction,
        friends: session.friends, attention: session.attention, uniform: session.uniform))
  }
}

/// How many sessions members have, and whether they have left.
private final class LifeSink: ObservationSink {
  private var sessions: [Int]
  private var hasLeft: [Bool]

  init(members: Int) {
    sessions = Array(repeating: 0, count: members)
    hasLeft = Array(repeating: false, count: members)
  }

  func observe(_ page: borrowing PageObservation) {
    if page.offset == 0 { sessions[page.viewer.index] += 1 }
  }

  func observe(_ departure: DepartureObservation) { hasLeft[departure.member.index] = true }

  /// Members who have not left with one of their first sessions.
  func left(after count: Int) -> Int {
    sessions.indices.count { !hasLeft[$0] || sessions[$0] > count }
  }
}

/// Counts notifications and sessions of members who have left.
private final class GhostSink: ObservationSink {
  private(set) var notifications = 0
  private(set) var sessions = 0
  private var authors: [MemberID] = []
  private var hasLeft: [Bool] = []

  func observe(_ member: MemberObservation) { hasLeft.append(false) }

  func observe(_ post: PostObservation) { authors.append(post.author) }

  func observe(_ departure: DepartureObservation) { hasLeft[departure.member.index] = true }

  func observe(_ page: borrowing PageObservation) {
    if page.offset == 0 && hasLeft[page.viewer.index] { sessions += 1 }
  }

  func observe(_ interaction: InteractionObservation) {
    if interaction.kind == .like && hasLeft[authors[interaction.post.index].index] {
      notifications += 1
    }
  }
}
