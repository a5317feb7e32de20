/// How much of a feed is new at each request.
struct FeedTurnover: Metric {
  let definition = MetricDefinition(
    id: "feed_turnover",
    family: .freshness,
    name: "Share of a slate that was not on the slate before it",
    formula: """
      |Sₜ \\ Sₜ₋₁| / |Sₜ|, Sₜ the posts shown by request t of one member, surface and ranker; mean over \
      requests but the first of each feed, of a keyed sample of members.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "when no sampled member made a second request of a feed",
    source: "Temporal diversity, Lathia et al., SIGIR 2010")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let records = run.turnover
    let sum = CompensatedSum(records.map(\.sum.value)).value
    let slates = records.reduce(0) { $0 + $1.slates }
    return MetricValue(slates > 0 ? sum / Double(slates) : nil, support: records.count)
  }
}
