internal import DataFiles
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B18: what others' likes do.
///
/// By the rule one visible like or vote, more than none, multiplies odds by 1.32. In a world where all but the number
/// of likes is known from the viewer and the post, log₂(1 + likes) − usual, for the likes that the page shows and the
/// number of people who looked before, adds ln 1.32 a unit to the log odds of opening, and 0 to the log odds of liking
/// opened posts. (Who liked is decided by draws that have no part in who opens, so that the observed likes do what
/// planted ones would.) There are few posts, so that many looks are repeated ones: of the first looks as many open as
/// in the model, binomial, if people who look again are not counted again in what is usual.
///
/// In default communities under a random ranker, with solved intercepts, its mean over first looks is 0: the usual
/// number is the mean for posts that as many have seen. Over the 2,000 posts or so of a world the effect of a post
/// varies by 0.3, and the usual numbers come from 32 posts of other people: a standard error of 0.01 over three worlds,
/// so that 0.05 is exceeded by chance once in 10⁵ seeds.
///
/// Wrong rules that it catches: 1.32 as log odds, likes as such in place of their logarithm, likes of the time
/// of opening, what is usual for all posts alike or after so many looks in place of people, social proof that lifts the
/// rates of all, or the rates of liking.
struct HerdingCheck: SelfCheck {
  let id = "B18"
  let suites = [SelfTestSuite.behaviour]
  let source = "social proof (Muchnik, Aral & Taylor 2013)"
  let seconds = 4.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    Self.rule + effects(setting) + [meanEffect(setting)]
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

  private func effects(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 3000, atLeast: 300)
    var parameters = SocietyParameters.quiet(members: members.count, days: 8)
    parameters.herding = SocietyParameters().herding
    // Few posts, so that they come again.
    parameters.posting.share = 15 / Double(members.count)
    var intercepts = SolvedIntercepts.chances(open: 0.08, like: 0.2)
    // As many as a post might have; any would do.
    intercepts.likeRates = [0.01, 0.03, 0.1]
    let run = WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(34))
    let usual = UsualCounts(rates: intercepts.likeRates)
    let people = run.initialPeople
    let strength = naturalLog(parameters.herding.opening)
    var (opens, opening, liking) = (ExpectedSuccesses(), LogOddsEffect(), LogOddsEffect())
    for look in LookRecorder.record(run).settledLooks(of: run) where look.before == 0 {
      let excess = Self.excess(look, usual)
      let inclination = Double(people[look.viewer].readiness) + look.utility
      let (isOpened, p) = (
        look.led(to: .view), logistic(intercepts.open + inclination + strength * excess)
      )
      opens.add(isOpened, chance: p)
      opening.add(isOpened, chance: p, covariate: excess)
      guard isOpened else { continue }
      liking.add(
        look.led(to: .like), chance: logistic(intercepts.like + inclination), covariate: excess)
    }
    let size = "\(opens.trials.grouped) first looks"
    return [
      opens.shareFinding("first looks that open, seen with likes", size: size),
      opening.finding(
        "opening: log odds a unit of log₂(1 + likes)", size: size, expect: strength),
      liking.finding("liking: log odds a unit of log₂(1 + likes)", size: size, expect: 0),
    ]
  }

  private func meanEffect(_ setting: SelfTestSetting) -> Finding {
    let worlds = 3
    let members = setting.sample(of: 1500, atLeast: 400)
    var parameters = SocietyParameters.society(members: members.count, days: 5)
    parameters.openOnly(.home)
    var run = WorldRun(parameters: parameters, arm: .random(), seed: setting.seed(35), world: 0)
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
