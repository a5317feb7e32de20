import Experiments
import FeedMetrics
import Scenarios
internal import SocialFeed
import Stochastics
internal import Studies
import Synchronization
import SyntheticSociety

/// A scenario in which the weights of likes and saves are tuned, for what it is followed by.
func tunedScenario(
  _ tune: String = "tune: {maximize: relevance@10, normalize: none, budget: 400, validate: 32}",
  seed: UInt64 = 1
) throws -> Scenario {
  let text = """
    feedlab: 1
    seed: \(seed)
    world: {members: 40, days: 2, warm-up: 1}
    arms:
      liked:
        home:
          ranker: affinity
          weights: {like: {value: 2, tune: [0, 10]}, save: {value: 8, tune: [0, 10]}}
    metrics: {relevance@10: {margin: 0.01}}
    \(tune)
    """
  return try Scenario.parse(Array(text.utf8), file: "tuned.yml")
}

/// What lives as a function of the two weights says, each from 0 to 1, with noise that the sets of values
/// of a world share but for a tenth of it.
///
/// - Parameter relevance: In the mean; the Gini coefficient of exposure falls as the weight of likes grows.
func livingBy(
  noise: Double = 0.05, _ relevance: @escaping @Sendable (_ like: Double, _ save: Double) -> Double
) -> RunSimulator {
  { run, shouldContinue in
    guard shouldContinue(172_800, 10) else { return nil }
    let ranker = run.arm.ranker(of: .home)
    let (like, save) = (ranker["like"]! / 10, ranker["save"]! / 10)
    let draws = KeyedStream(seed: run.seed, world: run.world, name: StreamName("made up"))
    let shared = draws.uniform(0) - 0.5
    let own = draws.uniform(1, UInt32(like * 10_000), UInt32(save * 10_000)) - 0.5
    let value = relevance(like, save) + noise * (shared + own / 10)
    return WorldOutcome(
      arm: run.arm.name, world: WorldSpace.number(of: run.world),
      values: [
        "relevance@10": MetricValue(value, support: 1),
        "creator_exposure_gini": MetricValue(
          0.8 - 0.4 * like + 0.01 * (own + shared), support: 1),
      ], digest: "", summary: WorldSummary())
  }
}

/// A hill with its top at a weight of likes of 7 and of saves of 3, of height 0.4.
@Sendable func hill(_ like: Double, _ save: Double) -> Double {
  0.4 - (like - 0.7) * (like - 0.7) - (save - 0.3) * (save - 0.3)
}

extension Tuner {
  /// What comes of made-up lives.
  func results(
    jobs: Int = 1, store: (any OutcomeStore)? = nil, _ simulate: @escaping RunSimulator
  ) throws -> TuningResults {
    try run(
      jobs: jobs, monitor: ExperimentMonitor(), store: store, simulate: simulate)
  }
}
