/// Like and save buttons that show another state than the service has.
extension Metric {
  static let staleButtonShare = Metric(
    "stale_button_share", .freshness,
    label: "Stale buttons", name: "Share of like and save buttons looked at that are stale",
    formula: """
      Buttons that show another state than the service has / buttons of posts looked at, without \
      those whose own call is under way.
      """,
    direction: .lower, margin: .absolute(0.01), range: "[0, 1]",
    undefined: "without examined impressions", source: "FeedLab",
    breakdown: []
  ) { run in
    MetricValue(mean: Double(run.buttons.staleLooks), over: run.buttons.looks)
  }

  static let staleButtonDuration = Metric(
    "stale_button_duration_s", .freshness,
    label: "Stale-button time", name: "Mean time during which a like or save button is stale",
    formula: """
      Seconds from when a device shows another state than the service has until it is right or off \
      the screen, as far as they lie in the window / such episodes.
      """,
    unit: "s", direction: .lower, margin: .relative(0.05), range: "(0, window]",
    undefined: "when no button is stale",
    source: "FeedLab", breakdown: []
  ) { run in
    MetricValue(mean: run.buttons.staleSeconds, over: run.buttons.episodes)
  }
}
