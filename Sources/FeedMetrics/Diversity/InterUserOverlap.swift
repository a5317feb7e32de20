/// How far everybody is shown the same posts.
struct InterUserOverlap: Metric {
  let definition = MetricDefinition(
    id: "inter_user_overlap",
    family: .diversity,
    name: "How far two members are shown the same posts",
    formula: """
      |Sᵤ ∩ Sᵥ| / √(|Sᵤ| |Sᵥ|), Sᵤ the posts shown to u; mean over the pairs of a keyed sample of members \
      who were shown something.
      """,
    unit: "",
    direction: .describes,
    range: "[0, 1]",
    undefined: "with fewer than two such members",
    source: "Homogenisation, Chaney et al., RecSys 2018; cosine form of Zhou et al., PNAS 2010")

  let breakdown: MetricBreakdown = .feeds

  /// The sum over ordered pairs, pair with oneself included, is Σₚ (Σ over u shown p of |Sᵤ|^−½)².
  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sampled = run.sampled, sampled.members >= 2 else {
      return MetricValue(nil, support: run.sampled?.members ?? 0)
    }
    let users = Double(sampled.members)
    let all = CompensatedSum(sampled.rootShare.lazy.map { $0 * $0 }).value
    return MetricValue(max(0, all - users) / (users * (users - 1)), support: sampled.members)
  }
}
