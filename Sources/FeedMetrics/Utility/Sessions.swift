/// How much members look at in a session.
struct SessionExamined: Metric {
  let definition = MetricDefinition(
    id: "session_examined_mean",
    family: .utility,
    name: "Posts looked at in a session",
    formula: """
      Examined impressions / sessions; a session ends after a gap of more than 30 minutes between two \
      requests of a member.
      """,
    unit: "posts",
    direction: .higher,
    range: "[0, ∞)",
    undefined: "without requests",
    source: "Product practice")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    MetricValue(mean: Double(run.actions.examined), over: run.sessions?.sessions ?? 0)
  }
}

/// How many members come back in the next week.
struct WeeklyRetention: Metric {
  let definition = MetricDefinition(
    id: "weekly_retention",
    family: .utility,
    name: "Share of a week's members who come in the next week too",
    formula: """
      Σ |A_w ∩ A_{w+1}| / Σ |A_w| over the complete weeks w of the window but the last, A_w the members \
      with a request in week w. Tells something only where coming back depends on the feed.
      """,
    unit: "",
    direction: .higher,
    range: "[0, 1]",
    undefined: "with fewer than two complete weeks, or nobody in them",
    source: "Product practice")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sessions = run.sessions, sessions.active.count >= 2 else {
      return MetricValue(nil, support: 0)
    }
    return MetricValue(
      mean: Double(sessions.retained.dropLast().reduce(0, +)),
      over: sessions.active.dropLast().reduce(0, +))
  }
}
