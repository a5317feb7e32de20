import Experiments
import FeedMetrics
import Foundation
import Synchronization
import SyntheticSociety
import TestSupport
import Testing

/// Experiments that ask a store before they live.
@Suite struct OutcomeStoreTests {
  @Test func `stored runs are not simulated again and count as progress`() throws {
    let experiment = Experiment(try scenario(), worlds: 3)
    let store = MemoryStore()
    let (first, simulated) = try run(experiment, store)
    expectEqual(simulated, 9)
    expectEqual(store.count, 9)
    store.forget(arm: "affinity", world: 1)
    let monitor = ExperimentMonitor()
    let (again, livedAgain) = try run(experiment, store, monitor)
    expectEqual(livedAgain, 1)
    expectEqual(again, first)
    expectEqual(store.count, 9)
    expectEqual(monitor.progress.finishedRuns, 9)
    expectEqual(monitor.progress.simulatedSeconds, 9 * 2 * 86_400)
    // The simulated run has 5 an hour; the summaries of the others, made up, have none.
    expectEqual(monitor.progress.impressions, 48 * 5)
  }

  @Test func `more worlds than are stored are the stored ones and the rest`() throws {
    let store = MemoryStore()
    _ = try run(Experiment(try scenario(), worlds: 2), store)
    let (results, simulated) = try run(Experiment(try scenario(), worlds: 4), store)
    expectEqual(simulated, 6)
    expectEqual(results, (try run(Experiment(try scenario(), worlds: 4), MemoryStore()).results))
  }

  @Test func `a run with a value that is no number is not kept`() throws {
    let experiment = Experiment(try scenario(), worlds: 1)
    let store = MemoryStore()
    #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 1, monitor: ExperimentMonitor(), store: store) {
        run, shouldContinue in
        let outcome = madeUp(run, shouldContinue)
        return run.arm.name == "affinity"
          ? outcome?.replacing(MetricCatalogue.all[0].id, with: .nan) : outcome
      }
    }
    #expect(store.knows(arm: "newest", world: 0))
    #expect(!store.knows(arm: "affinity", world: 0))
  }

  @Test func `real worlds and their intercepts come back as they were`() throws {
    let experiment = Experiment(measuring: try scenario(), arms: ["newest"], worlds: 1)
    let store = MemoryStore()
    let first = try experiment.run(jobs: 1, store: store)
    expectEqual(store.intercepts, first.intercepts)
    let encoder = JSONEncoder()
    let copy = try JSONDecoder().decode(
      WorldOutcome.self, from: encoder.encode(first.outcomes[0]))
    expectEqual(copy, first.outcomes[0])
    try expectEqual(
      JSONDecoder().decode(ExperimentDesign.self, from: encoder.encode(first.design)), first.design)
    try expectEqual(experiment.run(jobs: 1, store: store), first)
  }

  @Test func `a traced run is simulated although it is stored, and must agree`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(component: "feedlab-stored-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    var experiment = Experiment(measuring: try scenario(), arms: ["newest"], worlds: 1)
    let store = MemoryStore()
    let first = try experiment.run(jobs: 1, store: store)
    try experiment.trace(to: folder.path())
    try expectEqual(experiment.run(jobs: 1, store: store), first)
    #expect(FileManager.default.fileExists(atPath: folder.appending(path: "run.json").path()))

    try FileManager.default.removeItem(at: folder)
    store.replace { $0.replacing("post_coverage", with: 0.5) }
    let failure = #expect(throws: ExperimentFailure.self) {
      try experiment.run(jobs: 1, store: store)
    }
    expectEqual(
      failure?.description,
      "world 0 of arm 'newest', simulated again, differs from the stored outcome; simulate"
        + " all worlds again with --fresh")
    #expect(!FileManager.default.fileExists(atPath: folder.path()))
  }

  /// Results of made-up worlds, and the number of simulated runs.
  private func run(
    _ experiment: Experiment, _ store: MemoryStore,
    _ monitor: ExperimentMonitor = ExperimentMonitor()
  ) throws -> (results: ExperimentResults, simulated: Int) {
    let count = Atomic(0)
    let results = try experiment.run(jobs: 2, monitor: monitor, store: store) {
      run, shouldContinue in
      count.add(1, ordering: .relaxed)
      return madeUp(run, shouldContinue)
    }
    return (results, count.load(ordering: .relaxed))
  }
}

/// Keeps outcomes as long as it lives.
final class MemoryStore: OutcomeStore {
  private struct Run: Hashable {
    var arm: String
    var world: UInt32
  }

  private let outcomes = Mutex<[Run: WorldOutcome]>([:])
  private let solved = Mutex<SolvedIntercepts?>(nil)
  private let keptRuns = Atomic(0)

  var count: Int { outcomes.withLock(\.count) }

  /// How many times something was kept.
  var kept: Int { keptRuns.load(ordering: .relaxed) }

  var intercepts: SolvedIntercepts? { solved.withLock { $0 } }

  func keep(_ intercepts: SolvedIntercepts) { solved.withLock { $0 = intercepts } }

  func outcome(of run: WorldRun) -> WorldOutcome? {
    outcomes.withLock { $0[Run(arm: run.arm.name, world: run.world)] }
  }

  func keep(_ outcome: WorldOutcome, of run: WorldRun) {
    outcomes.withLock { $0[Run(arm: run.arm.name, world: run.world)] = outcome }
    keptRuns.add(1, ordering: .relaxed)
  }

  func knows(arm: String, world: UInt32) -> Bool {
    outcomes.withLock { $0[Run(arm: arm, world: world)] != nil }
  }

  func forget(arm: String, world: UInt32) {
    outcomes.withLock { _ = $0.removeValue(forKey: Run(arm: arm, world: world)) }
  }

  func replace(_ change: (WorldOutcome) -> WorldOutcome) {
    outcomes.withLock { $0 = $0.mapValues(change) }
  }
}
