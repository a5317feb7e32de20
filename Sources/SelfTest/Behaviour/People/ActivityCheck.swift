internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B7: how often members come, and when.
///
/// A member's rate *r* is μ · Gamma(*k*) ÷ *k*, and *f* times that for a share *s* of silent members. With *a*
/// = 1 − *s* + *s f* and *b* = 1 − *s* + *s f*² its squared coefficient of variation is (1 + 1 ÷ *k*) *b* ÷
/// *a*² − 1 = 7 ÷ 6 · 0.901 ÷ 0.91² − 1 = 0.269, with a standard error below 1.2 %: √(κ − 1) for a kurtosis κ ≈
/// 4 ÷ √20,000.
///
/// A week's sessions are a mixed Poisson number, of the variance ÷ mean 1 + 7 μ *a* · 0.269 = 3.57, with a
/// relative standard error of √(3 ÷ members). By the member's own clock, which the phase shifts, the
/// sessions of whole weeks fall on weekdays and hours in proportion to the factors: χ² with 6 and 23 degrees of
/// freedom, *p* below 10⁻⁵ once in 10⁵ seeds.
///
/// Wrong rules that it catches: rates of another shape, silent members who come as often, one rate for
/// all, sessions at even distances, a phase of the wrong sign, weekdays that begin on Sunday.
struct ActivityCheck: SelfCheck {
  let id = "B7"
  let suites = [SelfTestSuite.behaviour]
  let source = "non-homogeneous Poisson process, gamma rates"
  let seconds = 3.0

  private static let weeks = 2

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 16_000, atLeast: 1000)
    let run = Self.run(members: members.count, setting)
    let sessions = SessionSink(run.initialPeople)
    run.observed(by: [sessions])
    let size = "\(members.count.grouped) members, \(Self.weeks) weeks"
    let weekly = Summary(sessions.byMemberAndWeek(weeks: Self.weeks))
    let dispersion = Self.weeklyDispersion(run.parameters.sessions)
    return [
      rates(setting),
      Finding(
        "a week's sessions: variance ÷ mean", size: size, expect: dispersion,
        observed: (weekly.variance ?? .nan) / weekly.mean,
        standardError: dispersion * (3 / Double(members.count)).squareRoot()),
      Self.fit(
        "sessions by own weekday: χ² p", size: size, sessions.byWeekday,
        run.parameters.sessions.weekdays),
      Self.fit(
        "sessions by own hour: χ² p", size: size, sessions.byHour, run.parameters.sessions.hours),
    ]
  }

  /// The squared coefficient of variation of members' rates.
  private func rates(_ setting: SelfTestSetting) -> Finding {
    let members = setting.sample(of: 20_000, atLeast: 2000)
    let people = WorldRun(
      inRandomOrder: .society(members: members.count, days: 1), SolvedIntercepts(),
      seed: setting.seed(21)
    ).initialPeople
    let rates = Summary(people.map { Double($0.sessionRate) })
    let target = Self.squaredVariation(SocietyParameters().sessions)
    return Finding(
      "session rates: squared coeff. of variation", size: "\(members.count.grouped) members",
      expect: target, observed: (rates.variance ?? .nan) / (rates.mean * rates.mean),
      standardError: target * (3 / Double(members.count)).squareRoot())
  }

  /// *a* of the silent members.
  private static func meanFactor(_ sessions: Sessions.Parameters) -> Double {
    1 - sessions.silentShare + sessions.silentShare * sessions.silentFactor
  }

  private static func squaredVariation(_ sessions: Sessions.Parameters) -> Double {
    let (share, factor) = (sessions.silentShare, sessions.silentFactor)
    let b = 1 - share + share * factor * factor
    return (1 + 1 / sessions.shape) * b / (meanFactor(sessions) * meanFactor(sessions)) - 1
  }

  private static func weeklyDispersion(_ sessions: Sessions.Parameters) -> Double {
    1 + 7 * sessions.mean * meanFactor(sessions) * squaredVariation(sessions)
  }

  /// A session is a page of one item, without actions.
  private static func run(members: Int, _ setting: SelfTestSetting) -> WorldRun {
    var parameters = SocietyParameters.quiet(members: members, days: Double(7 * weeks))
    parameters.switchOffInitialTies()
    parameters.fixScrolling(at: 1)
    return WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(21))
  }

  private static func fit(
    _ result: String, size: String, _ counts: [Int], _ weights: [Double]
  ) -> Finding {
    let scale = Double(counts.reduce(0, +)) / weights.reduce(0, +)
    let statistic = ChiSquare.statistic(observed: counts, expected: weights.map { $0 * scale })
    return Finding(
      result, size: size, expect: .atLeast(1e-5),
      observed: ChiSquare.pValue(statistic, degreesOfFreedom: counts.count - 1))
  }
}

/// Counts sessions: the requests of a community without refreshes.
private final class SessionSink: ObservationSink {
  private let phases: [Double]
  private var counts: [[Int]]
  private(set) var byWeekday = Array(repeating: 0, count: 7)
  private(set) var byHour = Array(repeating: 0, count: 24)

  init(_ people: [MemberTraits]) {
    phases = people.map { Double($0.phase) }
    counts = people.map { _ in [] }
  }

  func observe(_ page: borrowing PageObservation) {
    guard page.offset == 0 else { return }
    let week = Int(page.time / (7 * 86_400))
    while counts[page.viewer.index].count <= week { counts[page.viewer.index].append(0) }
    counts[page.viewer.index][week] += 1
    // Of a clock that runs behind, the first hours belong to the Sunday before.
    let hour = Int(((page.time + phases[page.viewer.index]) / 3600).rounded(.down)) + 168
    byWeekday[hour / 24 % 7] += 1
    byHour[hour % 24] += 1
  }

  func byMemberAndWeek(weeks: Int) -> [Double] {
    counts.flatMap { counts in
      (0..<weeks).map { $0 < counts.count ? Double(counts[$0]) : 0 }
    }
  }
}
