import Experiments
import FeedMetrics
internal import ReportKit
internal import RunStore
import Scenarios
internal import Studies
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// The ledgers of studies: a run that has ended is on the disk, and the same study does not simulate it again.
@Suite struct StudyLedgerTests {
  private let relevance = MetricCatalogue.definition("relevance@10")!

  /// Simulates made-up worlds with the ledger of a folder.
  ///
  /// - Returns: The results in JSON, and the number of simulated runs.
  private func simulated<S: Study>(
    _ study: S, in folder: TestFolder
  ) throws -> (json: String, runs: Int) {
    let ledger = try #require(study.ledger(in: folder.path, isFresh: false))
    defer { ledger.close() }
    let count = Atomic(0)
    let results = try study.run(jobs: 2, store: ledger) { run, shouldContinue in
      count.add(1, ordering: .relaxed)
      return madeUp(run, shouldContinue).map { outcome in
        // Spaces of worlds have numbers of their own.
        WorldOutcome(
          arm: outcome.arm, world: WorldSpace.number(of: run.world), values: outcome.values,
          digest: outcome.digest, summary: outcome.summary)
      }
    }
    return (ReportFormat.json.render(study.document(of: results)), count.load(ordering: .relaxed))
  }

  private func expectKept<S: Study>(_ study: S, at location: SourceLocation = #_sourceLocation)
    throws
  {
    let folder = try TestFolder()
    let first = try simulated(study, in: folder)
    #expect(first.runs > 0, sourceLocation: location)
    let again = try simulated(study, in: folder)
    #expect(again.runs == 0 && again.json == first.json, sourceLocation: location)
  }

  @Test func `a selection, a power analysis and both analyses of sensitivity keep their runs`()
    throws
  {
    let three = Experiment(try scenario(), worlds: 4, metrics: [relevance])
    try expectKept(Selection(three, metric: relevance, indifference: 0.5, mostWorlds: 6))
    try expectKept(PowerStudy(three, metric: relevance, goal: .effect(.relative(0.1))))
    try expectKept(
      SensitivityAnalysis(
        three, parameters: Array(PlausibleRange.all.prefix(2)), trajectories: 2, levels: 2))
    let text = """
      feedlab: 1
      world: {members: 60, days: 2, warm-up: 0.5}
      arms:
        blend: {home: {ranker: affinity, weights: {view: {value: 1, tune: [0, 9]}}}}
      """
    let tunable = try Scenario.parse(Array(text.utf8), file: "tuned.yml")
    try expectKept(
      WeightAnalysis(
        screening: Experiment(measuring: tunable, worlds: 2, metrics: [relevance]),
        parameters: tunable.tunables, trajectories: 2, levels: 4))
  }

  /// What it records of a world is no metric, which a ledger could store.
  @Test func `a study of pages keeps none`() throws {
    let study = try RankOverlapStudy(scenario(), arms: ["newest", "random"], worlds: 1)
    #expect(try study.ledger(in: TestFolder().path, isFresh: false) == nil)
  }
}
