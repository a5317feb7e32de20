import Experiments
import FeedMetrics
import Scenarios
internal import SocialFeed
internal import Studies
import SyntheticSociety

/// Tunings of made-up worlds in which engagement is best at view 6 and like 2, and inequality grows with
/// like.
enum SampleTuning {
  /// - Parameter goal: What stands under `tune:`.
  static func results(_ goal: String) throws -> TuningResults {
    let text = """
      feedlab: 1
      name: tuned
      seed: 7
      world: {members: 60, days: 2, warm-up: 0.5}
      arms:
        newest: {home: recency}
        blend:
          home:
            ranker: affinity
            weights: {view: {value: 1, tune: [0, 9]}, like: {value: 4, tune: [0, 9]}}
      tune: {\(goal), normalize: none, validate: 4}
      """
    let scenario = try Scenario.parse(Array(text.utf8), file: "tuned.yml")
    return try Tuner(scenario, scenario.tuning!).run(
      jobs: 1, monitor: ExperimentMonitor(), simulate: live)
  }

  static let race =
    #"maximize: engagement_rate, subject-to: ["creator_exposure_gini <= 0.8"], budget: 200"#
  /// A limit that keeps likes at 3.9 and more, which the best values would not.
  static let binding =
    #"maximize: engagement_rate, subject-to: ["creator_exposure_gini >= 0.53"], budget: 200"#
  static let front =
    "maximize: engagement_rate, minimize: creator_exposure_gini, budget: 340"

  @Sendable private static func live(
    _ run: WorldRun, _ shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
  ) -> WorldOutcome? {
    guard shouldContinue(172_800, 10) else { return nil }
    let ranker = run.arm.ranker(of: .home)
    // The baseline, which has no weights, does as well as view 4 and like 5.
    let (view, like) = run.arm.name == "newest" ? (4, 5) : (ranker["view"]!, ranker["like"]!)
    let world = Int(run.world & 0xFFFF)
    let noise = Double(world * 7 % 5 - 2) / 1000
    let distance = (view - 6) * (view - 6) + (like - 2) * (like - 2)
    let values = [
      "engagement_rate": 0.2 - distance / 1000 + noise * view / 9,
      "creator_exposure_gini": 0.4 + like / 30 + noise,
    ]
    return WorldOutcome(
      arm: run.arm.name, world: WorldSpace.number(of: run.world),
      values: values.mapValues { MetricValue($0, support: 1) }, digest: "",
      summary: WorldSummary())
  }
}
