import Experiments
import FeedMetrics
import Foundation
import RunStore
import Scenarios
import Synchronization
import SyntheticSociety

/// Two arms in a community of a day.
func experiment(
  seed: Int = 7, margin: String = "1%", arms: String = "affinity: {home: affinity}",
  name: String = "made-up", worlds: Int = 3, baseline: String? = nil,
  metrics: [MetricDefinition]? = nil
) throws -> Experiment {
  let text = """
    feedlab: 1
    name: \(name)
    seed: \(seed)
    world: {members: 60, days: 1, warm-up: 0.25}
    arms:
      newest: {home: recency}
      \(arms)
    metrics: {like_rate: {margin: \(margin)}}
    """
  return Experiment(
    try Scenario.parse(Array(text.utf8), file: "made-up.yml"), baseline: baseline, worlds: worlds,
    metrics: metrics)
}

/// Lives in no time; its numbers are of all sizes, and depend on seed, arm and world alone.
@Sendable func madeUp(arm: String, world: Int, seed: UInt64 = 7) -> WorldOutcome {
  var state = seed &+ UInt64(world) &* 0x9E37_79B9_7F4A_7C15
  for byte in arm.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  func number() -> Double? {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    // All bits of the significand, between 2⁻⁶⁴ and 2⁶³; one in 16 is undefined.
    let exponent = Int(state >> 52 & 127) - 64
    let number = Double(
      sign: .plus, exponent: exponent, significand: 1 + Double(state >> 12) * 0x1p-52)
    return state >> 59 & 15 == 0 ? nil : number
  }
  let values = MetricCatalogue.core.map { ($0.id, MetricValue(number(), support: 10)) }
  return WorldOutcome(
    arm: arm, world: world, values: Dictionary(uniqueKeysWithValues: values),
    tables: [
      MetricTable(
        definition: MetricCatalogue.tables[0],
        rows: [.init(label: "a \"b\" é\n", value: MetricValue(number(), support: 1))])
    ],
    digest: String(state, radix: 16), summary: WorldSummary())
}

/// An experiment with made-up worlds: its results, and how many of them lived.
func results(
  of experiment: Experiment, _ store: (any OutcomeStore)? = nil, jobs: Int = 2,
  each: @escaping @Sendable (WorldRun) -> Void = { _ in }
) throws -> (results: ExperimentResults, lived: Int) {
  let lived = Atomic(0)
  let results = try experiment.run(jobs: jobs, monitor: ExperimentMonitor(), store: store) {
    run, _ in
    lived.add(1, ordering: .relaxed)
    each(run)
    return madeUp(arm: run.arm.name, world: Int(run.world), seed: run.seed)
  }
  return (results, lived.load(ordering: .relaxed))
}

/// A folder of a test's own, which disappears with it.
final class ScratchFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(component: "feedlab-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var ledger: String { "\(path)/ledger.sqlite" }

  var entries: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Lives through an experiment with the ledger of this folder: how many worlds lived, and what was
  /// said.
  func live(
    _ experiment: Experiment, isFresh: Bool = false, build: String? = "one",
    each: @escaping @Sendable (WorldRun) -> Void = { _ in }
  ) throws -> (lived: Int, known: Int, said: [String], results: ExperimentResults) {
    let ledger = Ledger(
      folder: path, experiment: experiment, isFresh: isFresh, build: build, patience: 0)
    let (results, lived) = try results(of: experiment, ledger, each: each)
    ledger.close()
    return (lived, ledger.knownWorlds, ledger.takeTroubles().map(\.description), results)
  }
}
