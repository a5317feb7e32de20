import Distribution
import Experiments
import FeedMetrics
import Foundation
import Scenarios
internal import Studies
import Synchronization
import SyntheticSociety
import TestSupport

extension TestFolder {
  var store: WorkStore { WorkStore(path: "\(path)/store") }

  /// Files of the store whose paths begin so, in order.
  func files(_ prefix: String) throws -> [String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: "\(path)/store")
    return all.filter { $0.hasPrefix(prefix) && $0.hasSuffix(".json") }.sorted()
  }
}

/// Two arms in a community of a day.
func town(
  seed: Int = 7, worlds: Int = 3, name: String = "town",
  arms: String = "affinity: {home: affinity}",
  members: Int = 40
) throws -> Experiment {
  let text = """
    feedlab: 1
    name: \(name)
    seed: \(seed)
    world: {members: \(members), days: 1, warm-up: 0.25}
    arms:
      newest: {home: recency}
      \(arms)
    metrics: {like_rate: {margin: 1%}}
    ab: {primary: none}
    """
  return Experiment(
    try Scenario.parse(Array(text.utf8), file: "town.yml"), worlds: worlds)
}

/// An arm with two numbers to tune, beside newest first.
///
/// - Parameter more: Lines behind the arms.
func tunable(_ more: String = "") throws -> Scenario {
  let text = """
    feedlab: 1
    name: tuned
    seed: 7
    world: {members: 80, days: 1, warm-up: 0.25}
    arms:
      newest: {home: recency}
      blend:
        home:
          ranker: linear
          weights: {age_hours: {value: -0.1, tune: [-1, 0]}, likes: {value: 0.5, tune: [0, 2]}}
    \(more)
    """
  return try Scenario.parse(Array(text.utf8), file: "tuned.yml")
}

/// An outcome without a simulation; its values depend on seed, arm and world only.
@Sendable func madeUp(_ run: WorldRun) -> WorldOutcome {
  var numbers = SeededGenerator(seed: run.seed, world: Int(run.world), arm: run.arm.name)
  let values = MetricCatalogue.core.map { ($0.id, MetricValue(numbers.unit(), support: 10)) }
  return WorldOutcome(
    arm: run.arm.name, world: WorldSpace.number(of: run.world),
    values: Dictionary(uniqueKeysWithValues: values),
    digest: String(numbers.next(), radix: 16), summary: WorldSummary())
}

/// Works through a shard with made-up worlds.
///
/// - Returns: The report, and the number of simulated runs.
@discardableResult func work(
  _ plan: WorkPlan, _ shard: String = "0", of count: Int = 1, in store: WorkStore,
  jobs: Int = 2, deadline: Double? = nil,
  simulate: @escaping @Sendable (WorldRun) throws(ExperimentFailure) -> WorldOutcome = {
    madeUp($0)
  }
) throws -> (report: Worker.Report, simulated: Int) {
  let simulated = Atomic(0)
  let worker = try Worker(
    plan, shard: try Shard(shard, of: count, environment: [:]), in: store, deadline: deadline
  ) { run, _ throws(ExperimentFailure) in
    simulated.add(1, ordering: .relaxed)
    return try simulate(run)
  }
  return (try worker.work(jobs: jobs), simulated.load(ordering: .relaxed))
}

/// The results of a plan's only study.
func results(of plan: WorkPlan, in store: WorkStore) throws -> ExperimentResults? {
  let gathering = try Gathering(plan, in: store)
  guard let results = gathering.parts[0].finding?.results as? ExperimentResults else { return nil }
  return results
}

/// The failure of an action.
func failure(_ action: () throws -> Void) -> WorkFailure? {
  do {
    try action()
    return nil
  } catch {
    return error as? WorkFailure
  }
}
