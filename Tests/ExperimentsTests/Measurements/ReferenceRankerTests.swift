import Experiments
import Scenarios
import SocialFeed
internal import Stochastics
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// The reference rankers, simulated beside the arms.
@Suite struct ReferenceRankerTests {
  @Test func `they are as the baseline but for the surfaces on which arms differ`() throws {
    let arms = try simulatedArms(
      """
      newest:  {home: recency, app: {sync: never}}
      contest: {contest: recency}
      friends: {friends: diversity}
      """)
    expectEqual(arms.map(\.name), ["newest", "contest", "friends", "random", "ideal"])
    for (arm, ranker) in zip(arms.suffix(2), ["random", "ideal"]) {
      expectEqual(arm.ranker(of: .home).name, ranker)
      expectEqual(arm.ranker(of: .contest).name, ranker)
      // Neither reference ranker can order this surface.
      expectEqual(arm.ranker(of: .friends).name, "recency")
      expectEqual(arm.ranker(of: .latest).name, "recency")
      expectEqual(arm.app.sync, .never)
    }
  }

  @Test(arguments: [
    ("liked: {home: affinity}", ["random", "contest-score"]),
    ("newest: {contest: recency}", ["random", "random"]),
    (
      "one: {home: recency}\nother: {home: recency, app: {sync: never}}",
      ["random", "contest-score"]
    ),
  ])
  func `with equal arms the surfaces are home and those without the default ranker`(
    text: String, rankers: [String]
  ) throws {
    let random = try #require(try simulatedArms(text).first { $0.name == "random" })
    expectEqual([Surface.home, .contest].map { random.ranker(of: $0).name }, rankers)
  }

  @Test func `an arm equal to the reference ranker of its name stands for it`() throws {
    let arms = try simulatedArms(
      """
      newest: {home: recency}
      random: {home: random}
      """)
    expectEqual(arms.map(\.name), ["newest", "random", "ideal"])
  }

  @Test func `the choice of arms does not change them`() throws {
    let text = """
      newest:  {home: recency, contest: recency}
      liked:   {home: affinity}
      """
    let all = try simulatedArms(text)
    let one = try simulatedArms(text, arms: ["liked"])
    expectEqual(one.map(\.name), ["liked", "random", "ideal"])
    expectEqual(one.suffix(2), all.suffix(2))
  }

  @Test(
    arguments: cases(
      #"""
      newest: {home: recency}\n  random: {home: affinity} =>
        arm 'random' has the name of a reference ranker but orders home by affinity instead of random; give it another name
      newest: {home: recency, contest: recency}\n  ideal: {home: ideal} =>
        arm 'ideal' has the name of a reference ranker but orders contest by contest-score instead of ideal; give it another name
      newest: {home: recency}\n  ideal: {home: ideal, pool: everyone} =>
        arm 'ideal' has the name of a reference ranker but has another pool than the baseline; give it another name
      newest: {home: recency}\n  ideal: {home: ideal, app: {sync: never}} =>
        arm 'ideal' has the name of a reference ranker but has another app than the baseline; give it another name
      """#))
  func `an arm of the same name that is no reference ranker is refused`(
    arms: String, message: String
  ) throws {
    var experiment = Experiment(try scenario(arms: arms))
    let before = experiment.design
    let conflict = #expect(throws: ReferenceRankerConflict.self) {
      try experiment.addReferenceRankers()
    }
    expectEqual(conflict?.description, message)
    expectEqual(experiment.design, before)
  }

  @Test func `they are measured and not compared`() throws {
    var experiment = Experiment(
      try scenario(arms: "newest: {home: recency}\n  liked: {home: affinity}"))
    try experiment.addReferenceRankers()
    let results = try experiment.run(jobs: 2, monitor: ExperimentMonitor(), simulate: madeUp)
    expectEqual(results.design.candidates, ["liked"])
    #expect(results.comparisons.allSatisfy { $0.candidate == "liked" })
    expectEqual(results.outcomes.count, 4 * results.design.worlds)
    for estimate in results.estimates(of: "random") {
      #expect(estimate.scaled.map { $0.estimate == 0 } ?? true)
    }
    for estimate in results.estimates(of: "ideal") {
      #expect(estimate.scaled.map { $0.estimate == 1 } ?? true)
    }
    expectEqual(results.estimates.count, 4 * results.design.metrics.count)
  }

  @Test func `comparisons are the same with them and without`() throws {
    let scenario = try scenario(arms: "newest: {home: recency}\n  liked: {home: affinity}")
    var experiment = Experiment(scenario, worlds: 2)
    let alone = try experiment.run(jobs: 2)
    try experiment.addReferenceRankers()
    let beside = try experiment.run(jobs: 2)
    expectEqual(beside.comparisons, alone.comparisons)
    expectEqual(Array(beside.outcomes.prefix(4)), alone.outcomes)
  }

  /// What lives in a world, as the runs have it.
  private func simulatedArms(_ arms: String, arms chosen: [String]? = nil) throws -> [Arm] {
    var experiment = Experiment(
      measuring: try scenario(arms: arms.replacing("\n", with: "\n  ")), arms: chosen, worlds: 1)
    try experiment.addReferenceRankers()
    let seen = Mutex<[Arm]>([])
    _ = try experiment.run(jobs: 1, monitor: ExperimentMonitor()) { run, shouldContinue in
      seen.withLock { $0.append(run.arm) }
      return madeUp(run, shouldContinue)
    }
    return seen.withLock { $0 }
  }

  private func scenario(arms: String) throws -> Scenario {
    let text = """
      feedlab: 1
      world: {members: 60, days: 2, warm-up: 0.5}
      arms:
        \(arms)
      ab: {primary: none}
      """
    return try Scenario.parse(Array(text.utf8), file: "references.yml")
  }
}
