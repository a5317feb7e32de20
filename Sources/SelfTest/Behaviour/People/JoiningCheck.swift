internal import DataFiles
internal import FeedMetrics
internal import Stochastics
internal import SyntheticSociety

/// B8: members who join.
///
/// A Poisson process with the mean share · initial members a day: over the run share · members · days,
/// with the standard error of its root; and in each hour a number of the variance ÷ mean 1, with
/// √(2 ÷ hours) and a little more for a small mean.
///
/// People join at whole seconds, so that half a second is added to the mean time from one to the next.
///
/// Wrong rules that it catches: a rate in proportion to all members of the time, arrivals at even
/// distances or in bursts, a share a week.
struct JoiningCheck: SelfCheck {
  let id = "B8"
  let suites = [SelfTestSuite.behaviour]
  let source = "Poisson arrivals"
  let seconds = 1.0

  private static let days = 60

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 5000, atLeast: 500)
    var parameters = SocietyParameters.quiet(members: members.count, days: Double(Self.days))
    parameters.switchOffInitialTies()
    parameters.joining.share = 0.2
    // Next to no sessions.
    parameters.sessions.mean = 0.001
    parameters.posting.share = 0
    let arrivals = ArrivalSink(hours: Self.days * 24)
    WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(22))
      .observed(by: [arrivals])
    let hours = Summary(arrivals.byHour.map(Double.init))
    let seconds = Double(Self.days) * 86_400
    let interval = 86_400 / (parameters.joining.share * Double(members.count))
    let mean = seconds / (interval + 0.5)
    let hourlyMean = mean / Double(hours.count)
    let size = "\(members.count.grouped) members, \(Self.days) days"
    return [
      Finding(
        "joining ÷ share · members · days", size: size, count: arrivals.byHour.reduce(0, +),
        ofMean: mean),
      Finding(
        "joining: an hour's variance ÷ mean", size: size, expect: 1,
        observed: (hours.variance ?? .nan) / hours.mean,
        standardError: ((2 + 1 / hourlyMean) / Double(hours.count)).squareRoot()),
    ]
  }
}

private final class ArrivalSink: ObservationSink {
  private(set) var byHour: [Int]

  init(hours: Int) { byHour = Array(repeating: 0, count: hours) }

  func observe(_ member: MemberObservation) {
    if member.joinedAt >= 0 { byHour[Int(member.joinedAt / 3600)] += 1 }
  }
}
