internal import Experiments
internal import FeedMetrics
internal import Scenarios
internal import SocialFeed
internal import SyntheticSociety

/// K5: a draw depends only on its entity and purpose, so that other arms, other worlds and idle members do not change
/// it. The check is deterministic.
struct CommonDrawsCheck: SelfCheck {
  let id = "K5"
  let suites = [SelfTestSuite.kernel]
  let source = "common random numbers by keyed draws"
  let seconds = 8.0

  private static let scenario = """
    feedlab: 1
    world: {members: 60, days: 2, warm-up: 0.5}
    arms: {affinity: {home: affinity}, again: {home: affinity}}
    """
  /// The replication that is also simulated by itself.
  private static let replication = 17
  private static let inert = 7
  private static let arms: [(Surface, String)] = [
    (.home, "affinity"), (.home, "random"), (.contest, "contest-score"), (.home, "ideal"),
    (.home, "trending"), (.contest, "diversity"),
  ]

  func findings(_ setting: SelfTestSetting) throws(SelfTestFailure) -> [Finding] {
    let scenario = try Scenario.selfTest(Self.scenario)
    let worlds = Self.replication + 1
    let outcomes = Experiment(scenario, worlds: worlds, metrics: MetricCatalogue.all)
      .outcomes(jobs: 1)
    let (one, other) = (outcomes.prefix(worlds), outcomes.suffix(worlds))
    let metrics = MetricCatalogue.all.count { metric in
      zip(one, other).contains { $0.value(of: metric) != $1.value(of: metric) }
    }
    return [
      Finding(
        never: "metrics with an A/A difference",
        size: "\(MetricCatalogue.all.count) metrics, \(worlds) worlds", times: metrics),
      Finding(
        never: "replication 17 differs outside of a batch",
        size: "\(worlds) worlds of 60 members, 2 days",
        times: alone(scenario) == one.last?.digest ? 0 : 1),
      inertMembers(setting),
    ]
  }

  private func alone(_ scenario: Scenario) -> String {
    WorldRun(
      parameters: scenario.parameters, arm: scenario.arms[0], seed: scenario.seed,
      world: UInt32(Self.replication)
    ).digest()
  }

  private func inertMembers(_ setting: SelfTestSetting) -> Finding {
    let arms = setting.sample(of: Self.arms.count, atLeast: 2)
    let differing = Self.arms.prefix(arms.count).count { surface, ranker in
      var run = DigestWorld.run(.ordering(surface, by: ranker))
      let plain = run.digest()
      run.inertMembers = Self.inert
      let crowded = DigestSink()
      let first = Int(run.parameters.world.members)
      run.observed(by: [
        RenumberingSink(without: first..<first + Self.inert, to: crowded)
      ])
      return crowded.hexDigest != plain
    }
    return Finding(
      never: "worlds that differ with inert members",
      size: "\(arms.count) rankers, 150 members, \(Self.inert) inert", times: differing)
  }
}
