internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// B23: calls that fail.
///
/// Of equally spaced uniform numbers the rule fails the declared share, half of them on the way there, and at
/// the median it takes the declared latency. In a world whose calls fail by 10 %, that share of the sessions
/// has no page; and of the likes that opened posts would get half of that is never heard of, those that fail on
/// the way there: 5 %. Both are binomial. (The next attempt at a like is at another look, and does not count.)
///
/// Wrong rules that it catches: failures that the service undoes, all of one kind, drawn once for a member, or
/// tried again at once.
struct DevicesCheck: SelfCheck {
  let id = "B23"
  let suites = [SelfTestSuite.behaviour]
  let source = "faulty network"
  let seconds = 1.0

  private static let grid = 200_000
  private static let failure = 0.1

  func findings(_ setting: SelfTestSetting) -> [Finding] { rule + live(setting) }

  private var rule: [Finding] {
    let devices = SocietyParameters().devices
    let rule = Devices(SocietyParameters())
    let calls = (0..<Self.grid).map {
      rule.decide(.call(failing: (Double($0) + 0.5) / Double(Self.grid), latency: 0.5))
    }
    func share(_ failure: Devices.Decision.Failure) -> Double {
      Double(calls.count { $0.failure == failure }) / Double(Self.grid)
    }
    let size = "\(Self.grid.grouped) numbers"
    return [
      Finding(
        "calls that fail on the way there", size: size, expect: devices.failure / 2,
        computed: share(.request)),
      Finding(
        "calls that fail on the way back", size: size, expect: devices.failure / 2,
        computed: share(.answer)),
      Finding(
        "latency: median", size: "1 number", expect: devices.latency,
        computed: calls[0].latency),
    ]
  }

  private func live(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 8000, atLeast: 600)
    var parameters = SocietyParameters.quiet(members: members.count, days: 3)
    parameters.devices = SocietyParameters().devices
    parameters.devices.failure = Self.failure
    parameters.fixScrolling(at: 10)
    // Whoever opens a post likes it.
    let run = WorldRun(
      inRandomOrder: parameters, .chances(open: 0.1, like: 1), seed: setting.seed(45))
    let (world, pages) = (LookRecorder(parameters), RequestSink())
    let summary = run.observed(by: [world, pages])
    let opened = world.settledLooks(of: run).filter { $0.before == 0 && $0.led(to: .view) }
    return [
      Finding(
        "sessions whose page fails", size: "\(summary.sessions.grouped) sessions",
        expectShare: Self.failure, successes: summary.sessions - pages.count,
        of: summary.sessions),
      Finding(
        "likes that the service never hears of", size: "\(opened.count.grouped) opened posts",
        expectShare: Self.failure / 2, successes: opened.count { !$0.led(to: .like) },
        of: opened.count),
    ]
  }
}

/// Counts the requests that were answered.
private final class RequestSink: ObservationSink {
  private(set) var count = 0

  func observe(_ page: borrowing PageObservation) {
    if page.offset == 0 { count += 1 }
  }
}
