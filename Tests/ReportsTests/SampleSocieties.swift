import Experiments
import FeedMetrics
internal import Studies
import SyntheticSociety

/// A sensitivity analysis made up so that every kind of row occurs.
enum SampleSocieties {
  private static let keys = [
    "behaviour.examination.eta", "behaviour.posting.feedback", "behaviour.voting.fatigue",
  ]

  /// What the candidate gains on the baseline's 0.5 (13,000 s) in a society.
  private static func gain(_ metric: String, eta: Double, feedback: Double) -> Double? {
    switch metric {
    // Better at 0.2 and 0.5, worse at 0.8 and 1.1.
    case "creator_exposure_gini": (eta - 0.65) / 10
    case "rank_quality_tau": nil
    // Slower by an hour, and twice that where posting feeds on attention.
    case "age_at_impression_p50_s": 3600 * (1 + feedback)
    case "feed_turnover": 0
    // Higher or lower by what both do together.
    case "category_beta_diversity": (eta - 0.65) * (feedback - 0.5)
    case "like_rate": 0.02
    // Better where posting hardly feeds on attention, else too little to tell.
    default: feedback < 0.4 ? 0.1 : 0
    }
  }

  static func results(
    _ metrics: [MetricDefinition] = SampleResults.metrics.filter {
      $0.id != "group_exposure_ratio" && $0.id != "user_week_effective_categories"
    }, slope: Double = 0.5
  ) -> SensitivityResults {
    let worlds = 3
    let experiment = ExperimentDesign(
      scenario: "quickstart", scenarioDigest: "5ca1ab1e",
      resolvedScenario: #"{"feedlab":1,"name":"quickstart"}"#, seed: 1, members: 2000, days: 14,
      warmUpDays: 3, arms: ["newest", "affinity"], baseline: "newest", worlds: worlds,
      metrics: metrics, margins: [:])
    let design = SensitivityDesign(
      experiment, parameters: PlausibleRange.all.filter { keys.contains($0.key) },
      scenarioValues: [slope, 0.5, 0.05], trajectories: 4)
    let outcomes = (0..<design.societies).flatMap { society in
      (0..<worlds).flatMap { world in
        experiment.arms.map { outcome($0, world, design.values(of: society), metrics) }
      }
    }
    return SensitivityResults(design: design, outcomes: outcomes)
  }

  /// Worlds differ in their gains by a hundredth of the baseline, with the mean 0.
  private static func outcome(
    _ arm: String, _ world: Int, _ values: [Double], _ metrics: [MetricDefinition]
  ) -> WorldOutcome {
    let pairs = metrics.map { metric -> (String, MetricValue) in
      let base = metric.unit == "s" ? 13_000.0 : 0.5
      let gain = gain(metric.id, eta: values[0], feedback: values[1])
      let noise = gain == 0 && metric.id == "feed_turnover" ? 0 : Double(world - 1) * base / 100
      let value = arm == "newest" ? base : gain.map { base + $0 + noise }
      return (metric.id, MetricValue(value, support: 1))
    }
    return WorldOutcome(
      arm: arm, world: world, values: Dictionary(uniqueKeysWithValues: pairs), digest: "",
      summary: WorldSummary())
  }
}
