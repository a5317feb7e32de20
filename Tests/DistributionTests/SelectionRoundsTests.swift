import Distribution
import Experiments
import FeedMetrics
internal import ReportKit
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// Selections whose worlds are simulated by workers, round by round.
@Suite struct SelectionRoundsTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// Four arms, of which one is far behind and three are near each other.
  private func selection(mostWorlds: Int = 400) throws -> Selection {
    let arms = "affinity: {home: affinity}\n  hot: {home: hot}\n  random: {home: random}"
    var experiment = try town(worlds: 5, arms: arms)
    experiment.end(by: .fixed(5))
    let metric = try #require(MetricCatalogue.all.first { $0.id == "like_rate" })
    return Selection(experiment, metric: metric, indifference: 0.02, mostWorlds: mostWorlds)
  }

  /// Its like rate depends on the arm by little, and on the world and the arm by more.
  @Sendable private static func outcome(of run: WorldRun) -> WorldOutcome {
    let base = madeUp(run)
    let leads: [String: Double] = ["hot": 0.03, "affinity": 0.01, "random": -0.4]
    let lead = leads[run.arm.name] ?? 0
    let noise = (base.values["like_rate"]?.value ?? 0) / 10
    return WorldOutcome(
      arm: base.arm, world: base.world,
      values: base.values.merging(["like_rate": MetricValue(0.5 + lead + noise, support: 10)]) {
        $1
      }, digest: base.digest, summary: base.summary)
  }

  private func local(_ selection: Selection) throws -> SelectionResults {
    try selection.run(
      jobs: 3, monitor: ExperimentMonitor(),
      intercepts: selection.experiment.intercepts()
    ) { run, _ in Self.outcome(of: run) }
  }

  @Test(arguments: [1, 3])
  func `a selection in rounds chooses what one machine chooses`(shards: Int) throws {
    let selection = try selection()
    let local = try local(selection)
    #expect(local.best == ["hot"] && local.worlds > 10)
    let first = try WorkPlan([selection], in: folder.store)
    // The first stage: four arms in five worlds.
    expectEqual(first.units.count, 20)
    var plan = first
    for round in 1...80 {
      for shard in (0..<shards).reversed() {
        try work(plan, "\(shard)", of: shards, in: folder.store) { Self.outcome(of: $0) }
      }
      let gathering = try Gathering(first, in: folder.store)
      if let results = gathering.parts[0].finding?.results as? SelectionResults {
        #expect(results == local && results.json == local.json)
        expectEqual(round, (local.worlds + 4) / 5)
        return
      }
      plan = try #require(try gathering.missing(in: folder.store))
      // The arm that is far behind lives no further; a round is as wide as the first stage.
      #expect(!plan.units.contains { $0.arm == "random" } && plan.units.count % 5 == 0)
    }
    Issue.record("no end after 80 rounds")
  }

  @Test func `the worlds of a selection are no more than it may have`() throws {
    let selection = try selection(mostWorlds: 7)
    let plan = try WorkPlan([selection], in: folder.store)
    try work(plan, in: folder.store) { Self.outcome(of: $0) }
    let rest = try #require(try Gathering(plan, in: folder.store).missing(in: folder.store))
    expectEqual(Set(rest.units.map(\.replication)), [5, 6])
    try work(rest, in: folder.store) { Self.outcome(of: $0) }
    guard
      let results = try Gathering(rest, in: folder.store).parts[0].finding?.results
        as? SelectionResults
    else {
      Issue.record("no results")
      return
    }
    try expectEqual(results, local(selection))
    #expect(results.best.isEmpty)
  }
}
