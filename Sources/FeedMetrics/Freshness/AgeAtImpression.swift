/// How old the posts are that feeds show.
struct AgeAtImpressionMedian: Metric {
  let definition = MetricDefinition(
    id: "age_at_impression_p50_s",
    family: .freshness,
    name: "Median age of posts when they are shown",
    formula: """
      Median over impressions of time − created_at, between two ages by linear interpolation (type 7).
      """,
    unit: "s",
    direction: .lower,
    range: "[0, ∞)",
    undefined: "without impressions",
    source: "Quantile: Hyndman & Fan, The American Statistician 1996")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(run.ages.quantile(0.5), support: run.ages.count)
  }
}

/// How much of the exposure goes to posts of the last day.
struct FreshExposureShare: Metric {
  let definition = MetricDefinition(
    id: "fresh_exposure_share",
    family: .freshness,
    name: "Share of exposure that goes to posts younger than a day",
    formula: """
      Σ w over impressions of posts younger than 24 h / Σ w over all impressions, w = 1 / log₂(1 + position).
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without impressions",
    source: "Product practice; bounded by supply: read it beside the recency ranker's")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let share =
      run.counts.places.weightedSum { $0.fresh } / run.counts.places.weightedSum { $0.impressions }
    return MetricValue(run.counts.impressions > 0 ? share : nil, support: run.counts.impressions)
  }
}
