import Experiments
import FeedMetrics
internal import Studies
import SyntheticSociety

/// An analysis of the examination slope (0.2, 0.5, 0.8 or 1.1), the feedback of posting (0, 0.333,
/// 0.667 or 1) and the fatigue of voting, on the metrics of ``gains(of:)``.
func analysis(
  trajectories: Int = 4, worlds: Int = 3, extra: String = ""
) throws -> SensitivityAnalysis {
  let keys = [
    "behaviour.examination.eta", "behaviour.posting.feedback", "behaviour.voting.fatigue",
  ]
  let metrics = MetricCatalogue.all.filter { gainedMetrics.contains($0.id) }
  let experiment = Experiment(
    try scenario(extra), candidates: ["affinity"], worlds: worlds, metrics: metrics)
  return SensitivityAnalysis(
    experiment, parameters: PlausibleRange.all.filter { keys.contains($0.key) },
    trajectories: trajectories)
}

let gainedMetrics = [
  "creator_exposure_gini", "group_exposure_ratio", "rank_quality_tau", "relevance@10",
  "engagement_rate",
]

/// What the candidate gains on the baseline in a society; `nil` makes the metric undefined there.
func gains(of parameters: SocietyParameters) -> [String: Double?] {
  let (eta, feedback) = (parameters.examination.eta, parameters.posting.feedback)
  return [
    // Less is better: better at 0.2 and 0.5, worse at 0.8 and 1.1.
    "creator_exposure_gini": eta - 0.65,
    // The target is 1 and the baseline is at 0.5.
    "group_exposure_ratio": 0.2,
    "rank_quality_tau": eta > 1 ? nil : 0.1,
    // Better by 0.1 whatever the society.
    "relevance@10": 0.1,
    // Both act, and the second acts both ways.
    "engagement_rate": eta * (feedback - 0.5) / 10,
  ]
}

/// The baseline has 0.5 in every world; the candidate gains, and a thousandth more in each next world,
/// with the mean 0 over three.
@Sendable func gainingWorld(
  _ run: WorldRun, _ shouldContinue: (_ seconds: Double, _ impressions: Int) -> Bool
) -> WorldOutcome? {
  for hour in 1...48 where !shouldContinue(Double(hour) * 3600, hour * 5) { return nil }
  let gains = gains(of: run.parameters)
  let values = MetricCatalogue.all.map { metric -> (String, MetricValue) in
    let isBaseline = run.arm.name == "newest"
    guard let gain = gains[metric.id] ?? 0 else { return (metric.id, MetricValue(nil, support: 0)) }
    let noise = (Double(run.world) - 1) / 1000
    return (metric.id, MetricValue(isBaseline ? 0.5 : 0.5 + gain + noise, support: 10))
  }
  return WorldOutcome(
    arm: run.arm.name, world: Int(run.world), values: Dictionary(uniqueKeysWithValues: values),
    digest: "\(run.seed)", summary: WorldSummary())
}
