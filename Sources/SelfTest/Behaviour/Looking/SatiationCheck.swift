internal import DataFiles
internal import FeedMetrics
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B16: satiation with what was opened.
///
/// One opened item each half-life brings *S* to 1 ÷ (1 − ½) = 2. In a world *S* of each viewer and category is
/// worked out from the openings: *S* ← min(*S* · 2^(−Δt ÷ *H*) + 1, cap). A unit of it takes 0.5 from the log
/// odds of opening, within an hour of the last opening as well as 3 to 9 and 9 to 24 h later, when a half and a
/// quarter of it are left: with a half-life of 3 h the second would be seen as 0.25, with one of 12 h as 0.7.
///
/// Wrong rules that it catches: satiation with the post or the author in place of the category, of all viewers,
/// by looks, without or with another half-life, without a cap.
struct SatiationCheck: SelfCheck {
  let id = "B16"
  let suites = [SelfTestSuite.behaviour]
  let source = "rebounding linear dynamics (Leqi et al. 2021)"
  let seconds = 3.0

  func findings(_ setting: SelfTestSetting) -> [Finding] { [steadyState] + live(setting) }

  private var steadyState: Finding {
    let rule = Satiation(SocietyParameters())
    let pause = SocietyParameters().satiation.halfLifeHours * 3600
    let level = (0..<60).reduce(0.0) { level, _ in
      rule.decide(Satiation.Situation(level: level, elapsed: pause, isConsumed: true))
    }
    return Finding(
      "satiation by an open each half-life", size: "60 openings", expect: 2, computed: level)
  }

  private func live(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 5000, atLeast: 400)
    var parameters = SocietyParameters.quiet(members: members.count, days: 6)
    parameters.utility.satiation = SocietyParameters().utility.satiation
    parameters.comeEquallyOften(perDay: 4)
    // The looks of a page are at its time.
    parameters.dwell.viewedMedian = 0.01
    parameters.dwell.openedMedian = 0.01
    let intercepts = SolvedIntercepts.chances(open: 0.12)
    let run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(32))
    let world = LookRecorder.record(run)
    let people = run.initialPeople
    let weight = parameters.utility.satiation
    var levels = SatiationLevels(parameters, members: world.members.count)
    var effects = [1.0, 3, 9, 24].map { (hours: $0, effect: LogOddsEffect()) }
    for look in world.settledLooks(of: run) {
      let category = world.posts[look.post].category.index
      let (level, hours) = levels.level(of: look.viewer, category, at: look.time)
      let isOpened = look.led(to: .view)
      if look.before == 0, level > 0, let bin = effects.firstIndex(where: { hours < $0.hours }) {
        let readiness = Double(people[look.viewer].readiness)
        effects[bin].effect.add(
          isOpened,
          chance: logistic(intercepts.open + readiness + look.utility + weight * level),
          covariate: level)
      }
      if isOpened { levels.open(by: look.viewer, category, at: look.time) }
    }
    return [(0, "within 1 h"), (2, "after 3 to 9 h"), (3, "after 9 to 24 h")].map { bin, when in
      effects[bin].effect.finding(
        "satiation: log odds a unit \(when)", size: "\(world.looks.count.grouped) looks",
        expect: weight)
    }
  }
}

/// The satiation of members with categories.
struct SatiationLevels {
  private let categories: Int
  private let halfLife: Double
  private let cap: Double
  private var levels: [(level: Double, time: Double)]

  init(_ parameters: SocietyParameters, members: Int) {
    categories = Int(parameters.categories.count)
    halfLife = parameters.satiation.halfLifeHours * 3600
    cap = parameters.satiation.cap
    levels = Array(repeating: (0, 0), count: members * categories)
  }

  /// The level at a time, and the hours since the last opening.
  func level(of member: Int, _ category: Int, at time: Double) -> (level: Double, hours: Double) {
    let (level, last) = levels[member * categories + category]
    return (level * Portable.exp2(-(time - last) / halfLife), (time - last) / 3600)
  }

  mutating func open(by member: Int, _ category: Int, at time: Double) {
    let left = level(of: member, category, at: time).level
    levels[member * categories + category] = (min(left + 1, cap), time)
  }
}
