import Experiments
import FeedMetrics
import Scenarios
import SyntheticSociety

/// Results made up so that every kind of row occurs.
enum SampleResults {
  static let metrics = [
    metric("creator_exposure_gini", .creators, "Inequality of exposure", .lower),
    metric("group_exposure_ratio", .creators, "Least shown group", .target(1)),
    metric("rank_quality_tau", .entrants, "Contests find the best", .higher),
    metric("age_at_impression_p50_s", .freshness, "Median age when shown", .lower, unit: "s"),
    metric("feed_turnover", .freshness, "New posts on a refresh", .higher),
    metric("category_beta_diversity", .diversity, "Separate bubbles", .describes),
    metric("user_week_effective_categories", .diversity, "Categories a week", .higher),
    metric("like_rate", .utility, "Likes an examined post", .higher),
    metric("relevance@10", .utility, "Relevance of the top ten", .higher),
  ]

  private static let newest: [String: [Double?]] = [
    "creator_exposure_gini": [0.61, 0.60, 0.62, 0.59],
    "group_exposure_ratio": [0.80, 0.82, 0.78, 0.81],
    "rank_quality_tau": [nil, nil, nil, nil],
    "age_at_impression_p50_s": [11_000, 11_900, 11_300, 11_600],
    "feed_turnover": [0.91, 0.93, 0.92, 0.90],
    "category_beta_diversity": [1.20, 1.22, 1.21, 1.19],
    "user_week_effective_categories": [6.1, 6.2, 6.0, 6.3],
    "like_rate": [0.0401, 0.0403, 0.0399, 0.0402],
    "relevance@10": [0.550, 0.552, 0.548, 0.551],
  ]

  /// Values of an arm by metric, world by world; `nil` is undefined.
  private static let values: [String: [String: [Double?]]] = [
    "newest": newest,
    "affinity": [
      "creator_exposure_gini": [0.66, 0.655, 0.68, 0.64],
      "group_exposure_ratio": [1.10, 1.12, 1.13, 1.09],
      "rank_quality_tau": [0.4, 0.5, 0.3, 0.2],
      "age_at_impression_p50_s": [190_000, 200_000, 196_000, 192_000],
      "feed_turnover": [0.90, 0.94, 0.93, 0.89],
      "category_beta_diversity": [1.52, 1.55, 1.57, 1.50],
      "user_week_effective_categories": [5.0, 5.2, 4.9, nil],
      "like_rate": [0.0456, 0.0455, 0.0457, 0.0459],
      "relevance@10": [0.640, 0.641, 0.639, 0.644],
    ],
    "newest-again": newest,
  ]

  /// Those of the reference rankers, as far as they are not on one side of "newest" in every world.
  private static let yardsticks: [String: [String: [Double?]]] = [
    "random": [
      "creator_exposure_gini": [0.50, 0.51, 0.52, 0.49],
      "age_at_impression_p50_s": [400_000, 410_000, 405_000, 395_000],
      "relevance@10": [0.450, 0.452, 0.449, 0.451],
    ],
    "ideal": [
      "creator_exposure_gini": [0.51, 0.50, 0.53, 0.49],
      "age_at_impression_p50_s": [300_000, 310_000, 305_000, 290_000],
      "relevance@10": [0.750, 0.751, 0.749, 0.752],
    ],
  ]

  /// The results for some candidates and the first worlds, for some metrics.
  static func results(
    candidates: [String], baseline: String? = "newest", hasReferenceRankers: Bool = false,
    headroom: HeadroomPlan? = nil, liveDesign: LiveDesign? = nil, worlds: Int = 4,
    metrics: [MetricDefinition] = metrics,
    questions: Scenario.Questions = Scenario.Questions(), plan: WorldPlan? = nil,
    ending: Ending = .planned
  ) -> ExperimentResults {
    var design = ExperimentDesign(
      scenario: "quickstart", scenarioDigest: "5ca1ab1e",
      resolvedScenario: #"{"feedlab":1,"name":"quickstart","seed":18446744073709551615}"#,
      seed: .max, members: 2000, days: 14, warmUpDays: 3, arms: ["newest"] + candidates,
      baseline: baseline, hasReferenceRankers: hasReferenceRankers, worlds: worlds,
      metrics: metrics,
      margins: ["feed_turnover": .relative(0.04)], questions: questions)
    if let plan { design.plan = plan }
    design.headroom = headroom
    design.liveDesign = liveDesign
    let outcomes = (design.measuredArms + design.headroomArms).flatMap { arm in
      (0..<worlds).map { world in outcome(arm, world, metrics) }
    }
    let shared = zip(design.candidates, design.liveArms).flatMap { candidate, name in
      (0..<worlds).map { world in
        sharedOutcome(name, candidate, outcomes.filter { $0.world == world })
      }
    }
    return ExperimentResults(design: design, outcomes: outcomes + shared, ending: ending)
  }

  /// The outcome of an arm or reference ranker in a world.
  static func outcome(
    _ arm: String, _ world: Int, _ metrics: [MetricDefinition]
  ) -> WorldOutcome {
    var summary = WorldSummary()
    summary.members = 2000 + world
    let values = values[arm] ?? yardsticks[arm]!
    let pairs = metrics.map { ($0.id, MetricValue(values[$0.id]?[world], support: 12)) }
    // A day has a tenth of the whole run's value, the next two of them.
    let scopes = (0..<2).map { day in
      ScopedValues(
        scope: NamedScope(.day(day), rankers: [])!,
        values: metrics.map { values[$0.id]?[world].map { $0 * Double(day + 1) / 10 } })
    }
    return WorldOutcome(
      arm: arm, world: world, values: Dictionary(uniqueKeysWithValues: pairs), scopes: scopes,
      curves: SampleCurves.curves(of: arm, world: world), digest: "d\(world)", summary: summary)
  }

  /// A world in which the candidate's group gets half of what the candidate does in a world of its own,
  /// and a little more in later worlds.
  private static func sharedOutcome(
    _ name: String, _ candidate: String, _ outcomes: [WorldOutcome]
  ) -> WorldOutcome {
    let alone = ["newest", candidate].map { arm in outcomes.first { $0.arm == arm }! }
    let share = 0.5 + 0.02 * Double(alone[0].world)
    let mixed = alone[0].values.map { id, value in
      let parts = [value.value, alone[1].values[id]?.value]
      let mixture = parts[0].flatMap { a in parts[1].map { b in a + share * (b - a) } }
      return (id, MetricValue(mixture, support: 6))
    }
    let values = Dictionary(uniqueKeysWithValues: mixed)
    return WorldOutcome(
      arm: name, world: alone[0].world, values: values,
      groups: GroupValues(baseline: alone[0].values, candidate: values),
      digest: "live\(alone[0].world)", summary: alone[0].summary)
  }

  private static func metric(
    _ id: String, _ family: MetricFamily, _ name: String,
    _ direction: MetricDefinition.Direction, unit: String = ""
  ) -> MetricDefinition {
    MetricDefinition(
      id: id, family: family, label: name, name: name, formula: "", unit: unit,
      direction: direction,
      range: "", undefined: "", source: "")
  }
}
