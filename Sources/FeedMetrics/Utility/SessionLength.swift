/// How many requests a session has.
struct SessionRequests: Metric {
  let definition = MetricDefinition(
    id: "session_requests_mean",
    family: .utility,
    tier: .extended,
    name: "Requests in a session",
    formula: """
      Requests / sessions; a member's session ends where the next request comes more than 30 min later.
      """,
    unit: "requests",
    direction: .higher,
    range: "[1, ∞)",
    undefined: "without requests",
    source: "Product practice")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sessions = run.sessions else { return MetricValue(nil, support: 0) }
    return MetricValue(mean: Double(sessions.requests), over: sessions.sessions)
  }
}

/// How long a session takes.
struct SessionDuration: Metric {
  let definition = MetricDefinition(
    id: "session_duration_mean_s",
    family: .utility,
    tier: .extended,
    name: "Time from the first to the last request of a session",
    formula: """
      Mean over sessions of last request − first request; a member's session ends where the next request \
      comes more than 30 min later.
      """,
    unit: "s",
    direction: .describes,
    range: "[0, ∞)",
    undefined: "without requests",
    source: "Product practice")

  let breakdown: MetricBreakdown = .feeds

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    guard let sessions = run.sessions else { return MetricValue(nil, support: 0) }
    return MetricValue(mean: Double(sessions.seconds), over: sessions.sessions)
  }
}
