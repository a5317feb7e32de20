internal import PortableMath

/// How far members are shown the same posts and authors, and how well known these are.
extension Metric {
  static let interUserOverlap = Metric(
    "inter_user_overlap", .diversity, label: "Overlap between members",
    name: "How far two members are shown the same posts",
    formula: """
      |Sᵤ ∩ Sᵥ| / √(|Sᵤ| |Sᵥ|), Sᵤ the posts shown to u; mean over the pairs of a keyed sample of members \
      who were shown something.
      """,
    direction: .describes, margin: .absolute(0.01), range: "[0, 1]",
    undefined: "with fewer than two such members",
    source: "Homogenisation, Chaney et al., RecSys 2018; cosine form of Zhou et al., PNAS 2010",
    breakdown: .feeds
  ) { run in
    overlap(of: run.sampled, \.rootShare)
  }

  static let interUserAuthorOverlap = Metric(
    "inter_user_author_overlap", .diversity, .extended,
    label: "Author overlap", name: "How far two members are shown the same authors",
    formula: """
      |Aᵤ ∩ Aᵥ| / √(|Aᵤ| |Aᵥ|), Aᵤ the authors of the posts shown to u; mean over the pairs of a keyed \
      sample of members who were shown something.
      """,
    direction: .describes, range: "[0, 1]", undefined: "with fewer than two such members",
    source: "As inter_user_overlap", breakdown: .feeds
  ) { run in
    overlap(of: run.sampled, \.authorRootShare)
  }

  /// - Parameter shares: For each thing Σ |Sᵤ|^−½ over the members *u* that it was shown to.
  private static func overlap(
    of sampled: SampledPosts?, _ shares: KeyPath<SampledPosts, [Double]>
  ) -> MetricValue {
    guard let sampled, sampled.members >= 2 else {
      return MetricValue(nil, support: sampled?.members ?? 0)
    }
    // The sum over ordered pairs, pair with oneself included, is Σₚ (Σ over u shown p of |Sᵤ|^−½)².
    let members = Double(sampled.members)
    let all = CompensatedSum(sampled[keyPath: shares].lazy.map { $0 * $0 }).value
    return MetricValue(max(0, all - members) / (members * (members - 1)), support: sampled.members)
  }

  static let userTopAuthorShare = Metric(
    "user_top_author_share", .diversity, .extended,
    label: "Top author's share",
    name: "Share of a member's posts that come from the author shown most",
    formula: """
      Largest share of one author in the different posts shown to a member; mean over a keyed sample of \
      members who were shown something.
      """,
    direction: .lower, range: "(0, 1]", undefined: "when none of these members was shown anything",
    source: "Berger–Parker dominance, Berger & Parker, Science 1970", breakdown: .feeds
  ) { run in
    MetricValue(mean: run.sampled?.topAuthorShare.value ?? 0, over: run.sampled?.members ?? 0)
  }

  static let surprisalBits = Metric(
    "surprisal_bits", .diversity, .extended,
    label: "Surprisal", name: "How rarely shown the posts are that members are shown",
    formula: """
      Mean over the different posts shown to a member of −log₂ of the post's share of all impressions; \
      mean over a keyed sample of members who were shown something.
      """,
    unit: "bits", direction: .describes, range: "[0, ∞)",
    undefined: "when none of these members was shown anything",
    source: "Self-information, Zhou et al., PNAS 2010", breakdown: .feeds
  ) { run in
    // The sum over members *u* of means over the posts *S* shown to each is, post by post, the sum of
    // the bits times Σ 1 / |*Sᵤ*| over the members who were shown the post.
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

  static let expectedPopularityComplement = Metric(
    "expected_popularity_complement", .diversity, .extended,
    label: "Relevant long tail", name: "Exposure to relevant posts that few others are shown",
    formula: """
      Σ w · relevance · (1 − p) / Σ w over impressions, w = 1 / log₂(1 + position), p the share of the \
      members of a keyed sample, of those shown something, who were shown the post: expected popularity \
      complement.
      """,
    direction: .higher, range: "[0, 1]", undefined: "when none of these members was shown anything",
    source: "Vargas & Castells, RecSys 2011", breakdown: .feeds
  ) { run in
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
