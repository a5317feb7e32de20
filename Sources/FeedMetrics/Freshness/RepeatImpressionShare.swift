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

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sampled = run.sampled, sampled.impressions > 0 else {
      return MetricValue(nil, support: 0)
    }
    let repeats = sampled.impressions - sampled.pairsWithPosts
    return MetricValue(
      Double(repeats) / Double(sampled.impressions), support: sampled.members)
  }
}
