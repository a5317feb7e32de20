internal import DataFiles
internal import FeedMetrics
internal import SocialFeed
internal import SyntheticSociety

/// B23: calls that fail.
///
/// Of equally spaced uniform numbers the rule fails the declared share, half of them on the way there, and at
/// the median it takes the declared latency. In a world whose calls fail by 10 %, that share of the sessions
/// has no page, and of the others that share no second one; and of the likes that opened posts would get half of
/// that is never heard of, those that fail on the way there: 5 %. All are binomial. (The next attempt at a like
/// is at another look, and does not count.)
///
/// Of the members 30 % own a second device, and have half of their sessions on it: who is seen *n* times is
/// seen on a second device with the probability 0.3 (1 − 2^−*n*).
///
/// Wrong rules that it catches: failures that the service undoes, all of one kind, drawn once for a member or a
/// session, or tried again at once, a second device that is drawn at each session.
struct DevicesCheck: SelfCheck {
  let id = "B23"
  let suites = [SelfTestSuite.behaviour]
  let source = "faulty network"
  let seconds = 1.0

  private static let grid = 200_000
  private static let failure = 0.1

  func findings(_ setting: SelfTestSetting) -> [Finding] { rule + live(setting) }

  /// A community whose app has all that apps have.
  private static var full: SocietyParameters {
    var parameters = SocietyParameters()
    AppKind.full.apply(to: &parameters)
    return parameters
  }

  private var rule: [Finding] {
    let devices = Self.full.devices
    let rule = Devices(Self.full)
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
    parameters.devices = Self.full.devices
    parameters.devices.failure = Self.failure
    parameters.fixScrolling(at: 40)
    // Nobody leaves a feed for the next session.
    parameters.dwell.viewedMedian = 0.01
    parameters.dwell.openedMedian = 0.01
    // Whoever opens a post likes it.
    let run = WorldRun(
      inRandomOrder: parameters, .chances(open: 0.1, like: 1), seed: setting.seed(45))
    let (world, pages) = (LookRecorder(parameters), RequestSink(parameters))
    let summary = run.observed(by: [world, pages])
    let second = pages.secondDevices(owned: parameters.devices.second)
    let opened = world.settledLooks(of: run).filter { $0.before == 0 && $0.led(to: .view) }
    return [
      Finding(
        "sessions whose page fails", size: "\(summary.sessions.grouped) sessions",
        expectShare: Self.failure, successes: summary.sessions - pages.first,
        of: summary.sessions),
      Finding(
        "first pages whose next one fails", size: "\(pages.settled.grouped) first pages",
        expectShare: Self.failure, successes: pages.settled - pages.further, of: pages.settled),
      second.shareFinding(
        "members seen on a second device", size: "\(second.trials.grouped) members"),
      Finding(
        "likes that the service never hears of", size: "\(opened.count.grouped) opened posts",
        expectShare: Self.failure / 2, successes: opened.count { !$0.led(to: .like) },
        of: opened.count),
    ]
  }
}

/// Counts the requests that were answered, and who used which device.
private final class RequestSink: ObservationSink {
  private(set) var first = 0
  /// First pages well before the end of the run, and second pages of the same requests.
  private(set) var settled = 0
  private(set) var further = 0

  private let end: Double
  private var settledRequests: Set<UInt32> = []
  /// Whether the last page was the first of its request.
  private var isFirst = false
  /// Of each member, the sessions in which something was looked at, and whether one was on a second device.
  private var sessions: [Int]
  private var isSecond: [Bool]

  init(_ parameters: SocietyParameters) {
    let members = Int(parameters.world.members)
    end = parameters.world.days * 86_400 - 3600
    sessions = Array(repeating: 0, count: members)
    isSecond = Array(repeating: false, count: members)
  }

  func observe(_ page: borrowing PageObservation) {
    guard !page.posts.isEmpty else { return }
    isFirst = page.offset == 0
    first += isFirst ? 1 : 0
    if isFirst && page.time < end {
      settled += 1
      settledRequests.insert(page.request)
    } else if !isFirst && settledRequests.contains(page.request) {
      further += 1
    }
  }

  /// The buttons of a page that somebody looked at.
  func observe(_ buttons: ButtonsObservation) {
    guard isFirst else { return }
    sessions[buttons.member.index] += 1
    if buttons.device > 0 { isSecond[buttons.member.index] = true }
  }

  /// Who was seen on a second device.
  func secondDevices(owned share: Double) -> ExpectedSuccesses {
    var members = ExpectedSuccesses()
    for (count, isSecond) in zip(sessions, isSecond) where count > 0 {
      members.add(isSecond, chance: share * (1 - naturalExp(-naturalLog(2) * Double(count))))
    }
    return members
  }
}
