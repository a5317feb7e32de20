/// How old posts are when they are shown.
extension Metric {
  static let ageAtImpressionPercentile = ParametricMetric(
    "age_at_impression_p#_s", in: 1...99
  ) { id, percent in
    Metric(
      id, .freshness, percent == 50 ? .core : .extended,
      label: percent == 50 ? "Median age shown" : "Age shown p\(Int(percent))",
      name: percent == 50
        ? "Median age of posts when they are shown"
        : "Age that \(Int(percent)) % of the posts shown have not reached",
      formula: """
        \(percent == 50 ? "Median" : "\(Int(percent))th percentile") over impressions of time − created_at, \
        between two ages by linear interpolation (type 7).
        """,
      unit: "s", direction: .lower, margin: .relative(0.05), range: "[0, ∞)",
      undefined: "without impressions",
      source: "Quantile: Hyndman & Fan, The American Statistician 1996", breakdown: .feeds
    ) { run in MetricValue(run.ages.quantile(percent / 100), support: run.ages.count) }
  }

  static let ageAtImpressionMean = Metric(
    "age_at_impression_mean_s", .freshness, .extended,
    label: "Mean age shown", name: "Mean age of posts when they are shown",
    formula: "Mean over impressions of time − created_at.", unit: "s", direction: .lower,
    range: "[0, ∞)", undefined: "without impressions", source: "Product practice"
  ) { run in
    MetricValue(mean: Double(run.counts.positions.sum { $0.age }), over: run.counts.impressions)
  }

  static let ageExposureWeightedMean = Metric(
    "age_exposure_weighted_mean_s", .freshness, .extended,
    label: "Mean age by exposure",
    name: "Mean age of posts when they are shown, weighted by exposure",
    formula: "Σ w · (time − created_at) / Σ w over impressions, w = 1 / log₂(1 + position).",
    unit: "s", direction: .lower, range: "[0, ∞)", undefined: "without impressions",
    source: "Product practice; weights of Singh & Joachims, KDD 2018"
  ) { run in
    let positions = run.counts.positions
    let mean = positions.weightedSum { $0.age } / positions.weightedSum { $0.impressions }
    return MetricValue(run.counts.impressions > 0 ? mean : nil, support: run.counts.impressions)
  }

  static let freshExposureShare = Metric(
    "fresh_exposure_share", .freshness,
    label: "Fresh exposure share", name: "Share of exposure that goes to posts younger than a day",
    formula:
      "Σ w over impressions of posts younger than 24 h / Σ w over all impressions, w = 1 / log₂(1 + position).",
    direction: .higher, margin: .absolute(0.01), range: "[0, 1]", undefined: "without impressions",
    source: "Product practice; bounded by supply: read it beside the recency ranker's"
  ) { run in
    let share =
      run.counts.positions.weightedSum { $0.fresh }
      / run.counts.positions.weightedSum { $0.impressions }
    return MetricValue(run.counts.impressions > 0 ? share : nil, support: run.counts.impressions)
  }

  static let freshImpressionShare = Metric(
    "fresh_impression_share", .freshness, .extended,
    label: "Fresh impression share", name: "Share of impressions of posts younger than a day",
    formula: "Impressions of posts younger than 24 h / impressions.", direction: .higher,
    range: "[0, 1]", undefined: "without impressions",
    source: "Product practice; bounded by supply: read it beside the recency ranker's"
  ) { run in
    MetricValue(mean: Double(run.counts.positions.sum { $0.fresh }), over: run.counts.impressions)
  }

  static let staleImpressionShare = Metric(
    "stale_impression_share", .freshness, .extended,
    label: "Week-old impression share", name: "Share of impressions of posts a week old or older",
    formula: "Impressions of posts of 7 days or older / impressions.", direction: .lower,
    range: "[0, 1]", undefined: "without impressions", source: "Product practice",
    breakdown: .feeds
  ) { run in
    MetricValue(mean: Double(run.ages.count(from: 7 * 86_400)), over: run.counts.impressions)
  }

  static let ndcf = Metric(
    "ndcf@10", .freshness, .extended,
    label: "Newness@10", name: "News on a slate's first 10 positions against the newest candidates",
    formula: """
      DCF@10 / ideal DCF@10, DCF = Σ 2^(−age / 24 h) / log₂(1 + position), whatever the relevance; ages as \
      of each impression, in the ideal, which has the ten newest candidates, as of the request; mean over a \
      keyed sample of requests whose candidates were looked at.
      """,
    direction: .higher, range: "[0, 1]", undefined: "without such a request",
    source: "Freshness-graded discounted gain, after Dong et al., WWW 2010"
  ) { run in
    MetricValue(mean: run.slates.freshnessRatio.value, over: run.slates.freshHeads)
  }
}
