/// How often people look at a like or save button that is wrong.
struct WrongButtonShare: Metric {
  let definition = MetricDefinition(
    id: "wrong_button_share",
    family: .freshness,
    name: "Share of like and save buttons looked at that are wrong",
    formula: """
      buttons that show something else than the service knows / buttons of posts looked at, without \
      those whose own call is under way.
      """,
    unit: "",
    direction: .lower,
    range: "[0, 1]",
    undefined: "when nothing is looked at",
    source: "own")

  let breakdown: MetricBreakdown = []

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let looks = run.buttons.looks
    guard looks > 0 else { return MetricValue(nil, support: 0) }
    return MetricValue(Double(run.buttons.wrongLooks) / Double(looks), support: looks)
  }
}

/// How long a button stays wrong.
struct WrongButtonDuration: Metric {
  let definition = MetricDefinition(
    id: "wrong_button_duration_s",
    family: .freshness,
    name: "Mean time for which a like or save button is wrong",
    formula: """
      seconds from when a device shows something else than the service knows until it is right or off \
      the screen, as far as they lie in the window / such spells.
      """,
    unit: "s",
    direction: .lower,
    range: "(0, window]",
    undefined: "when no button is wrong",
    source: "own")

  let breakdown: MetricBreakdown = []

  func value(_ run: borrowing ScopeTallies) -> MetricValue {
    let spells = run.buttons.spells
    guard spells > 0 else { return MetricValue(nil, support: 0) }
    return MetricValue(run.buttons.wrongSeconds / Double(spells), support: spells)
  }
}
