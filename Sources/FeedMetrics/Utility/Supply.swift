/// Whether requests find enough to show.
extension Metric {
  static let shortPageShare = Metric(
    "short_page_share", .utility,
    label: "Short pages", name: "Share of requests that find fewer posts than a page has",
    formula: """
      Requests whose first page has fewer posts than the app asked for, because the feed has no more / \
      requests.
      """,
    direction: .lower, margin: .absolute(0.01), range: "[0, 1]", undefined: "without requests",
    source: "FeedLab", breakdown: .feeds
  ) { run in
    MetricValue(mean: Double(run.counts.shortRequests), over: run.counts.requests)
  }

  static let emptyRequestShare = Metric(
    "empty_request_share", .utility,
    label: "Empty requests", name: "Share of requests that find no post",
    formula: "Requests whose first page has no post / requests.",
    direction: .lower, margin: .absolute(0.01), range: "[0, 1]", undefined: "without requests",
    source: "FeedLab", breakdown: .feeds
  ) { run in
    MetricValue(mean: Double(run.counts.emptyRequests), over: run.counts.requests)
  }
}
