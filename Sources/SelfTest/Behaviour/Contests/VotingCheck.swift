internal import DataFiles
internal import PortableMath
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// B20: who votes for an entry.
///
/// P(vote) = σ(*b* + *U* + herding + 0.7 · friend − 0.05 · votes cast today), *U* with 0.7 of its own for
/// friends: 1.4 together. All of it is known from the observations of a world in which people see only contest entries
/// in random order: *U* from the latent relevance, votes of the page's time and of the viewer's day. Each effect is
/// estimated with the others known; readiness to act has none.
///
/// Wrong rules that it catches: a bias for friends that counts once or three times, fatigue that lasts for ever
/// or grows with looks, readiness that counts, votes of the time of voting, a second vote for an entry.
struct VotingCheck: SelfCheck {
  let id = "B20"
  let suites = [SelfTestSuite.behaviour]
  let source = "logit with fatigue and friend bias"
  let seconds = 2.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let members = setting.sample(of: 4000, atLeast: 400)
    let run = Self.run(members: members.count, setting)
    let (parameters, people) = (run.parameters, run.initialPeople)
    let intercept = run.intercepts?.vote ?? 0
    let usual = UsualCounts(rates: run.intercepts?.voteRates ?? [])
    let strength = naturalLog(parameters.herding.voting)
    var votes = ExpectedSuccesses()
    var effects = [LogOddsEffect](repeating: LogOddsEffect(), count: 5)
    for look in LookRecorder.record(run).settledLooks(of: run) where !look.hasVoted {
      let excess = Portable.log2(Double(1 + look.votes)) - usual[look.voters]
      let p = logistic(
        intercept + look.utility + strength * excess
          + (look.isFriend ? parameters.voting.friend : 0)
          - parameters.voting.fatigue * Double(look.votesToday))
      let votesNow = look.led(to: .vote)
      votes.add(votesNow, chance: p)
      let covariates = [
        look.utility, look.isFriend ? 1 : 0, Double(look.votesToday), excess,
        Double(people[look.viewer].readiness),
      ]
      for (index, x) in covariates.enumerated() {
        effects[index].add(votesNow, chance: p, covariate: x)
      }
    }
    let size = "\(votes.trials.grouped) looks at entries"
    return [
      votes.shareFinding("looks at entries that bring a vote", size: size),
      effects[0].finding("voting: log odds a unit of utility", size: size, expect: 1),
      effects[1].finding(
        "voting: log odds of a friend's entry", size: size,
        expect: parameters.utility.friend + parameters.voting.friend),
      effects[2].finding(
        "voting: log odds a vote cast that day", size: size, expect: -parameters.voting.fatigue),
      effects[3].finding(
        "voting: log odds a unit of log₂(1 + votes)", size: size, expect: strength),
      effects[4].finding("voting: log odds a unit of readiness", size: size, expect: 0),
    ]
  }

  /// Repeated looks are like first ones.
  private static func run(members: Int, _ setting: SelfTestSetting) -> WorldRun {
    var parameters = SocietyParameters.quiet(members: members, days: 6.5)
    parameters.openOnly(.contest)
    parameters.entering = SocietyParameters().entering
    parameters.entering.entriesPerMember = 0.2
    parameters.herding = SocietyParameters().herding
    parameters.utility.seen = 0
    parameters.graph.friends = 40
    parameters.dwell.viewedMedian = 0.01
    var intercepts = SolvedIntercepts.chances(vote: 0.08)
    intercepts.voteRates = [0.02, 0.05, 0.15]
    return WorldRun(inRandomOrder: parameters, intercepts, seed: setting.seed(40))
  }
}
