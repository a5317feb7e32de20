internal import Mutants

/// How members use the app.
extension Metric {
  static let sessionExamined = Metric(
    "session_examined_mean", .utility, label: "Looks per session",
    name: "Posts looked at in a session",
    formula: """
      Examined impressions / sessions; a session ends after a gap of more than 30 minutes between two \
      requests of a member.
      """,
    unit: "posts", direction: .higher, margin: .relative(0.01), range: "[0, ∞)",
    undefined: "without requests",
    source: "Product practice", breakdown: .feeds
  ) { run in
    MetricValue(mean: Double(run.actions.examined), over: run.sessions?.sessions ?? 0)
  }

  static let sessionRequests = Metric(
    "session_requests_mean", .utility, .extended, label: "Requests per session",
    name: "Requests in a session",
    formula:
      "Requests / sessions; a member's session ends where the next request comes more than 30 min later.",
    unit: "requests", direction: .higher, range: "[1, ∞)", undefined: "without requests",
    source: "Product practice", breakdown: .feeds
  ) { run in
    MetricValue(mean: Double(run.sessions?.requests ?? 0), over: run.sessions?.sessions ?? 0)
  }

  static let sessionDuration = Metric(
    "session_duration_mean_s", .utility, .extended,
    label: "Session duration", name: "Time from the first to the last request of a session",
    formula: """
      Mean over sessions of last request − first request; a member's session ends where the next request \
      comes more than 30 min later.
      """,
    unit: "s", direction: .describes, range: "[0, ∞)", undefined: "without requests",
    source: "Product practice", breakdown: .feeds
  ) { run in
    MetricValue(mean: Double(run.sessions?.seconds ?? 0), over: run.sessions?.sessions ?? 0)
  }

  static let weeklyRetention = Metric(
    "weekly_retention", .utility, label: "Weekly retention",
    name: "Share of a week's members who come in the next week too",
    formula: """
      Σ |A_w ∩ A_{w+1}| / Σ |A_w| over the complete weeks w of the window but the last, A_w the members \
      with a request in week w. Informative only where coming back depends on the feed.
      """,
    direction: .higher, margin: .absolute(0.005), range: "[0, 1]",
    undefined: "with fewer than two complete weeks, or nobody in them", source: "Product practice",
    breakdown: .feeds
  ) { run in
    guard let sessions = run.sessions, sessions.active.count >= 2 else {
      return MetricValue(nil, support: 0)
    }
    return MetricValue(
      mean: Double(sessions.retained.dropLast().reduce(0, +)),
      over: (Mutant.lastWeekIsNeverRetained.isPlanted
        ? sessions.active[...] : sessions.active.dropLast()).reduce(0, +))
  }
}
