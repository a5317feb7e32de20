import Distribution
import Experiments
import FeedMetrics
import Foundation
internal import ReportKit
import Scenarios
internal import SocialFeed
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

@Suite struct TuningRoundsTests {
  /// - Parameter overlaps: Whether it has enough generations for as many to overlap as its lag allows.
  private func tuner(_ method: String, lag: Int, overlaps: Bool = false) throws -> Tuner {
    let goal = method == "pareto" ? "[like_rate, save_rate]" : "like_rate"
    let few = ["cmaes": 280, "race": 320, "pareto": 380]
    let many = ["cmaes": 360, "pareto": 500]
    let budget = (overlaps ? many : few)[method] ?? 160
    let scenario = try tunable(
      "tune: {arm: blend, maximize: \(goal), method: \(method), budget: \(budget), lag: \(lag), validate: 4}"
    )
    return Tuner(scenario, try #require(scenario.tuning))
  }

  /// Better the nearer its number of likes is to 1.5, in a world that is more or less kind.
  @Sendable private static func outcome(of run: WorldRun) -> WorldOutcome {
    let likes = run.arm.ranker(of: .home).values.reduce(0) { $0 + ($1.isFinite ? $1 : 0) }
    let kind = Double(run.world & 15) / 100
    let value = 1 - abs(likes - 1.5) / 10 + kind
    return WorldOutcome(
      arm: run.arm.name, world: Int(run.world) & (1 << 30 - 1),
      values: [
        "like_rate": MetricValue(value, support: 1),
        "save_rate": MetricValue(1 - abs(likes - 0.5) / 10 - kind, support: 1),
      ], digest: "0", summary: WorldSummary())
  }

  private func local(_ tuner: Tuner) throws -> TuningResults {
    try tuner.run(
      jobs: 2, monitor: ExperimentMonitor(), intercepts: tuner.experiment.intercepts()
    ) { run, _ in Self.outcome(of: run) }
  }

  /// Plans, works and gathers until there are results.
  private func rounds(
    _ tuner: Tuner, shards: Int
  ) throws -> (results: TuningResults, rounds: Int) {
    let folder = try TestFolder()
    var plan = try WorkPlan([tuner], in: folder.store)
    for round in 1...200 {
      for shard in 0..<shards {
        try work(plan, "\(shard)", of: shards, in: folder.store) { Self.outcome(of: $0) }
      }
      // All that is known is in the folder: each gathering begins from nothing.
      let gathering = try Gathering(plan, in: folder.store)
      if let results = gathering.parts[0].finding?.results as? TuningResults {
        return (results, round)
      }
      plan = try #require(try gathering.missing(in: folder.store))
    }
    fatalError("no end after 200 rounds")
  }

  @Test(
    arguments: [
      ("race", 0), ("race", 2), ("cmaes", 0), ("cmaes", 1), ("cmaes", 4), ("nelder-mead", 0),
      ("random", 0), ("grid", 0), ("pareto", 0), ("pareto", 2),
    ])
  func `a tuning in rounds finds what one machine finds`(method: String, lag: Int) throws {
    let tuner = try tuner(method, lag: lag)
    let (results, rounds) = try rounds(tuner, shards: 2)
    expectEqual(results.json, (try local(tuner)).json)
    #expect(rounds > 1)
    if lag > 0 {
      let others = try self.rounds(try self.tuner(method, lag: 0), shards: 2)
      #expect(rounds < others.rounds, "\(rounds) rounds, and \(others.rounds) without a lag")
    }
  }

  /// Rounds are planned as early as they can be, each by itself, and simulated in another order than
  /// that, as they are by machines of different speed.
  @Test(arguments: [("cmaes", 1), ("cmaes", 2), ("pareto", 2)], [1] as [UInt64])
  func `rounds that overlap find the same in whatever order they end`(
    search: (method: String, lag: Int), seed: UInt64
  ) throws {
    let tuner = try tuner(search.method, lag: search.lag, overlaps: true)
    let folder = try TestFolder()
    let first = try WorkPlan([tuner], in: folder.store)
    var random = SeededGenerator(seed: seed)
    var underWay: [WorkPlan] = []
    var most = 0
    for _ in 1...400 {
      let gathering = try Gathering(first, in: folder.store)
      while let plan = try gathering.missing(
        in: folder.store, excluding: underWay, nextRoundOnly: true)
      {
        let taken = Set(underWay.flatMap(\.units))
        #expect(taken.isDisjoint(with: plan.units))
        underWay.append(plan)
      }
      most = max(most, underWay.count)
      if let results = gathering.parts[0].finding?.results as? TuningResults {
        #expect(underWay.isEmpty && most == search.lag + 1)
        expectEqual(results.json, (try local(tuner)).json)
        return
      }
      let ended = underWay.remove(at: Int.random(in: 0..<underWay.count, using: &random))
      try work(ended, in: folder.store) { Self.outcome(of: $0) }
    }
    Issue.record("no end after 400 rounds")
  }

  @Test func `points that are chosen beforehand are one round, however many`() throws {
    // 1,600 worlds pay for 199 points in 8 worlds each besides the present values; some have the same values.
    let text = """
      feedlab: 1
      name: tuned
      seed: 7
      world: {members: 40, days: 1, warm-up: 0.25}
      arms: {blend: {home: {ranker: linear, weights: {likes: {value: 0.5, tune: [0, 2]}}}}}
      tune: {arm: blend, maximize: like_rate, method: random, budget: 1600, validate: 4}
      """
    let scenario = try Scenario.parse(Array(text.utf8), file: "tuned.yml")
    let folder = try TestFolder()
    let plan = try WorkPlan(
      [Tuner(scenario, try #require(scenario.tuning))], in: folder.store)
    #expect(plan.units.count > 190 * 8 && plan.units.count <= 200 * 8)
  }
}
