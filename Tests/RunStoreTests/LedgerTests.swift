internal import Experiments
import FeedMetrics
import Foundation
import GRDB
import RunStore
import Scenarios
import SyntheticSociety
import TestSupport
import Testing

/// What a ledger keeps, and what of it is taken for what.
@Suite struct LedgerTests {
  @Test func `a stored run is read as it was written, and simulated once`() throws {
    let folder = try TestFolder()
    let experiment = try experiment()
    let alone = try results(of: experiment)
    let first = try folder.run(experiment)
    expectEqual(first.simulated, 6)
    expectEqual(first.known, 0)
    expectEqual(first.results, alone.results)
    let again = try folder.run(experiment)
    expectEqual(again.simulated, 0)
    expectEqual(again.known, 3)
    expectEqual(again.results, alone.results)
    expectEqual(first.problems + again.problems, [])
    try expectEqual(folder.entries, ["ledger.sqlite"])
  }

  @Test func `reference rankers of some worlds are kept, and read with the arms`() throws {
    let folder = try TestFolder()
    var experiment = try experiment(worlds: 4)
    experiment.setHypotheses(Scenario.Questions(primary: "like_rate"))
    experiment.addHeadroom()
    let first = try folder.run(experiment)
    // Two arms in four worlds, and two reference rankers in three, or in all where an arm would be shipped.
    let worlds = try #require(first.results.headroom?.worlds)
    expectEqual(first.simulated, 8 + 2 * worlds)
    let again = try folder.run(experiment)
    expectEqual(again.simulated, 0)
    expectEqual(again.known, 4)
    expectEqual(again.results, first.results)
    let contents = try LedgerContents(path: folder.ledger)
    let entry = try #require(contents.entries.first)
    expectEqual(entry.completeWorlds, 4)
    try expectEqual(contents.results(of: entry), first.results)
  }

  @Test(arguments: [1, 4])
  func `the analysis of worlds does not change which runs are known`(worlds: Int) throws {
    let folder = try TestFolder()
    _ = try folder.run(try experiment())
    // Worlds 0 to 2 of two arms are known; a fourth would be simulated under both.
    for changed in [
      try experiment(margin: "0.5", worlds: worlds), try experiment(name: "other", worlds: worlds),
      try experiment(worlds: worlds, baseline: "affinity"),
    ] {
      let fresh = try TestFolder()
      for name in try folder.entries {
        try FileManager.default.copyItem(
          atPath: "\(folder.path)/\(name)", toPath: "\(fresh.path)/\(name)")
      }
      let outcome = try fresh.run(changed)
      expectEqual(outcome.simulated, 2 * max(0, worlds - 3))
      expectEqual(outcome.known, min(worlds, 3))
    }
  }

  @Test func `only a new arm, or an arm with other settings, is simulated`() throws {
    let folder = try TestFolder()
    _ = try folder.run(try experiment())
    let further = try experiment(arms: "affinity: {home: affinity}\n  random: {home: random}")
    let outcome = try folder.run(further)
    expectEqual(outcome.simulated, 3)
    expectEqual(outcome.known, 0)
    try expectEqual(folder.run(further).known, 3)
    let other = try experiment(arms: "affinity: {home: {ranker: affinity, half-life: 3d}}")
    try expectEqual(folder.run(other).simulated, 3)
  }

  @Test func `an arm of another name is the same runs, which people find by its last name`() throws
  {
    let folder = try TestFolder()
    let first = try folder.run(try experiment()).results
    let renamed = try folder.run(try experiment(arms: "liked: {home: affinity}"))
    expectEqual(renamed.simulated, 0)
    expectEqual(renamed.known, 3)
    expectEqual(
      renamed.results.outcomes.map(\.arm),
      Array(repeating: "newest", count: 3)
        + Array(repeating: "liked", count: 3))
    expectEqual(renamed.results.outcomes.map(\.digest), first.outcomes.map(\.digest))
    try expectEqual(
      rows(folder, "SELECT DISTINCT arm FROM value ORDER BY arm"), ["liked", "newest"])
  }

  @Test func `another seed, program, sample or choice of metrics is another life`() throws {
    let folder = try TestFolder()
    _ = try folder.run(try experiment())
    try expectEqual(folder.run(try experiment(seed: 8)).simulated, 6)
    try expectEqual(folder.run(try experiment(), build: "two").simulated, 6)
    try expectEqual(folder.run(try experiment(metrics: [MetricCatalogue.core[0]])).simulated, 6)
    var sampled = try experiment()
    sampled.sampleMembers(5)
    try expectEqual(folder.run(sampled).simulated, 6)
    var adjusted = try experiment()
    adjusted.adjustBehaviours = { _ in }
    try expectEqual(folder.run(adjusted).simulated, 6)
    // All of them stand beside each other.
    try expectEqual(folder.run(try experiment()).simulated, 0)
    try expectEqual(folder.run(sampled).simulated, 0)
  }

  @Test func `a program that cannot read itself takes no world of another, and keeps none`() throws
  {
    let folder = try TestFolder()
    let experiment = try experiment()
    let problem =
      "this program cannot read its own executable, which identifies the build that simulated its worlds;"
      + " the ledger \(folder.ledger) is neither read nor written: make the executable readable"
    for _ in 0..<2 {
      let outcome = try folder.run(experiment, build: nil)
      expectEqual(outcome.simulated, 6)
      expectEqual(outcome.known, 0)
      expectEqual(outcome.problems, [problem])
      try expectEqual(folder.entries, [])
    }
    _ = try folder.run(experiment)
    try expectEqual(folder.run(experiment, build: nil).simulated, 6)
    try expectEqual(rows(folder, "SELECT count(*) FROM run"), ["6"])
  }

  @Test func `a fresh start simulates all runs and replaces the stored ones`() throws {
    let folder = try TestFolder()
    let experiment = try experiment()
    _ = try folder.run(experiment)
    let fresh = try folder.run(experiment, isFresh: true)
    expectEqual(fresh.simulated, 6)
    expectEqual(fresh.known, 0)
    try expectEqual(rows(folder, "SELECT count(*) FROM run"), ["6"])
    try expectEqual(folder.run(experiment).simulated, 0)
  }

  @Test func `people find each value in a table`() throws {
    let folder = try TestFolder()
    let results = try folder.run(try experiment()).results
    let id = MetricCatalogue.core[0].id
    let value = try #require(results.outcomes[4].values[id]?.value)
    let found = try rows(
      folder,
      "SELECT printf('%.17g', value) FROM value WHERE arm = 'affinity' AND world = 1 AND metric = '\(id)'"
    )
    // SQLite reads a number of 17 digits to the last bit or two.
    #expect(abs(try #require(Double(found[0])) / value - 1) < 1e-15)
  }

  @Test func `intercepts are kept with the first run, also those that are infinite`() throws {
    let folder = try TestFolder()
    let experiment = try experiment(worlds: 1)
    let ledger = Ledger(folder: folder.path, experiment: experiment, build: "one")
    let results = try experiment.run(jobs: 2, store: ledger)
    ledger.close()
    #expect(results.intercepts.vote == -.infinity || results.intercepts.vote.isFinite)
    let again = Ledger(folder: folder.path, experiment: experiment, build: "one")
    expectEqual(again.intercepts, results.intercepts)
    try expectEqual(experiment.run(jobs: 2, store: again), results)
    again.close()
  }

  @Test func `two of them on one folder at the same time lose nothing`() throws {
    let folder = try TestFolder()
    let experiment = try experiment(worlds: 40)
    let first = Ledger(folder: folder.path, experiment: experiment, build: "one")
    let second = Ledger(folder: folder.path, experiment: experiment, build: "one")
    // Each run of the one is followed by a whole experiment's worth of runs of the other.
    for world in 0..<40 {
      for (ledger, arm) in [(first, "newest"), (second, "affinity")] {
        let run = try #require(
          experiment.run(of: arm, world: UInt32(world), SolvedIntercepts()))
        ledger.keep(madeUp(arm: arm, world: world), of: run)
      }
    }
    first.close()
    second.close()
    expectEqual(first.takeProblems() + second.takeProblems(), [])
    try expectEqual(folder.run(experiment).known, 40)
  }

  private func rows(_ folder: TestFolder, _ sql: String) throws -> [String] {
    try DatabaseQueue(path: folder.ledger).read { try String.fetchAll($0, sql: sql) }
  }
}
