/// How much the graph of follows grew in the window.
struct FollowGrowth: Metric {
  let definition = MetricDefinition(
    id: "follow_growth",
    family: .ties,
    name: "Growth of follows over the window",
    formula: "(follows at the end − follows at the start of the window) / the latter.",
    unit: "",
    direction: .higher,
    range: "[−1, ∞)",
    undefined: "without follows at the start of the window",
    source: "own")

  let breakdown: MetricBreakdown = []

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    growth(from: run.ties.atStart.follows, to: run.ties.now.follows)
  }
}

/// How much the graph of friendships grew in the window.
struct FriendGrowth: Metric {
  let definition = MetricDefinition(
    id: "friend_growth",
    family: .ties,
    name: "Growth of friendships over the window",
    formula: "(friendships at the end − friendships at the start of the window) / the latter.",
    unit: "",
    direction: .higher,
    range: "[−1, ∞)",
    undefined: "without friendships at the start of the window",
    source: "own")

  let breakdown: MetricBreakdown = []

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    growth(from: run.ties.atStart.friendships, to: run.ties.now.friendships)
  }
}

private func growth(from start: Int, to end: Int) -> MetricValue {
  guard start > 0 else { return MetricValue(nil, support: 0) }
  return MetricValue(Double(end - start) / Double(start), support: start)
}
