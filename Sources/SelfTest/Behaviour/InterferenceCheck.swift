internal import DataFiles
internal import FeedMetrics
internal import Scenarios
internal import SocialFeed
internal import Stochastics
internal import SyntheticSociety

/// F9: the bias of a user-split experiment whose two halves vote on the same entries.
///
/// In the shipped contest scenario half of the members see the contest by score, half at random. The
/// user-split estimate is the difference between the halves of one shared world in the mean relevance
/// of the entries that they look at; the effect is the difference between a world in which all are
/// served by score and one in which all are served at random. The bias is the former less the latter,
/// paired by world. A 95 % interval excludes a bias of 0 by chance in one of twenty seeds.
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

  /// The effect of ordering by score in one world, as estimated by two designs.
  struct Estimates {
    let split: Double
    let parallel: Double

    init(_ scenario: Scenario, _ intercepts: SolvedIntercepts, world: UInt32) {
      func run(_ arm: Arm, _ liveTest: LiveTest?, observedBy sink: any ObservationSink) {
        var run = WorldRun(
          parameters: scenario.parameters, arm: arm, liveTest: liveTest, seed: scenario.seed,
          world: world)
        run.intercepts = intercepts
        run.observed(by: [sink])
      }
      func mean(_ arm: Arm) -> Double {
        let looks = ContestLooks()
        run(arm, nil, observedBy: looks)
        return looks.relevance.mean
      }
      let arms = ["random", "contest-score"].map { name in
        guard let arm = scenario.arms.first(where: { $0.name == name }) else {
          preconditionFailure("the contest scenario has no arm \(name)")
        }
        return arm
      }
      let halves = [ContestLooks(), ContestLooks()]
      run(
        arms[0], LiveTest(candidate: arms[1], design: .userSplit()),
        observedBy: GroupRouter(baseline: [halves[0]], candidate: [halves[1]]))
      split = halves[1].relevance.mean - halves[0].relevance.mean
      parallel = mean(arms[1]) - mean(arms[0])
    }
  }
}

/// Observes the relevance of the entries that members examine, after the warm-up.
private final class ContestLooks: ObservationSink {
  private(set) var relevance = Summary()
  private var windowStart = 0.0

  func begin(_ run: RunObservation) { windowStart = run.windowStart }

  func observe(_ page: borrowing PageObservation) {
    guard page.surface == .contest, page.time >= windowStart else { return }
    for index in page.posts.indices where page.examined[index] {
      relevance.add(page.relevance[index])
    }
  }
}
