/// How often members are shown again what they know.
extension Metric {
  static let repeatImpressionShare = Metric(
    "repeat_impression_share", .freshness,
    label: "Repeat impressions",
    name: "Share of impressions of posts that the viewer was shown before",
    formula:
      "1 − different pairs of viewer and post / impressions, over a keyed sample of members.",
    direction: .lower, margin: .absolute(0.01), range: "[0, 1)", undefined: "without impressions",
    source: "Complement of novelty, Lathia et al., SIGIR 2010", breakdown: .feeds
  ) { run in
    repeats(in: run, differing: \.pairsWithPosts)
  }

  static let authorRepeatShare = Metric(
    "author_repeat_share", .freshness, .extended,
    label: "Repeat authors",
    name: "Share of impressions of authors whom the viewer was shown before",
    formula:
      "1 − different pairs of viewer and author / impressions, over a keyed sample of members.",
    direction: .lower, range: "[0, 1)", undefined: "without impressions",
    source: "Complement of novelty, Lathia et al., SIGIR 2010, for authors", breakdown: .feeds
  ) { run in
    repeats(in: run, differing: \.pairsWithAuthors)
  }

  /// The share of impressions of sampled members that are not the first of their pair.
  private static func repeats(
    in run: borrowing ScopeTallies, differing pairs: KeyPath<SampledPosts, Int>
  ) -> MetricValue {
    guard let sampled = run.sampled, sampled.impressions > 0 else {
      return MetricValue(nil, support: 0)
    }
    let repeats = Double(sampled.impressions - sampled[keyPath: pairs])
    return MetricValue(repeats / Double(sampled.impressions), support: sampled.members)
  }

  static let feedTurnover = Metric(
    "feed_turnover", .freshness, label: "Feed turnover",
    name: "Share of a slate that was not on the slate before it",
    formula: """
      |Sₜ \\ Sₜ₋₁| / |Sₜ|, Sₜ the posts shown by request t of one member, surface and ranker; mean over \
      requests but the first of each feed, of a keyed sample of members.
      """,
    direction: .higher, margin: .absolute(0.01), range: "[0, 1]",
    undefined: "when no sampled member made a second request of a feed",
    source: "Temporal diversity, Lathia et al., SIGIR 2010", breakdown: .feeds
  ) { run in
    let records = run.turnover
    let sum = CompensatedSum(records.map(\.sum.value)).value
    let slates = records.reduce(0) { $0 + $1.slates }
    return MetricValue(slates > 0 ? sum / Double(slates) : nil, support: records.count)
  }

  /// How often a page brings what the refresh has shown already, as offset paging does when something is
  /// published while a member scrolls.
  static let duplicatePostShare = Metric(
    "duplicate_post_share", .freshness,
    label: "Duplicate posts", name: "Share of posts brought by pages that the refresh had already",
    formula: "duplicates / posts that pages brought, duplicates among them; the app skips them.",
    direction: .lower, margin: .absolute(0.01), range: "[0, 1]", undefined: "without pages",
    source: "FeedLab"
  ) { run in
    MetricValue(mean: Double(run.counts.duplicates), over: run.counts.received)
  }
}
