internal import DataFiles
internal import SocialFeed
internal import SyntheticSociety

/// B4: the largest value of ranking, the open rate under the ideal ranker ÷ that under a random ranker.
///
/// Eight parallel worlds of 2,000 members for 7 days; the ratio varies by 2 to 3 % from world to world,
/// so that its mean has a standard error of 1 %.
struct RankingValueCheck: SelfCheck {
  let id = "B4"
  let suites = [SelfTestSuite.behaviour]
  let source = "behaviour model: component 8"
  let seconds = 40.0

  private static let members = 2000
  private static let days = 7.0

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let worlds = setting.sample(of: 8, atLeast: 2)
    let intercepts = SolvedIntercepts(for: Self.run(under: "random", 0))
    func openRate(under ranker: String, _ world: UInt32) -> Double {
      var run = Self.run(under: ranker, world)
      run.intercepts = intercepts
      let counts = EngagementSink(positions: Int(run.parameters.scrolling.limit))
      run.observed(by: [counts])
      return counts.rate(of: .view)
    }
    let ratios = (0..<UInt32(worlds.count)).map { world in
      openRate(under: "ideal", world) / openRate(under: "random", world)
    }
    return [
      Finding(
        "open rate, ideal ranker ÷ random",
        size: "\(worlds.count) worlds of \(Self.members.grouped) members, 7 days",
        expect: .between(1.9, 2.8), replications: ratios)
    ]
  }

  private static func run(under ranker: String, _ world: UInt32) -> WorldRun {
    var parameters = SocietyParameters.society(members: members, days: days)
    parameters.openOnly(.home)
    return WorldRun(
      parameters: parameters, arm: .ordering(.home, by: ranker), seed: 2, world: world)
  }
}
