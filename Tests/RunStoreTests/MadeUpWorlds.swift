import Experiments
import FeedMetrics
import Foundation
import RunStore
import Scenarios
import Synchronization
import SyntheticSociety
import TestSupport

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
    ab: {primary: none}
    """
  return Experiment(
    try Scenario.parse(Array(text.utf8), file: "made-up.yml"), baseline: baseline, worlds: worlds,
    metrics: metrics)
}

/// An outcome without a simulation; its values are of all magnitudes, and depend on seed, arm and world only.
@Sendable func madeUp(arm: String, world: Int, seed: UInt64 = 7) -> WorldOutcome {
  var numbers = SeededGenerator(seed: seed, world: world, arm: arm)
  func number() -> Double? {
    // All bits of the significand, between 2⁻⁶⁴ and 2⁶³; one in 16 is undefined.
    let (bits, exponent) = (numbers.next(), Int(numbers.next() & 127) - 64)
    let number = Double(
      sign: .plus, exponent: exponent, significand: 1 + Double(bits >> 12) * 0x1p-52)
    return bits & 15 == 0 ? nil : number
  }
  let values = MetricCatalogue.core.map { ($0.id, MetricValue(number(), support: 10)) }
  return WorldOutcome(
    arm: arm, world: world, values: Dictionary(uniqueKeysWithValues: values),
    tables: [
      MetricTable(
        definition: MetricCatalogue.tables[0],
        rows: [.init(label: "a \"b\" é\n", value: MetricValue(number(), support: 1))])
    ],
    digest: String(numbers.next(), radix: 16), summary: WorldSummary())
}

/// An experiment with made-up worlds: its results, and the number of simulated runs.
func results(
  of experiment: Experiment, _ store: (any OutcomeStore)? = nil, jobs: Int = 2,
  each: @escaping @Sendable (WorldRun) -> Void = { _ in }
) throws -> (results: ExperimentResults, simulated: Int) {
  let count = Atomic(0)
  let results = try experiment.run(jobs: jobs, monitor: ExperimentMonitor(), store: store) {
    run, _ in
    count.add(1, ordering: .relaxed)
    each(run)
    return madeUp(arm: run.arm.name, world: Int(run.world), seed: run.seed)
  }
  return (results, count.load(ordering: .relaxed))
}

extension TestFolder {
  var ledger: String { "\(path)/ledger.sqlite" }

  var entries: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  /// Runs an experiment with the ledger of this folder.
  ///
  /// - Returns: The numbers of simulated runs and of known worlds, the ledger's problems, and the results.
  func run(
    _ experiment: Experiment, isFresh: Bool = false, build: String? = "one",
    each: @escaping @Sendable (WorldRun) -> Void = { _ in }
  ) throws -> (simulated: Int, known: Int, problems: [String], results: ExperimentResults) {
    let ledger = Ledger(
      folder: path, experiment: experiment, isFresh: isFresh, build: build, patience: 0)
    let (results, simulated) = try results(of: experiment, ledger, each: each)
    ledger.close()
    return (simulated, ledger.knownWorlds, ledger.takeProblems().map(\.description), results)
  }
}
