import Experiments
import FeedMetrics
import Scenarios
import SocialFeed
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// External rankers, and what happens to runs in which one fails. The hosts here start no process.
@Suite struct RankerFailureTests {
  private func town(_ arms: Arm...) throws -> Scenario {
    try scenario().replacingArms(arms)
  }

  private let newest = Arm(name: "newest", choices: [])

  /// A run of an arm in world 0.
  private func run(_ host: FailingHost) throws -> WorldRun {
    let town = try town(.hosted("mine", by: host))
    var run = WorldRun(parameters: town.parameters, arm: town.arms[0], seed: 7, world: 0)
    // Nobody acts.
    run.intercepts = SolvedIntercepts()
    // It ends at noon, when there are pages until the end.
    run.parameters.world.days = 1.5
    return run
  }

  @Test func `a host gives what a ranker of this program with the same scores gives`() throws {
    let formula = RankerSettings(FormulaRanker.descriptor, formula: try ScoreFormula("likes"))
    let town = try town(
      Arm(name: "built-in", choices: [(.home, formula)]), .hosted("hosted", by: FailingHost()))
    let outcomes = try Experiment(town, worlds: 2).run(jobs: 2).outcomes
    for world in 0..<2 {
      let values = outcomes.filter { $0.world == world }.map(\.values)
      #expect(values.count == 2 && values[0] == values[1])
    }
  }

  @Test func `a world ends in the hour in which a ranker failed, with the reason`() throws {
    var reports: [WorldProgress] = []
    let summary = try run(FailingHost(end: (0, 5))).simulate(sinks: []) {
      reports.append($0)
      return true
    }
    expectEqual(summary, nil)
    let failed = reports.filter { $0.failure != nil }
    expectEqual(failed.map(\.failure?.message), ["mine.py ended at request 5"])
    #expect(reports.last?.failure != nil)
    let before = try #require(reports.dropLast().last)
    #expect(try #require(reports.last).time <= before.time + 3600)
  }

  @Test func `a failure at the last request of a world is found before the world counts`() throws {
    let count = RequestCount()
    #expect(try run(FailingHost(count: count)).simulate(sinks: []) != nil)
    let last = count.value
    #expect(last > 20)
    var failure: RankerFailure?
    var ends: [Double] = []
    let summary = try run(FailingHost(end: (0, last))).simulate(sinks: []) {
      failure = $0.failure
      ends.append($0.time)
      return true
    }
    #expect(summary == nil && failure?.message == "mine.py ended at request \(last)")
    expectEqual(ends.last, 1.5 * 86_400)
  }

  @Test(arguments: [1, 2, 3])
  func `the first run in order whose ranker fails ends the experiment by name`(jobs: Int) throws {
    let town = try town(
      newest, .hosted("late", by: FailingHost(end: (3, 1))),
      .hosted("mine", by: FailingHost(name: "other.py", end: (1, 20))),
      .hosted("same", by: FailingHost(end: (1, 2))))
    let failure = #expect(throws: ExperimentFailure.self) {
      try Experiment(town, worlds: 6).run(jobs: jobs)
    }
    expectEqual(failure?.description, "world 1 of arm 'mine': other.py ended at request 20")
  }

  @Test func `a failure in a live test is that of the scenario's arm whose ranker failed`() throws {
    func failure(_ baseline: Arm, _ candidate: Arm) throws -> String? {
      var experiment = Experiment(try town(baseline, candidate), worlds: 1)
      try experiment.addLiveTests(.userSplit())
      let live = try #require(experiment.firstRuns.last)
      let failure = #expect(throws: ExperimentFailure.self) {
        try live.summary(sinks: []) { _, _ in true }
      }
      return failure?.description
    }
    let ending = Arm.hosted("mine", by: FailingHost(end: (0, 3)))
    try expectEqual(failure(newest, ending), "world 0 of arm 'mine': mine.py ended at request 3")
    try expectEqual(failure(ending, newest), "world 0 of arm 'mine': mine.py ended at request 3")
  }

  @Test func `a failed run is not kept, and those that finished are`() throws {
    let store = MemoryStore()
    let town = try town(newest, .hosted("mine", by: FailingHost(end: (1, 20))))
    #expect(throws: ExperimentFailure.self) {
      try Experiment(town, worlds: 3).run(jobs: 1, store: store)
    }
    let kept: [(arm: String, world: UInt32, isKept: Bool)] = [
      ("newest", 0, true), ("mine", 0, true), ("newest", 1, true), ("mine", 1, false),
    ]
    for (arm, world, isKept) in kept {
      expectEqual(store.knows(arm: arm, world: world), isKept, "\(arm) \(world)")
    }
  }

  @Test func `pages that another arm would have shown are compared only if it gave them`() throws {
    let town = try town(newest, .hosted("mine", by: FailingHost(end: (0, 3))))
    let study = try RankOverlapStudy(town, arms: ["newest", "mine"], worlds: 1)
    let failure = #expect(throws: ExperimentFailure.self) { try study.run(jobs: 1) }
    expectEqual(failure?.description, "world 0 of arm 'mine': mine.py ended at request 3")
  }

  @Test func `a page that a failed ranker gave is not shown`() throws {
    var failure: RankerFailure?
    let feed = try run(FailingHost(end: (0, 1))).peek(at: .home, of: MemberID(0), at: 0) {
      failure = $0.failure
      return true
    }
    #expect(feed == nil && failure?.message == "mine.py ended at request 1")
    let shown = try #require(
      try run(FailingHost()).peek(at: .home, of: MemberID(0), at: 86_400))
    expectEqual(shown.columns.map(\.name).prefix(2), ["score", "likes"])
  }
}
