internal import DataFiles
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B18: what others' likes do.
///
/// By the rule one visible like or vote, more than none, multiplies odds by 1.32. In a world in which nothing
/// but the number of likes is not known from the viewer and the post alone, log₂(1 + likes) − usual, for the
/// likes that the page shows and the number of people who looked before, adds ln 1.32 a unit to the log odds of
/// opening. (Who liked is decided by draws that have no part in who opens, so that the observed likes do what
/// planted ones would.)
///
/// In default societies under a random ranker, with solved intercepts, its mean over first looks is 0: what is
/// usual is the mean for posts that as many have seen. Over the 2,000 posts or so of a world the effect of a
/// post varies by 0.3, and the usual numbers come from 32 posts of other people: a standard error of 0.01 over
/// three worlds, so that 0.05 is exceeded by chance once in 10⁵ seeds.
///
/// Wrong rules that it catches: 1.32 as log odds, likes as such in place of their logarithm, likes of the time
/// of opening, what is usual for all posts alike, social proof that lifts the rates of all.
struct HerdingCheck: SelfCheck {
  let id = "B18"
  let suites = [SelfTestSuite.behaviour]
  let source = "social proof (Muchnik, Aral & Taylor 2013)"
  let seconds = 4.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    Self.rule + [effect(setting), meanEffect(setting)]
  }

  private static var rule: [Finding] {
    let herding = SocietyParameters().herding
    let rule = Herding(SocietyParameters())
    return [
      Finding(
        "opening: odds by one visible like", size: "1 post", expect: herding.opening,
        computed: Portable.exp(
          rule.decide(.opening(likes: 1, usual: 0)) - rule.decide(.opening(likes: 0, usual: 0)))),
      Finding(
        "voting: odds by one visible vote", size: "1 entry", expect: herding.voting,
        computed: Portable.exp(
          rule.decide(.voting(votes: 1, usual: 0)) - rule.decide(.voting(votes: 0, usual: 0)))),
    ]
  }

  /// What is more than usual.
  private static func excess(_ look: ObservedLook, _ usual: UsualCounts) -> Double {
    Portable.log2(Double(1 + look.likes)) - usual[look.viewers]
  }

  private func effect(_ setting: SelfTestSetting) -> Finding {
    let members = setting.sample(of: 6000, atLeast: 600)
    var parameters = SocietyParameters.quiet(members: members.count, days: 3)
    parameters.herding = SocietyParameters().herding
    var intercepts = SolvedIntercepts.chances(open: 0.08, like: 0.2)
    // As many as a post might have; any would do.
    intercepts.likeRates = [0.01, 0.03, 0.1]
    let run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(34))
    let usual = UsualCounts(rates: intercepts.likeRates)
    let people = run.initialPeople
    let strength = naturalLog(parameters.herding.opening)
    var effect = LogOddsEffect()
    let looks = LookRecorder.record(run).settledLooks(of: run)
    for look in looks where look.before == 0 {
      let excess = Self.excess(look, usual)
      let inclination =
        Double(people[look.viewer].readiness) + look.utility + strength * excess
      effect.add(
        look.led(to: .view), chance: logistic(intercepts.open + inclination), covariate: excess)
    }
    return effect.finding(
      "opening: log odds a unit of log₂(1 + likes)", size: "\(looks.count.grouped) looks",
      expect: strength)
  }

  private func meanEffect(_ setting: SelfTestSetting) -> Finding {
    let worlds = 3
    let members = setting.sample(of: 1500, atLeast: 400)
    var parameters = SocietyParameters.society(members: members.count, days: 5)
    parameters.openOnly(.home)
    var run = WorldRun(parameters: parameters, arm: .random, seed: setting.seed(35), world: 0)
    let intercepts = SolvedIntercepts(for: run)
    run.intercepts = intercepts
    let usual = UsualCounts(rates: intercepts.likeRates)
    let strength = naturalLog(parameters.herding.opening)
    let means = (0..<UInt32(worlds)).map { world in
      run.world = world
      let looks = LookRecorder.record(run).looks.filter { $0.before == 0 }
      return Summary(looks.map { strength * Self.excess($0, usual) }).mean
    }
    return Finding(
      "herding: mean effect at random first looks",
      size: "\(worlds) worlds of \(members.count.grouped) members, 5 days",
      expect: .near(0, within: 0.05).widened(by: members.widening), replications: means)
  }
}
