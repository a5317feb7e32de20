/// How many new posts find no audience at all in their first day.
struct ZeroImpressionShare: Metric {
  /// The time in seconds that a post has.
  private static let horizon: Int32 = 86_400

  let definition = MetricDefinition(
    id: "zero_impression_share",
    family: .creators,
    tier: .extended,
    name: "Share of new posts that nobody was shown within 24 h",
    formula: """
      Share of posts without an impression within 24 h of creation, among those created in the window and \
      at least 24 h before the end of the run.
      """,
    unit: "",
    direction: .lower,
    range: "[0, 1]",
    undefined: "when no post was created early enough",
    source: "Discoverable corpus, Wang et al., KDD 2023 (arXiv 2306.01720)")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let latest = run.end - Double(Self.horizon)
    let posts = run.createdInWindow.filter {
      Double(run.posts.origin[$0].createdAt) <= latest
    }
    let unseen = posts.count { run.ageAtFirst[$0] > Self.horizon }
    return MetricValue(mean: Double(unseen), over: posts.count)
  }
}
