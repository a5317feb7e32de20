/// How often a page brings what the refresh has shown already, as offset paging does when something is
/// published while a member scrolls.
struct DuplicatePostShare: Metric {
  let definition = MetricDefinition(
    id: "duplicate_post_share",
    family: .freshness,
    name: "Share of posts brought by pages that the refresh had already",
    formula:
      "duplicates / posts that pages brought, duplicates among them; the app leaves them out.",
    unit: "",
    direction: .lower,
    range: "[0, 1)",
    undefined: "without pages",
    source: "own")

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let received = run.counts.received
    guard received > 0 else { return MetricValue(nil, support: 0) }
    return MetricValue(Double(run.counts.duplicates) / Double(received), support: received)
  }
}
