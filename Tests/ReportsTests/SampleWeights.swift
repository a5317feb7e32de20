import Experiments
import FeedMetrics
import Scenarios
internal import SocialFeed
import Stochastics
internal import Studies
import SyntheticSociety

/// Analyses of tunable numbers, made up so that every kind of row occurs.
enum SampleWeights {
  static let parameters = [
    TunableParameter(
      arm: "blend", surface: .home, path: RankerPath("like", in: .weights), value: 2,
      range: .interval(low: 0, high: 9, scale: .linear, isWhole: false)),
    TunableParameter(
      arm: "blend", surface: .home, path: RankerPath("view", in: .weights), value: 1,
      range: .interval(low: 0, high: 9, scale: .linear, isWhole: false)),
    TunableParameter(
      arm: "blend", surface: .home, path: RankerPath("half-life"), value: 86_400,
      range: .choices([86_400, 604_800]), isDuration: true),
  ]

  static var screening: WeightResults {
    results(
      .morris(
        MorrisDesign(
          factors: 3, trajectories: 4, levels: 4,
          stream: KeyedStream(seed: 1, world: 0, name: StreamName("sample-weights")))))
  }

  static var variance: WeightResults {
    results(
      .sobol(
        SaltelliDesign(
          factors: 3, rows: 16,
          stream: KeyedStream(seed: 1, world: 0, name: StreamName("sample-weights")))))
  }

  private static func results(_ method: WeightDesign.Method) -> WeightResults {
    let ids = ["engagement_rate", "relevance@10"]
    let experiment = ExperimentDesign(
      scenario: "quickstart", scenarioDigest: "5ca1ab1e",
      resolvedScenario: #"{"feedlab":1,"name":"quickstart"}"#, seed: 1, members: 2000, days: 14,
      warmUpDays: 3, arms: ["blend"], worlds: 3,
      metrics: MetricCatalogue.all.filter { ids.contains($0.id) })
    let design = WeightDesign(experiment, parameters: parameters, method: method)
    let outcomes = (0..<design.points).flatMap { point in
      (0..<3).map { world in
        WorldOutcome(
          arm: "blend", world: design.world(world, at: point),
          values: values(design.values(at: point), world), digest: "", summary: WorldSummary())
      }
    }
    return WeightResults(design: design, outcomes: outcomes)
  }

  /// Engagement grows with the share of likes, by another amount in each world; relevance is always the
  /// same.
  private static func values(_ weights: [Double], _ world: Int) -> [String: MetricValue] {
    let sum = weights[0] + weights[1]
    let share = sum > 0 ? weights[0] / sum : 0
    let slope = 0.1 + 0.02 * Double(world - 1)
    return [
      "engagement_rate": MetricValue(0.1 + slope * share, support: 1),
      "relevance@10": MetricValue(0.5, support: 1),
    ]
  }
}
