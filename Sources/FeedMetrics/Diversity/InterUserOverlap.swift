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

  /// The sum over ordered pairs, pair with oneself included, is Σₚ (Σ over u shown p of |Sᵤ|^−½)².
  func value(_ run: borrowing RunTallies) -> MetricValue {
    var sums = [Double](repeating: 0, count: run.posts.count)
    var users = 0
    for slot in run.sample.slotsByMember where run.shownPosts.records[slot].impressions > 0 {
      let posts = run.shownPosts.records[slot].posts.elements
      let norm = 1 / Double(posts.count).squareRoot()
      for post in posts { sums[Int(post)] += norm }
      users += 1
    }
    guard users >= 2 else { return MetricValue(nil, support: users) }
    let all = CompensatedSum(sums.lazy.map { $0 * $0 }).value
    let others = max(0, all - Double(users))
    return MetricValue(others / (Double(users) * Double(users - 1)), support: users)
  }
}
