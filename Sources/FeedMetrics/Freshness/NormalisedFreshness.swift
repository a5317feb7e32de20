/// How near slates come to the freshest that could have been shown.
struct NormalisedFreshness: Metric {
  let definition = MetricDefinition(
    id: "ndcf",
    family: .freshness,
    tier: .extended,
    name: "News on a slate's first 10 places against the newest candidates",
    formula: """
      DCF@10 / ideal DCF@10, DCF = Σ 2^(−age / 24 h) / log₂(1 + position), whatever the relevance; ages as \
      of each impression, in the ideal, that of the ten newest candidates, as of the request; mean over a \
      keyed sample of requests whose candidates were looked at.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "without such a request",
    source: "Freshness-graded discounted gain, after Dong et al., WWW 2010")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: run.slates.freshnessRatio.value, over: run.slates.freshHeads)
  }
}
