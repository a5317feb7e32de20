/// How often members are shown what they were shown before.
struct RepeatImpressionShare: Metric {
  let definition = MetricDefinition(
    id: "repeat_impression_share",
    family: .freshness,
    name: "Share of impressions of posts that the viewer was shown before",
    formula: """
      1 − different pairs of viewer and post / impressions, over a keyed sample of members.
      """,
    unit: "",
    direction: .lower,
    range: "[0, 1)",
    undefined: "without impressions",
    source: "Complement of novelty, Lathia et al., SIGIR 2010")

  func value(_ run: borrowing RunTallies) -> MetricValue {
    let records = run.shownPosts.records.filter { $0.impressions > 0 }
    let impressions = records.reduce(0) { $0 + $1.impressions }
    let pairs = records.reduce(0) { $0 + $1.posts.count }
    guard impressions > 0 else { return MetricValue(nil, support: 0) }
    return MetricValue(Double(impressions - pairs) / Double(impressions), support: records.count)
  }
}
