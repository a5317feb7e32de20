/// How far everybody is shown the same authors.
struct InterUserAuthorOverlap: Metric {
  let definition = MetricDefinition(
    id: "inter_user_author_overlap",
    family: .diversity,
    tier: .extended,
    name: "How far two members are shown the same authors",
    formula: """
      |Aᵤ ∩ Aᵥ| / √(|Aᵤ| |Aᵥ|), Aᵤ the authors of the posts shown to u; mean over the pairs of a keyed \
      sample of members who were shown something.
      """,
    unit: "",
    direction: .describes,
    range: "[0, 1]",
    undefined: "with fewer than two such members",
    source: "As inter_user_overlap")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sampled = run.sampled, sampled.members >= 2 else {
      return MetricValue(nil, support: run.sampled?.members ?? 0)
    }
    let members = Double(sampled.members)
    let all = CompensatedSum(sampled.authorRootShare.lazy.map { $0 * $0 }).value
    return MetricValue(max(0, all - members) / (members * (members - 1)), support: sampled.members)
  }
}

/// How far one author fills a member's feeds.
struct UserTopAuthorShare: Metric {
  let definition = MetricDefinition(
    id: "user_top_author_share",
    family: .diversity,
    tier: .extended,
    name: "Share of a member's posts that come from the author shown most",
    formula: """
      Largest share of one author in the different posts shown to a member; mean over a keyed sample of \
      members who were shown something.
      """,
    unit: "",
    direction: .lower,
    range: "(0, 1]",
    undefined: "when none of these members was shown anything",
    source: "Berger–Parker dominance, Berger & Parker, Science 1970")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sampled = run.sampled, sampled.members > 0 else {
      return MetricValue(nil, support: 0)
    }
    return MetricValue(mean: sampled.topAuthorShare.value, over: sampled.members)
  }
}
