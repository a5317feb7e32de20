/// Whether new posts find an audience in their first day.
struct ColdStartReachRate: Metric {
  /// The time in seconds that a post has.
  private static let horizon: Int32 = 86_400

  let definition = MetricDefinition(
    id: "cold_start_reach_rate",
    family: .creators,
    name: "Share of new posts looked at 10 times within 24 h",
    formula: """
      Share of posts with 10 or more examined impressions within 24 h of creation, among those created \
      in the window and at least 24 h before the end of the run.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "when no post was created early enough",
    source: "Discoverable corpus, Wang et al., KDD 2023 (arXiv 2306.01720)")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let latest = run.end - Double(Self.horizon)
    let posts = run.createdInWindow.filter {
      Double(run.posts.origin[$0].createdAt) <= latest
    }
    let reached = posts.filter { run.ageAtEnough[$0] <= Self.horizon }
    return MetricValue(mean: Double(reached.count), over: posts.count)
  }
}
