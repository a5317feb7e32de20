internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B22: the satisfied come back sooner.
///
/// Two worlds of the same people: after the first session everybody is always satisfied by +½ in one, by −½ in the
/// other. From the fifth day on, when all have come at least twice, the log of the ratio of their sessions is the log
/// of the ratio of the rule's factors, gain · 2 tanh ½ = gain · 0.9242, with a standard error below √(1 ÷ *n* + 1 ÷
/// *m*), as for two Poisson numbers. (People come three times a day on average.)
///
/// Wrong rules that it catches: a gain on the time between sessions, a gain of the last surprise, a
/// rate that the gain changes at every session.
struct ReturningCheck: SelfCheck {
  let id = "B22"
  let suites = [SelfTestSuite.behaviour]
  let source = "proportional hazard"
  let seconds = 2.0

  /// 2 tanh ½.
  private static let difference = 0.924_234_314_520_019_5

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 4000, atLeast: 400)
    var parameters = SocietyParameters.quiet(members: members.count, days: 12)
    parameters.sessions.mean = 3
    parameters.sessions.silentShare = 0
    parameters.fixScrolling(at: 1)
    parameters.switchOffInitialTies()
    parameters.returning = SocietyParameters().returning
    let rule = Returning(parameters)
    let factors = [0.5, -0.5].map { rule.decide($0) }
    let counts = [0.5, -0.5].map { sessions($0, parameters, setting) }
    return [
      Finding(
        "return of satisfied ÷ unsatisfied, rule: log", size: "1 member",
        expect: parameters.returning.gain * Self.difference,
        computed: naturalLog(factors[0] / factors[1])),
      Finding(
        "sessions of satisfied ÷ unsatisfied: log",
        size: "\(counts[0].grouped) and \(counts[1].grouped) sessions",
        expect: naturalLog(factors[0] / factors[1]),
        observed: naturalLog(Double(counts[0]) / Double(counts[1])),
        standardError: (1 / Double(counts[0]) + 1 / Double(counts[1])).squareRoot()),
    ]
  }

  private func sessions(
    _ satisfaction: Double, _ parameters: SocietyParameters, _ setting: SelfTestSetting
  ) -> Int {
    var run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(43))
    run.adjustBehaviours = { $0.satisfaction = Constant(decision: satisfaction) }
    let sessions = LateSessions(from: 5 * 86_400)
    run.observed(by: [sessions])
    return sessions.count
  }
}

/// Counts the requests from a time on.
private final class LateSessions: ObservationSink {
  private(set) var count = 0
  private let start: Double

  init(from start: Double) { self.start = start }

  func observe(_ page: borrowing PageObservation) {
    if page.time >= start && page.offset == 0 { count += 1 }
  }
}
