import SocialFeed

/// What rankers that may leave posts out, or serve their own pages, did wrong.
extension Metric {
  /// In the order of reports.
  static let service = breaches + [underfilledPages]

  static let underfilledPages = Metric(
    "underfilled_page_share", .service, .extended, label: "Pages left short or empty",
    name: "Share of pages with fewer posts than asked, although the feed has more",
    formula: """
      Pages with fewer posts than the app asked for, or with none, although the feed has a candidate by somebody \
      else that the refresh has not shown / pages. Only rankers that may leave candidates out have any. The margin \
      is 0 against a baseline that has none.
      """,
    direction: .lower, margin: .absolute(0.01), range: "[0, 1]", undefined: "without pages",
    source: "FeedLab"
  ) { run in
    MetricValue(mean: Double(run.counts.underfilledPages), over: run.counts.pages)
  }

  /// All kinds of breaches together, then each kind.
  private static let breaches: [Metric] =
    [
      breach(
        "serve_breaches_per_1000", label: "Breaches per 1,000",
        name: "Posts that must not be on a page, among 1,000 that a serving ranker put there",
        counted: "posts left out for any of the reasons below", margin: .absolute(1)
      ) { $0.total }
    ]
    + ServeBreach.allCases.map { kind in
      breach(
        "serve_\(kind.noun)_per_1000", label: kind.label, name: kind.meaning, counted: kind.counted
      ) { $0[kind] }
    }

  private static func breach(
    _ id: String, label: String, name: String, counted: String,
    margin: MetricDefinition.Margin? = nil,
    _ count: @escaping @Sendable (ServeBreaches) -> Int
  ) -> Metric {
    Metric(
      id, .service, .extended, label: label, name: name,
      formula: """
        1,000 · \(counted) / posts that pages brought, those that were left out among them. Other rankers \
        have none.
        """,
      direction: .lower, margin: margin, range: "[0, 1000]", undefined: "without pages",
      source: "FeedLab"
    ) { run in
      MetricValue(
        mean: 1000 * Double(count(run.counts.breaches)),
        over: run.counts.received + run.counts.breaches.total)
    }
  }
}

extension ServeBreach {
  /// The word in the ids of metrics.
  fileprivate var noun: String {
    switch self {
    case .unknown: "unknown"
    case .hidden: "hidden"
    case .deleted: "deleted"
    case .own: "own"
    case .duplicate: "duplicates"
    case .excess: "excess"
    }
  }

  fileprivate var label: String {
    switch self {
    case .unknown: "Unknown ids per 1,000"
    case .hidden: "Hidden posts per 1,000"
    case .deleted: "Deleted posts per 1,000"
    case .own: "Own posts per 1,000"
    case .duplicate: "Served again per 1,000"
    case .excess: "More than asked per 1,000"
    }
  }

  fileprivate var meaning: String {
    switch self {
    case .unknown: "Ids of no post, among 1,000 that a serving ranker put onto pages"
    case .hidden: "Posts that the viewer must not see in the feed, among 1,000 served"
    case .deleted: "Deleted posts, among 1,000 served"
    case .own: "The viewer's own posts in a feed of others', among 1,000 served"
    case .duplicate: "Posts that the refresh had already, among 1,000 served"
    case .excess: "Posts beyond the requested number, among 1,000 served"
    }
  }

  /// The numerator.
  fileprivate var counted: String {
    switch self {
    case .unknown: "ids that no post has or had"
    case .hidden: "posts by blocked or private authors, and those that are not of the feed"
    case .deleted: "posts that were deleted before the page"
    case .own: "posts of the viewer's own that are not of the feed"
    case .duplicate: "posts that are on the page or on an earlier one of the refresh"
    case .excess: "posts behind as many as the request asked for"
    }
  }
}
