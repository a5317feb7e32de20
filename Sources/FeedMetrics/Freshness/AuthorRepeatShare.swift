/// How often members are shown an author whom they were shown before.
struct AuthorRepeatShare: Metric {
  let definition = MetricDefinition(
    id: "author_repeat_share",
    family: .freshness,
    tier: .extended,
    name: "Share of impressions of authors whom the viewer was shown before",
    formula:
      "1 − different pairs of viewer and author / impressions, over a keyed sample of members.",
    unit: "",
    direction: .lower,
    range: "[0, 1)",
    undefined: "without impressions",
    source: "Complement of novelty, Lathia et al., SIGIR 2010, for authors")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sampled = run.sampled, sampled.members > 0 else {
      return MetricValue(nil, support: 0)
    }
    let repeats = Double(sampled.impressions - sampled.pairsWithAuthors)
    return MetricValue(repeats / Double(sampled.impressions), support: sampled.members)
  }
}
