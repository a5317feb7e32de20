internal import DataFiles
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B13: how long people look.
///
/// By the rule the log of the seconds is ln median + 0.3 *U* + 0.8 *z* at the uniform number Φ(*z*), with the medians
/// 12.0 of opened and 2.5 of other posts. In a world the post is opened after 0.2 of the time and liked after 0.6, so
/// that the time between is 0.4 · 12 s = 4.8 s at the median and a utility of 0: the mean log of it ÷ 0.4, less 0.3
/// *U*, is ln 12, its deviation 0.8, with the standard errors 0.8 ÷ √n and 0.8 ÷ √2n; and its slope on *U* is 0.3 with
/// the standard error 0.8 ÷ √Σ(*U* − Ū)². Of all likes 2 % are taken back, binomial, after 1 to 30 s, evenly.
///
/// Wrong rules that it catches: the median as the mean, a deviation of the seconds, actions at a fixed
/// delay, the same dwell for opened and other posts, an effect of utility of the wrong sign, likes that are never taken
/// back.
struct DwellCheck: SelfCheck {
  let id = "B13"
  let suites = [SelfTestSuite.behaviour]
  let source = "log-normal dwell times"
  let seconds = 1.0

  /// The part of the time between opening and liking.
  private static let part = 0.6 - 0.2
  /// Seconds between which likes are taken back.
  private static let regret = (least: 1.0, most: 30.0)

  func findings(_ setting: SelfTestSetting) -> [Finding] { rule + live(setting) }

  private var rule: [Finding] {
    let dwell = SocietyParameters().dwell
    let rule = Dwell(SocietyParameters())
    // Φ(1), to the last digit.
    let above = 0.841_344_746_068_542_9
    func seconds(_ isOpened: Bool, utility: Double = 0, _ uniform: Double = 0.5) -> Double {
      rule.decide(Dwell.Situation(isOpened: isOpened, utility: utility, uniform: uniform))
    }
    let size = "1 number"
    return [
      Finding(
        "dwell on an examined post: median", size: size, expect: dwell.viewedMedian,
        computed: seconds(false)),
      Finding(
        "dwell on an opened post: median", size: size, expect: dwell.openedMedian,
        computed: seconds(true)),
      Finding(
        "dwell: deviation of the log", size: size, expect: dwell.deviation,
        computed: naturalLog(seconds(true, above) / seconds(true))),
      Finding(
        "dwell: log a unit of utility", size: size, expect: dwell.utility,
        computed: naturalLog(seconds(true, utility: 1) / seconds(true))),
    ]
  }

  private func live(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 6000, atLeast: 600)
    let run = WorldRun(
      inRandomOrder: .quiet(members: members.count, days: 3),
      .chances(open: 0.2, like: 0.4), seed: setting.seed(28))
    let dwell = run.parameters.dwell
    var points: [(utility: Double, log: Double)] = []
    let looks = LookRecorder.record(run).settledLooks(of: run)
    for look in looks where look.before == 0 {
      guard let opened = look.time(of: .view), let liked = look.time(of: .like) else { continue }
      points.append((look.utility, naturalLog((liked - opened) / Self.part)))
    }
    let size = "\(points.count.grouped) likes"
    let n = Double(points.count)
    let rest = Summary(points.map { $0.log - dwell.utility * $0.utility })
    let utilities = Summary(points.map(\.utility))
    let spread = (utilities.variance ?? 0) * (n - 1)
    let slope = points.reduce(0) { $0 + ($1.utility - utilities.mean) * $1.log } / spread
    return [
      Finding(
        "like − opening, log seconds at utility 0", size: size,
        expect: naturalLog(Self.part * dwell.openedMedian),
        observed: rest.mean + naturalLog(Self.part),
        standardError: dwell.deviation / n.squareRoot()),
      Finding(
        "like − opening: deviation of the log", size: size, expect: dwell.deviation,
        observed: rest.standardDeviation ?? .nan,
        standardError: dwell.deviation / (2 * n).squareRoot()),
      Finding(
        "like − opening: log a unit of utility", size: size, expect: dwell.utility,
        observed: slope, standardError: dwell.deviation / spread.squareRoot()),
    ] + Self.regrets(looks, run.parameters.actions.undo)
  }

  /// Likes that are taken back, and when.
  private static func regrets(_ looks: ArraySlice<ObservedLook>, _ share: Double) -> [Finding] {
    var delays = Summary()
    var likes = 0
    for look in looks {
      guard let liked = look.time(of: .like) else { continue }
      likes += 1
      if let undone = look.time(of: .unlike) { delays.add(undone - liked) }
    }
    return [
      Finding(
        "likes that are taken back", size: "\(likes.grouped) likes", expectShare: share,
        successes: delays.count, of: likes),
      Finding(
        "seconds until a like is taken back", size: "\(delays.count.grouped) regrets",
        expect: (regret.least + regret.most) / 2, observed: delays.mean,
        standardError: (regret.most - regret.least) / (12 * Double(delays.count)).squareRoot()),
    ]
  }
}
