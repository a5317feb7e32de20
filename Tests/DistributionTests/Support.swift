import Distribution
import Experiments
import FeedMetrics
import Foundation
import Scenarios
internal import Studies
import Synchronization
import SyntheticSociety

/// A folder of a test's own, which disappears with it.
final class ScratchFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(component: "feedlab-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

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
    world: {members: 40, days: 1, warm-up: 0.25}
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

/// Lives in no time; its numbers depend on seed, arm and world alone.
@Sendable func madeUp(_ run: WorldRun) -> WorldOutcome {
  var state = run.seed &+ UInt64(run.world) &* 0x9E37_79B9_7F4A_7C15
  for byte in run.arm.name.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  func number() -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(state >> 11) * 0x1p-53
  }
  let values = MetricCatalogue.core.map { ($0.id, MetricValue(number(), support: 10)) }
  return WorldOutcome(
    arm: run.arm.name, world: Int(run.world), values: Dictionary(uniqueKeysWithValues: values),
    digest: String(state, radix: 16), summary: WorldSummary())
}

/// Works through a shard with made-up worlds.
///
/// - Returns: The report, and how many worlds lived.
@discardableResult func work(
  _ plan: WorkPlan, _ shard: String = "0", of count: Int = 1, in store: WorkStore,
  jobs: Int = 2, deadline: Double? = nil,
  live: @escaping @Sendable (WorldRun) throws(ExperimentFailure) -> WorldOutcome = { madeUp($0) }
) throws -> (report: Worker.Report, lived: Int) {
  let lived = Atomic(0)
  let worker = try Worker(
    plan, shard: try Shard(shard, of: count, environment: [:]), in: store, deadline: deadline
  ) { run, _ throws(ExperimentFailure) in
    lived.add(1, ordering: .relaxed)
    return try live(run)
  }
  return (try worker.work(jobs: jobs), lived.load(ordering: .relaxed))
}

/// What was found of a plan's only study.
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
