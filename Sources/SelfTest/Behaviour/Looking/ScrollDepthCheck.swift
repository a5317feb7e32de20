internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B2: scroll depth, the first-passage time of a random walk with start 10, drift −0.5 + 0.08 · 1 per item
/// and standard deviation 1.8 per item.
///
/// The mean, the median and the 90th percentile belong to the integrated distribution (``WalkLengths``):
/// some 26.5, 20 and 53. Over 10⁵ walks at 8 % engagement the standard error of the mean is 0.09, of the median
/// about 0.1, of the 90th percentile about 0.3: false alarms below 10⁻⁶ at ± 5 %.
///
/// In a world where every item is looked at and opened with 8 %, whatever it is, the walks of members of their
/// own patience pass a number of items whose distribution is known for each (``WalkLengths``). Given who came,
/// walks are independent: the standard errors of the mean and of the shares that pass more than 20 and 55 items
/// follow.
///
/// By the rule an item of the worth 1 changes patience by *w* tanh 1 more than a usual one. In a second world people do
/// not act and every item is worth ½ less than usual, so that it costs *w* tanh ½ more, and the same distribution holds
/// for that cost.
///
/// The patience of members is lognormal with the mean 10 and the deviation 0.8 of its logarithm, whose mean is
/// ln 10 − 0.8² ÷ 2; over 20,000 members the standard error is 0.006.
///
/// Wrong rules that the world catches: everybody of the same patience, patience that a page renews, a gain for looks
/// without actions, positions that are examined without a cost, worth without bound, or as such in place of the worth
/// above the usual.
struct ScrollDepthCheck: SelfCheck {
  let id = "B2"
  let suites = [SelfTestSuite.behaviour]
  let source = "law of surfing (Huberman et al. 1998)"
  let seconds = 2.0

  private static let engagement = 0.08
  private static let dullness = -0.5
  private static let usual = 0.2

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    rule(setting) + [worth, patience(setting)] + live(setting, worth: 0)
      + live(setting, worth: Self.dullness)
  }

  private func patience(_ setting: SelfTestSetting) -> Finding {
    let members = setting.sample(of: 20_000, atLeast: 2000)
    let run = WorldRun(
      inRandomOrder: .society(members: members.count, days: 1), SolvedIntercepts(),
      seed: setting.seed(31))
    let scrolling = run.parameters.scrolling
    let deviation = scrolling.memberDeviation
    return Finding(
      "log patience of members: mean", size: "\(members.count.grouped) members",
      expect: naturalLog(scrolling.start) - deviation * deviation / 2,
      observed: Summary(run.initialPeople.map { naturalLog(Double($0.patience)) }).mean,
      standardError: deviation / Double(members.count).squareRoot())
  }

  // MARK: In a world

  /// - Parameter worth: Of each item above the usual: people act on items only if it is 0.
  private func live(_ setting: SelfTestSetting, worth: Double) -> [Finding] {
    let tenths = setting.sample(of: 90, atLeast: 9)
    var parameters = SocietyParameters.quiet(members: 1500, days: Double(tenths.count) / 10)
    parameters.switchOff("utility", "examination")
    parameters.memory.reopening = 1
    parameters.actions.memberDeviation = 0
    // Walks end before the next session.
    parameters.dwell.viewedMedian = 0.01
    parameters.dwell.openedMedian = 0.01
    parameters.switchOffInitialTies()
    parameters.scrolling.worth = SocietyParameters().scrolling.worth
    let engagement = worth == 0 ? Self.engagement : 0
    var intercepts = SolvedIntercepts.chances(open: engagement)
    intercepts.usualUtility = Self.usual
    intercepts.open -= Self.usual
    var run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(31))
    run.adjustBehaviours = { $0.utility = Constant(decision: Self.usual + worth) }
    let walks = WalkSink(end: parameters.world.days * 86_400 - 3600)
    run.observed(by: [walks])
    parameters.scrolling.cost -= parameters.scrolling.worth * Portable.tanh(worth)
    return Self.compare(
      walks.walks, run.initialPeople.map { Double($0.patience) },
      WalkLengths(parameters.scrolling, engagement: engagement),
      in: worth == 0 ? "a world" : "a dull world")
  }

  private var worth: Finding {
    let rule = Scrolling(SocietyParameters())
    func patience(worth: Double) -> Double {
      rule.decide(
        Scrolling.Situation(patience: 1, isEngaged: false, worth: worth, deviate: 0))
    }
    // tanh(1), to the last digit.
    return Finding(
      "patience by an item of the worth 1", size: "1 item",
      expect: SocietyParameters().scrolling.worth * 0.761_594_155_955_764_9,
      computed: patience(worth: 1) - patience(worth: 0))
  }

  private static func compare(
    _ walks: [WalkSink.Walk], _ patience: [Double], _ theory: WalkLengths, in world: String
  ) -> [Finding] {
    let size = "\(walks.count.grouped) walks"
    let n = Double(walks.count)
    let moments = patience.map { theory.moments(from: $0) }
    let variance = walks.reduce(0) { $0 + moments[$1.viewer].variance }
    let mean = Finding(
      "scroll depth in \(world): mean", size: size,
      expect: walks.reduce(0) { $0 + moments[$1.viewer].mean } / n,
      observed: Double(walks.reduce(0) { $0 + $1.depth }) / n,
      standardError: variance.squareRoot() / n)
    return [mean]
      + [20, 55].map { depth in
        let chances = patience.map { theory.survival(depth, from: $0) }
        var longer = ExpectedSuccesses()
        for walk in walks { longer.add(walk.depth > depth, chance: chances[walk.viewer]) }
        return longer.shareFinding("walks in \(world) past \(depth) items", size: size)
      }
  }

  // MARK: By the rule

  private func rule(_ setting: SelfTestSetting) -> [Finding] {
    let walks = setting.sample(of: 100_000, atLeast: 5000)
    let scrolling = Scrolling(SocietyParameters())
    let steps = SocietyStreams(seed: setting.seed(3), world: 0).attention
    let engagement = KeyedStream(
      seed: setting.seed(3), world: 0, name: StreamName("engagement"))
    let depths = (0..<walks.count).map { depth(ofWalk: $0, scrolling, steps, engagement) }
    let size = "\(walks.count.grouped) walks at 8 % engagement"
    let start = SocietyParameters().scrolling.start
    let theory = WalkLengths(SocietyParameters().scrolling, engagement: Self.engagement)
    func finding(
      _ result: String, _ target: Double, _ estimator: @escaping ([Double]) -> Double
    ) -> Finding {
      Finding(
        result, size: size, expect: .nearly(target, within: 0.05).widened(by: walks.widening),
        Jackknife(depths, estimator))
    }
    return [
      finding("scroll depth: mean", theory.moments(from: start).mean) { Summary($0).mean },
      finding("scroll depth: median", theory.quantile(0.5, from: start)) {
        $0.sorted()[$0.count / 2]
      },
      finding("scroll depth: 90th percentile", theory.quantile(0.9, from: start)) {
        $0.sorted()[$0.count * 9 / 10]
      },
    ]
  }

  private static let furthest = 10_000

  private func depth(
    ofWalk walk: Int, _ scrolling: Scrolling, _ steps: KeyedStream, _ engagement: KeyedStream
  ) -> Double {
    var (patience, depth) = (SocietyParameters().scrolling.start, 0)
    while patience > 0 && depth < Self.furthest {
      let draws = steps.uniforms(UInt32(walk), 0, UInt32(depth / 2))
      patience = scrolling.decide(
        Scrolling.Situation(
          patience: patience,
          isEngaged: engagement.uniform(UInt32(walk), UInt32(depth)) < Self.engagement,
          worth: 0, deviate: Quantile.normal(depth % 2 == 0 ? draws.y : draws.w)))
      depth += 1
    }
    return Double(depth)
  }
}

/// How far walks went: to the last item that was looked at.
private final class WalkSink: ObservationSink {
  struct Walk {
    let viewer: Int
    var depth: Int
  }

  private(set) var walks: [Walk] = []
  private let end: Double
  private var walkOfRequest: [UInt32: Int] = [:]

  /// - Parameter end: The time until which walks begin.
  init(end: Double) { self.end = end }

  func observe(_ page: borrowing PageObservation) {
    if page.offset == 0 {
      guard page.time < end, !page.posts.isEmpty else { return }
      walkOfRequest[page.request] = walks.count
      walks.append(Walk(viewer: page.viewer.index, depth: 0))
    }
    guard let walk = walkOfRequest[page.request] else { return }
    if let last = page.examined.lastIndex(of: true) { walks[walk].depth = page.offset + last + 1 }
  }
}
