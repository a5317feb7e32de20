internal import DataFiles
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B14: how differently ready members are, and that each look is a draw of its own.
///
/// Where all posts are worth the same and no look is remembered, a member opens with the probability *p* =
/// σ(*b* + *v*), *v* normal with the deviation 1.1. Of members with *n* looks and *k* opened posts the mean of
/// *k* ÷ *n* is E *p*, and the mean of *k* (*k* − 1) ÷ (*n* (*n* − 1)) is E *p*²; the standard deviation of *p*
/// follows. The expectations are sums over normal quantiles. The standard error of the squared deviation comes from
/// (*p* − μ)² and from the noise of *k*, over the members.
///
/// Two looks of a member at one post are independent given *p*: Σ (y₁ − *p*)(y₂ − *p*) ÷ Σ *p* (1 − *p*) over
/// pairs of consecutive looks is 0, with the standard error √Σ *p*² (1 − *p*)² ÷ Σ *p* (1 − *p*).
///
/// Where all are equally patient, readiness and the normal deviate of the session rate are binormal with the
/// correlation −0.6. The readier of two members comes more often with the probability ½ + arcsin(−0.6) ÷ π =
/// 29.5 %, binomial over pairs of different members.
///
/// Wrong rules that it catches: readiness drawn by session or not at all, a deviation of probabilities in
/// place of log odds, draws that are used again for a post that was shown long ago, active members who act as
/// often as others or more often.
struct ReadinessCheck: SelfCheck {
  let id = "B14"
  let suites = [SelfTestSuite.behaviour]
  let source = "logits with normal readiness"
  let seconds = 2.0

  private static let nodes = 2000

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 5000, atLeast: 500)
    let run = Self.run(members: members.count, setting)
    let looks = LookRecorder.record(run).settledLooks(of: run)
    let bias = run.intercepts?.open ?? 0
    let deviation = run.parameters.actions.memberDeviation
    return [
      Self.spread(
        looks, members.count,
        quantiles(count: Self.nodes).map { logistic(bias + deviation * $0) }),
      Self.independence(looks, run.initialPeople.map { logistic(bias + Double($0.readiness)) }),
      Self.activity(setting),
    ]
  }

  /// Of pairs of members the share in which the readier comes more often.
  private static func activity(_ setting: SelfTestSetting) -> Finding {
    let pairs = setting.sample(of: 20_000, atLeast: 2000)
    var parameters = SocietyParameters.society(members: 2 * pairs.count, days: 1)
    parameters.scrolling.memberDeviation = 0
    parameters.sessions.silentShare = 0
    let people = WorldRun(
      inRandomOrder: parameters, SolvedIntercepts(), seed: setting.seed(29)
    ).initialPeople
    let agreeing = (0..<pairs.count).count { pair in
      let (one, other) = (people[2 * pair], people[2 * pair + 1])
      return (one.readiness > other.readiness) == (one.sessionRate > other.sessionRate)
    }
    return Finding(
      "pairs in which the readier come more often", size: "\(pairs.count.grouped) pairs",
      expectShare: agreement, successes: agreeing, of: pairs.count)
  }

  /// ½ + arcsin(−0.6) ÷ π.
  private static let agreement = 0.295_167_235_300_866_5

  private static func run(members: Int, _ setting: SelfTestSetting) -> WorldRun {
    var parameters = SocietyParameters.quiet(members: members, days: 4)
    parameters.switchOff("utility")
    parameters.memory.reopening = 1
    parameters.comeEquallyOften(perDay: 2)
    parameters.examination.eta = 0
    parameters.fixScrolling(at: 20)
    parameters.switchOffInitialTies()
    // Few posts, so that they come again.
    parameters.posting.share = 0.025
    return WorldRun(inRandomOrder: parameters, .chances(open: 0.18), seed: setting.seed(29))
  }

  private static func spread(
    _ looks: ArraySlice<ObservedLook>, _ members: Int, _ chances: [Double]
  ) -> Finding {
    var (trials, opens) = ([Int](repeating: 0, count: members), [Int](repeating: 0, count: members))
    for look in looks {
      trials[look.viewer] += 1
      opens[look.viewer] += look.led(to: .view) ? 1 : 0
    }
    let seen = trials.indices.filter { trials[$0] > 1 }
    let mean = Summary(seen.map { Double(opens[$0]) / Double(trials[$0]) }).mean
    let square = Summary(
      seen.map { Double(opens[$0] * (opens[$0] - 1)) / Double(trials[$0] * (trials[$0] - 1)) }
    ).mean
    // Of a member, the variance of (p − μ)² and that which n looks add: 4 (p − μ)² p (1 − p) ÷ n.
    let expected = Summary(chances)
    let variance = expected.variance ?? .nan
    let looksOfMember = Double(looks.count) / Double(seen.count)
    let noise = Summary(
      chances.map { 4 * ($0 - expected.mean) * ($0 - expected.mean) * $0 * (1 - $0) }
    ).mean
    let squares = Summary(chances.map { ($0 - expected.mean) * ($0 - expected.mean) }).variance
    let error = (((squares ?? .nan) + noise / looksOfMember) / Double(seen.count)).squareRoot()
    return Finding(
      "deviation of members' open probability", size: "\(seen.count.grouped) members",
      expect: variance.squareRoot(), observed: max(0, square - mean * mean).squareRoot(),
      standardError: error / (2 * variance.squareRoot()))
  }

  private static func independence(
    _ looks: ArraySlice<ObservedLook>, _ chances: [Double]
  ) -> Finding {
    var last: [SIMD2<Int>: Bool] = [:]
    var (product, variance, squares, pairs) = (0.0, 0.0, 0.0, 0)
    for look in looks {
      let p = chances[look.viewer]
      let opens = look.led(to: .view)
      if let before = last.updateValue(opens, forKey: SIMD2(look.viewer, look.post)) {
        product += ((before ? 1 : 0) - p) * ((opens ? 1 : 0) - p)
        variance += p * (1 - p)
        squares += p * p * (1 - p) * (1 - p)
        pairs += 1
      }
    }
    return Finding(
      "correlation of two looks at one post", size: "\(pairs.grouped) pairs", expect: 0,
      observed: product / variance, standardError: squares.squareRoot() / variance)
  }
}

/// Standard normal deviates at equally spaced probabilities.
func quantiles(count: Int) -> [Double] {
  (0..<count).map { Quantile.normal((Double($0) + 0.5) / Double(count)) }
}
