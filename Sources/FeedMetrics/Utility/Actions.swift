internal import SocialFeed

/// Members' actions on their impressions.
extension Metric {
  /// An action counts at its own time, and its look at the time of the page.
  private static let lateActions = "on a day with actions on looks before midnight"
  private static let shareOfLooks = "[0, 1], or above \(lateActions)"

  static let likeRate = actionRate("like", "Like", plural: "Likes", of: .likes, margin: 0.01) {
    $0.count(of: .like)
  }
  static let commentRate = actionRate(
    "comment", "Comment", plural: "Comments", of: .comments, margin: 0.02, range: "[0, ∞)"
  ) { $0.count(of: .comment) }
  static let saveRate = actionRate("save", "Save", plural: "Saves", of: .saves, margin: 0.02) {
    $0.count(of: .save)
  }
  static let voteRate = actionRate("vote", "Vote", plural: "Votes", of: .votes, margin: 0.02) {
    $0.count(of: .vote)
  }

  private static func actionRate(
    _ action: String, _ label: String, plural: String, of sum: LookSum, margin: Double,
    range: String = shareOfLooks,
    _ count: @escaping @Sendable (ActionTally) -> Int
  ) -> Metric {
    Metric(
      "\(action)_rate", .utility, label: "\(label) rate", name: "\(plural) for each post looked at",
      formula: "\(plural) that an impression led to / examined impressions.",
      direction: .higher, margin: .relative(margin), range: range,
      undefined: "without examined impressions",
      source: "Product practice", ratio: LookRatio(sum, over: .looks)
    ) { run in MetricValue(mean: Double(count(run.actions)), over: run.actions.examined) }
  }

  static let engagementRate = Metric(
    "engagement_rate", .utility,
    label: "Engagement rate",
    name: "Share of posts looked at that led to a like, a comment, a save or a vote",
    formula: "Impressions that led to at least one of the four / examined impressions.",
    direction: .higher, margin: .relative(0.01), range: shareOfLooks,
    undefined: "without examined impressions",
    source: "Product practice", ratio: LookRatio(.engaged, over: .looks)
  ) { run in
    MetricValue(mean: Double(run.actions.engagedImpressions), over: run.actions.examined)
  }

  /// What is engaging at first sight: repeats, which a ranker can bring more or fewer of, are excluded.
  static let firstLookEngagement = Metric(
    "first_look_engagement_rate", .utility, .extended,
    label: "First-look engagement rate",
    name: "Share of first looks at a post that led to a like, a comment, a save or a vote",
    formula: """
      Impressions that led to at least one of the four / examined impressions, both of posts that the viewer \
      had never examined before, in the warm-up neither.
      """,
    direction: .higher, range: shareOfLooks,
    undefined: "without first looks",
    source: "FeedLab"
  ) { run in
    MetricValue(mean: Double(run.actions.engagedFirstLooks), over: run.actions.firstLooks)
  }

  static let netLikeRate = Metric(
    "net_like_rate", .utility, .extended,
    label: "Net like rate", name: "Likes less likes taken back for each post looked at",
    formula: "(Likes − unlikes that an impression led to) / examined impressions.",
    direction: .higher, range: "[−1, 1], or outside \(lateActions)",
    undefined: "without examined impressions",
    source: "Product practice", ratio: LookRatio(.likes, less: .unlikes, over: .looks)
  ) { run in
    MetricValue(
      mean: Double(run.actions.count(of: .like) - run.actions.count(of: .unlike)),
      over: run.actions.examined)
  }

  static let openRate = Metric(
    "open_rate", .utility, .extended, label: "Open rate", name: "Posts opened for each impression",
    formula: "Views that an impression led to / impressions, looked at or not.", direction: .higher,
    range: shareOfLooks, undefined: "without impressions",
    source: "Click-through rate; product practice"
  ) { run in
    MetricValue(mean: Double(run.actions.count(of: .view)), over: run.counts.impressions)
  }

  static let examinedShare = Metric(
    "examined_share", .utility, .extended, label: "Examined share",
    name: "Share of impressions that are looked at",
    formula: "Examined impressions / impressions.", direction: .describes, range: "[0, 1]",
    undefined: "without impressions", source: "Product practice"
  ) { run in
    MetricValue(mean: Double(run.actions.examined), over: run.counts.impressions)
  }

  static let examinedRelevance = Metric(
    "examined_relevance_mean", .utility, .extended, label: "Relevance of looks",
    name: "Latent relevance of the posts looked at",
    formula: "Mean latent relevance over examined impressions.", unit: "relevance",
    direction: .higher, range: "[0, 1]", undefined: "without examined impressions",
    source: "Product practice", ratio: LookRatio(.relevance, over: .looks)
  ) { run in
    MetricValue(mean: run.counts.examinedRelevance.value, over: run.actions.examined)
  }
}
