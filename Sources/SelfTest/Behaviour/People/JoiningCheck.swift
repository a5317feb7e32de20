internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
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
/// Who joins posts at a rate of its own from then on: a Poisson number of posts with the mean Σ rate · time
/// since joining.
///
/// Wrong rules that it catches: a rate in proportion to all members of the time, arrivals at even
/// distances or in bursts, a share a week, newcomers who do not post, or as if they had always been there.
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
    // The rate is the same at all hours.
    parameters.sessions.hours = Array(repeating: 1.0 / 24, count: 24)
    parameters.sessions.weekdays = Array(repeating: 1, count: 7)
    parameters.posting.largestBatch = 1
    let run = WorldRun(inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(22))
    let arrivals = ArrivalSink(hours: Self.days * 24)
    run.observed(by: [arrivals])
    let people = run.newcomers(arrivals.times.count)
    let posts = zip(people, arrivals.times).reduce(0) { sum, member in
      sum + Double(member.0.postRate) * (Double(Self.days) * 86_400 - member.1)
    }
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
      Finding(
        "posts of newcomers ÷ Σ rate · time", size: "\(people.count.grouped) newcomers",
        count: arrivals.posts, ofMean: posts),
    ]
  }
}

private final class ArrivalSink: ObservationSink {
  private(set) var byHour: [Int]
  /// When newcomers joined, and how many posts they made.
  private(set) var times: [Double] = []
  private(set) var posts = 0
  private var isNew: [Bool] = []

  init(hours: Int) { byHour = Array(repeating: 0, count: hours) }

  func observe(_ member: MemberObservation) {
    isNew.append(member.joinedAt >= 0)
    guard member.joinedAt >= 0 else { return }
    byHour[Int(member.joinedAt / 3600)] += 1
    times.append(member.joinedAt)
  }

  func observe(_ post: PostObservation) { posts += isNew[post.author.index] ? 1 : 0 }
}
