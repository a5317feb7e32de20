/// What becomes of the social graph.
extension Metric {
  static let followGrowth = Metric(
    "follow_growth", .ties, label: "Follow growth", name: "Growth of follows over the window",
    formula: "(follows at the end − follows at the start of the window) / the latter.",
    direction: .higher, margin: .relative(0.02), range: "[−1, ∞)",
    undefined: "without follows at the start of the window",
    source: "FeedLab", breakdown: []
  ) { run in
    growth(from: run.ties.atStart.follows, to: run.ties.now.follows)
  }

  static let followReciprocity = Metric(
    "follow_reciprocity", .ties, label: "Follow reciprocity",
    name: "Share of follows that are returned, at the end of the run",
    formula: "follows u → v whose opposite v → u exists too / follows.", direction: .describes,
    margin: .absolute(0.01),
    range: "[0, 1]", undefined: "without follows",
    source: "Newman, Forrest & Balthrop, Physical Review E 66, 2002", breakdown: []
  ) { run in MetricValue(mean: Double(2 * run.ties.now.mutualPairs), over: run.ties.now.follows) }

  static let friendGrowth = Metric(
    "friend_growth", .ties, label: "Friend growth", name: "Growth of friendships over the window",
    formula: "(friendships at the end − friendships at the start of the window) / the latter.",
    direction: .higher, margin: .relative(0.02), range: "[−1, ∞)",
    undefined: "without friendships at the start of the window", source: "FeedLab", breakdown: []
  ) { run in
    growth(from: run.ties.atStart.friendships, to: run.ties.now.friendships)
  }

  private static func growth(from start: Int, to end: Int) -> MetricValue {
    MetricValue(mean: Double(end - start), over: start)
  }
}
