import Distribution
import Experiments
import FeedMetrics
import Foundation
import Reports
import Scenarios
import SocialFeed
import SyntheticSociety
import Testing

@Suite struct TuningRoundsTests {
  private func tuner(_ method: String) throws -> Tuner {
    let text = """
      feedlab: 1
      name: tuned
      seed: 7
      world: {members: 40, days: 1, warm-up: 0.25}
      arms:
        newest: {home: recency}
        blend:
          home:
            ranker: linear
            weights: {age_hours: {value: -0.1, tune: [-1, 0]}, likes: {value: 0.5, tune: [0, 2]}}
      tune: {arm: blend, maximize: like_rate, method: \(method), budget: 160, validate: 4}
      """
    let scenario = try Scenario.parse(Array(text.utf8), file: "tuned.yml")
    return Tuner(scenario, try #require(scenario.tuning))
  }

  /// Better the nearer its number of likes is to 1.5, in a world that is more or less kind.
  @Sendable private static func live(_ run: WorldRun) -> WorldOutcome {
    let likes = run.arm.ranker(of: .home).values.reduce(0) { $0 + ($1.isFinite ? $1 : 0) }
    let kind = Double(run.world & 15) / 100
    let value = 1 - abs(likes - 1.5) / 10 + kind
    return WorldOutcome(
      arm: run.arm.name, world: Int(run.world) & (1 << 30 - 1),
      values: ["like_rate": MetricValue(value, support: 1)], digest: "0", summary: WorldSummary())
  }

  /// Plans, works and gathers until there are results.
  private func rounds(
    _ method: String, shards: Int
  ) throws -> (results: TuningResults, rounds: Int) {
    let folder = try ScratchFolder()
    var plan = try WorkPlan([.tuning(try tuner(method))], in: folder.store)
    for round in 1...200 {
      for shard in 0..<shards {
        try work(plan, "\(shard)", of: shards, in: folder.store) { Self.live($0) }
      }
      // All that is known is in the folder: each gathering begins from nothing.
      let gathering = try Gathering(plan, in: folder.store)
      if case .tuning(let results)? = gathering.parts[0].results { return (results, round) }
      plan = try #require(try gathering.missing(in: folder.store))
    }
    fatalError("no end after 200 rounds")
  }

  @Test(arguments: ["race", "cmaes", "nelder-mead", "random", "grid"])
  func `a tuning in rounds finds what one machine finds`(method: String) throws {
    let tuner = try tuner(method)
    let intercepts = tuner.experiment.solvedIntercepts()
    let local = try tuner.run(
      jobs: 2, monitor: ExperimentMonitor(), intercepts: intercepts
    ) { run, _ in Self.live(run) }
    let (results, rounds) = try rounds(method, shards: 3)
    #expect(results.json == local.json)
    #expect(rounds > 1)
  }
}
