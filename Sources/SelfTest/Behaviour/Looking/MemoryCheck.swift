internal import DataFiles
internal import PortableMath
internal import SocialFeed
internal import SyntheticSociety

/// B25: what people remember of the posts that they saw.
///
/// A post that the viewer looked at *n* times, last a time Δt ago, has the familiarity log₂(1 + *n*) · 2^(−Δt ÷
/// *H*). A unit of it takes 1.5 from the log odds of opening a post that was not opened before: soon after the
/// last look as well as a half-life or more later, and after three looks or more as well as after one. An opened post
/// is opened again with 0.05 of the probability that a post so familiar has. Everything else that decides is known from
/// the viewer and the post; there are few posts, which come again and again.
///
/// Wrong rules that it catches: familiarity that does not fade or does so by the first look, that does not grow
/// with further looks or grows with their number itself, posts that are opened again as readily.
struct MemoryCheck: SelfCheck {
  let id = "B25"
  let suites = [SelfTestSuite.behaviour]
  let source = "impression discounting (Lee et al. 2014)"
  let seconds = 3.0

  private static let day = 86_400.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let days = setting.sample(of: 8, atLeast: 2)
    var parameters = SocietyParameters.quiet(members: 1000, days: Double(days.count))
    parameters.memory.halfLifeDays = 0.5
    parameters.comeEquallyOften(perDay: 4)
    parameters.examination.eta = 0
    parameters.fixScrolling(at: 20)
    parameters.switchOffInitialTies()
    // Few posts, so that they come again.
    parameters.posting.share = 0.025
    // The looks of a page are at its time.
    parameters.dwell.viewedMedian = 0.01
    parameters.dwell.openedMedian = 0.01
    let intercepts = SolvedIntercepts.chances(open: 0.3)
    let run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(57))
    let people = run.initialPeople
    var (soon, later) = (LogOddsEffect(), LogOddsEffect())
    var (once, often) = (LogOddsEffect(), LogOddsEffect())
    var again = ExpectedSuccesses()
    var looks = 0
    for look in LookRecorder.record(run).settledLooks(of: run) where look.before > 0 {
      let familiarity = Self.familiarity(of: look, parameters)
      let p = logistic(
        intercepts.open + Double(people[look.viewer].readiness) + look.utility
          + parameters.utility.seen * familiarity)
      let opens = look.led(to: .view)
      guard !look.wasOpened else {
        again.add(opens, chance: parameters.memory.reopening * p)
        continue
      }
      looks += 1
      let elapsed = look.time - look.last
      if elapsed < Self.day / 4 { soon.add(opens, chance: p, covariate: familiarity) }
      if elapsed > Self.day / 2 { later.add(opens, chance: p, covariate: familiarity) }
      if look.before == 1 { once.add(opens, chance: p, covariate: familiarity) }
      if look.before > 2 { often.add(opens, chance: p, covariate: familiarity) }
    }
    let size = "\(looks.grouped) repeated looks"
    let effects = [
      ("within 6 h", soon), ("after 12 h", later), ("after one look", once),
      ("after three looks", often),
    ]
    return effects.map { when, effect in
      effect.finding(
        "familiarity: log odds \(when)", size: size, expect: parameters.utility.seen)
    } + [
      again.finding(
        "opened again ÷ expected", size: "\(again.trials.grouped) looks at opened posts")
    ]
  }

  /// The time since the last look is known in whole steps.
  private static func familiarity(
    of look: ObservedLook, _ parameters: SocietyParameters
  ) -> Double {
    func step(_ time: Double) -> Double { (time / Looks.timeStep).rounded(.down) }
    let elapsed = (step(look.time) - step(look.last)) * Looks.timeStep
    return Portable.log2(Double(1 + look.before))
      * Portable.exp2(-elapsed / (parameters.memory.halfLifeDays * day))
  }
}
