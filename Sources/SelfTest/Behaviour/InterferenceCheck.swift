internal import FeedMetrics
internal import Scenarios
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// F9: what an experiment with users gets wrong because both halves vote on the same entries.
///
/// In the shipped contest scenario half of the members see the contest by score, half at random. The
/// user-split estimate is the difference between the halves of one shared world in the mean relevance
/// of the entries that they look at; the effect is the difference between a world in which all are
/// served by score and one in which all are served at random. The bias is the former less the latter,
/// world by world. A 95 % interval excludes a bias of 0 by chance in one of twenty seeds.
struct InterferenceCheck: SelfCheck {
  let id = "F9"
  let suites = [SelfTestSuite.behaviour]
  let source = "interference between users (SUTVA)"
  let seconds = 60.0

  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let scenario = try Scenario.shipped("pet-contest.yml", setting)
    let worlds = setting.sample(of: 16, atLeast: 8)
    let intercepts = SolvedIntercepts(
      for: WorldRun(
        parameters: scenario.parameters, arm: scenario.arms[0], seed: scenario.seed, world: 0))
    let estimates = (0..<UInt32(worlds.count)).map { Estimates(scenario, intercepts, world: $0) }
    let size = "\(worlds.count) worlds of \(Int(scenario.parameters.world.members).grouped) members"
    return [
      Finding(
        "user split less parallel worlds", size: size, expect: .surelyNot(0),
        replications: estimates.map { $0.split - $0.parallel })
    ]
  }

  /// The effect of ordering by score as two designs see it in one world.
  struct Estimates {
    let split: Double
    let parallel: Double

    init(_ scenario: Scenario, _ intercepts: SolvedIntercepts, world: UInt32) {
      func run(_ arm: Arm, _ split: UserSplit?) -> ContestLooks {
        let looks = ContestLooks()
        var run = WorldRun(
          parameters: scenario.parameters, arm: arm, split: split, seed: scenario.seed,
          world: world)
        run.intercepts = intercepts
        run.watched(by: [looks])
        return looks
      }
      let arms = ["random", "contest-score"].map { name in
        guard let arm = scenario.arms.first(where: { $0.name == name }) else {
          preconditionFailure("the contest scenario has no arm \(name)")
        }
        return arm
      }
      let shared = run(arms[0], UserSplit(arm: arms[1], share: 0.5))
      split = shared.relevance[1].mean - shared.relevance[0].mean
      parallel = run(arms[1], nil).relevance[0].mean - run(arms[0], nil).relevance[0].mean
    }
  }
}

/// How good the entries are that the members of either side look at, after the warm-up.
private final class ContestLooks: ObservationSink {
  /// Of the world's arm, and of the split.
  private(set) var relevance = [Summary(), Summary()]
  private var windowStart = 0.0

  func begin(_ run: RunObservation) { windowStart = run.windowStart }

  func observe(_ page: borrowing PageObservation) {
    guard page.surface == .contest, page.time >= windowStart else { return }
    let side = page.ranker / Surface.allCases.count
    for index in page.posts.indices where page.examined[index] {
      relevance[side].add(page.relevance[index])
    }
  }
}
