/// How many follows are returned.
struct FollowReciprocity: Metric {
  let definition = MetricDefinition(
    id: "follow_reciprocity",
    family: .ties,
    name: "Share of follows that are returned, at the end of the run",
    formula: "follows u → v for which v → u is there too / follows.",
    unit: "",
    direction: .describes,
    range: "[0, 1]",
    undefined: "without follows",
    source: "Newman, Forrest & Balthrop, Physical Review E 66, 2002")

  let breakdown: MetricBreakdown = []

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let counts = run.ties.now
    guard counts.follows > 0 else { return MetricValue(nil, support: 0) }
    return MetricValue(
      Double(2 * counts.mutualPairs) / Double(counts.follows), support: counts.follows)
  }
}
