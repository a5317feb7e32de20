/// The mean age of posts when they are shown.
struct AgeAtImpressionMean: Metric {
  let definition = MetricDefinition(
    id: "age_at_impression_mean_s",
    family: .freshness,
    tier: .extended,
    name: "Mean age of posts when they are shown",
    formula: "Mean over impressions of time − created_at.",
    unit: "s",
    direction: .lower,
    range: "[0, ∞)",
    undefined: "without impressions",
    source: "Product practice")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: Double(run.counts.places.sum { $0.age }), over: run.counts.impressions)
  }
}

/// How old the oldest tenth of what is shown is.
struct AgeAtImpressionHighDecile: Metric {
  let definition = MetricDefinition(
    id: "age_at_impression_p90_s",
    family: .freshness,
    tier: .extended,
    name: "Age that nine in ten posts shown have not reached",
    formula: """
      90th percentile over impressions of time − created_at, between two ages by linear interpolation \
      (type 7).
      """,
    unit: "s",
    direction: .lower,
    range: "[0, ∞)",
    undefined: "without impressions",
    source: "Quantile: Hyndman & Fan, The American Statistician 1996")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(run.ages.quantile(0.9), support: run.counts.impressions)
  }
}

/// The mean age of what is seen first.
struct AgeExposureWeightedMean: Metric {
  let definition = MetricDefinition(
    id: "age_exposure_weighted_mean_s",
    family: .freshness,
    tier: .extended,
    name: "Mean age of posts when they are shown, weighted by exposure",
    formula: "Σ w · (time − created_at) / Σ w over impressions, w = 1 / log₂(1 + position).",
    unit: "s",
    direction: .lower,
    range: "[0, ∞)",
    undefined: "without impressions",
    source: "Product practice; weights of Singh & Joachims, KDD 2018")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let places = run.counts.places
    let mean = places.weightedSum { $0.age } / places.weightedSum { $0.impressions }
    return MetricValue(run.counts.impressions > 0 ? mean : nil, support: run.counts.impressions)
  }
}

/// How much of what is shown is new.
struct FreshImpressionShare: Metric {
  let definition = MetricDefinition(
    id: "fresh_impression_share",
    family: .freshness,
    tier: .extended,
    name: "Share of impressions of posts younger than a day",
    formula: "Impressions of posts younger than 24 h / impressions.",
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without impressions",
    source: "Product practice; bounded by supply: read it beside the recency ranker's")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: Double(run.counts.places.sum { $0.fresh }), over: run.counts.impressions)
  }
}

/// How much of what is shown is old.
struct StaleImpressionShare: Metric {
  /// From this age in seconds on a post is stale.
  private static let staleAge: Int32 = 7 * 86_400

  let definition = MetricDefinition(
    id: "stale_impression_share",
    family: .freshness,
    tier: .extended,
    name: "Share of impressions of posts a week old or older",
    formula: "Impressions of posts of 7 days or older / impressions.",
    unit: "",
    direction: .lower,
    range: "[0, 1]",
    undefined: "without impressions",
    source: "Product practice")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: Double(run.ages.count(from: Self.staleAge)), over: run.counts.impressions)
  }
}
