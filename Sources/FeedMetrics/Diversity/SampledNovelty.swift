internal import PortableMath

/// How little known what members are shown is.
struct SurprisalBits: Metric {
  let definition = MetricDefinition(
    id: "surprisal_bits",
    family: .diversity,
    tier: .extended,
    name: "How rarely shown the posts are that members are shown",
    formula: """
      Mean over the different posts shown to a member of −log₂ of the post's share of all impressions; \
      mean over a keyed sample of members who were shown something.
      """,
    unit: "bits",
    direction: .describes,
    range: "[0, ∞)",
    undefined: "when none of these members was shown anything",
    source: "Self-information, Zhou et al., PNAS 2010")

  let breakdown: MetricBreakdown = .feeds

  /// The sum over members *u* of means over the posts *S* shown to each is, post by post, the sum of
  /// the bits times Σ 1 / |*Sᵤ*| over the members who were shown the post.
  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sampled = run.sampled, sampled.members > 0 else {
      return MetricValue(nil, support: 0)
    }
    let impressions = Portable.log2(Double(run.counts.impressions))
    var sum = CompensatedSum()
    for post in 0..<run.population where sampled.share[post] > 0 {
      let ofPost = Portable.log2(Double(run.counts.detail[post].impressions))
      sum.add(sampled.share[post] * (impressions - ofPost))
    }
    return MetricValue(mean: sum.value, over: sampled.members)
  }
}

/// How far members are shown relevant posts that others were not shown.
struct PopularityComplement: Metric {
  let definition = MetricDefinition(
    id: "epc",
    family: .diversity,
    tier: .extended,
    name: "Exposure to relevant posts that few others are shown",
    formula: """
      Σ w · relevance · (1 − p) / Σ w over impressions, w = 1 / log₂(1 + position), p the share of the \
      members of a keyed sample, of those shown something, who were shown the post: expected popularity \
      complement.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "when none of these members was shown anything",
    source: "Vargas & Castells, RecSys 2011")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sampled = run.sampled, sampled.members > 0 else {
      return MetricValue(nil, support: run.counts.impressions)
    }
    var sum = CompensatedSum()
    for post in 0..<run.population where run.counts.detail[post].relevance > 0 {
      let unseen = 1 - Double(sampled.viewers[post]) / Double(sampled.members)
      sum.add(run.counts.detail[post].relevance * unseen)
    }
    return MetricValue(sum.value / run.totalExposure, support: run.counts.impressions)
  }
}
