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
    MetricValue(mean: Double(run.actions.examined), over: run.sessions.sessions)
  }

  static let sessionRequests = Metric(
    "session_requests_mean", .utility, .extended, label: "Requests per session",
    name: "Requests in a session",
    formula:
      "Requests / sessions; a member's session ends where the next request comes more than 30 min later.",
    unit: "requests", direction: .higher, range: "[1, ∞)", undefined: "without requests",
    source: "Product practice", breakdown: .feeds
  ) { run in
    MetricValue(mean: Double(run.sessions.requests), over: run.sessions.sessions)
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
    MetricValue(mean: Double(run.sessions.seconds), over: run.sessions.sessions)
  }
}
