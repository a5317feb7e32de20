import Scenarios
import TestSupport
import Testing

@Suite struct `A patch of a scenario` {
  private let text = """
    # The town.
    feedlab: 1
    arms:
      a:
        home:
          ranker: affinity          # liked first
          weights: {like: {value: 3, tune: [0, 10]}, save: {value: 5, tune: [0, 10]}}  # both
          half-life: {value: 7d, tune: [1d, 30d]}
    """

  private func patch(_ values: [Double], of text: String) throws -> ScenarioPatch {
    let scenario = try Scenario.parse(Array(text.utf8), file: "town.yml")
    let settings = zip(scenario.tunables, values).map { (parameter: $0, value: $1) }
    return try ScenarioPatch(scenario, bytes: Array(text.utf8), values: settings)
  }

  @Test func `Values change and all else stays`() throws {
    let patch = try patch([12.25, 0.5, 90_000], of: text)
    expectEqual(
      patch.text,
      text.replacing("value: 3", with: "value: 12.25").replacing(
        "value: 5", with: "value: 0.5"
      )
      .replacing("value: 7d", with: "value: 25h"))
    expectEqual(patch.changes.map(\.line), [7, 8])
    expectEqual(
      patch.difference(file: "town.yml"),
      """
      --- town.yml
      +++ town.yml
      @@ -7 +7 @@
      -      weights: {like: {value: 3, tune: [0, 10]}, save: {value: 5, tune: [0, 10]}}  # both
      +      weights: {like: {value: 12.25, tune: [0, 10]}, save: {value: 0.5, tune: [0, 10]}}  # both
      @@ -8 +8 @@
      -      half-life: {value: 7d, tune: [1d, 30d]}
      +      half-life: {value: 25h, tune: [1d, 30d]}

      """)
  }

  @Test func `A byte order mark stays in front, and lines end as they did`() throws {
    let windows = "\u{FEFF}" + text.replacing("\n", with: "\r\n")
    let patch = try patch([12.25, 5, 604_800], of: windows)
    expectEqual(
      Array(patch.text.utf8), Array(windows.replacing("value: 3", with: "value: 12.25").utf8))
    expectEqual(
      patch.difference(file: "town.yml"),
      """
      --- town.yml
      +++ town.yml
      @@ -7 +7 @@
      -      weights: {like: {value: 3, tune: [0, 10]}, save: {value: 5, tune: [0, 10]}}  # both
      +      weights: {like: {value: 12.25, tune: [0, 10]}, save: {value: 5, tune: [0, 10]}}  # both

      """)
    // On the first line, columns are counted behind the mark.
    let flow =
      "\u{FEFF}{feedlab: 1, arms: {a: {home: {ranker: affinity, weights: {like: {value: 3, tune: [0, 10]}}}}}}"
    try expectEqual(
      Array(self.patch([4], of: flow).text.utf8),
      Array(flow.replacing("value: 3", with: "value: 4").utf8))
  }

  @Test func `The same values change nothing`() throws {
    let patch = try patch([3, 5, 604_800], of: text)
    expectEqual(patch.text, text)
    #expect(patch.changes.isEmpty && patch.difference(file: "town.yml").isEmpty)
  }

  @Test func `What is read again has the new values`() throws {
    let patch = try patch([1, 2, 86_400], of: text)
    let again = try Scenario.parse(Array(patch.text.utf8), file: "town.yml")
    expectEqual(again.tunables.map(\.value), [1, 2, 86_400])
  }

  @Test func `JSON can be patched too`() throws {
    let json = """
      {"feedlab": 1, "arms": {"a": {"home": {"ranker": "affinity",
        "half-life": {"value": "7d", "tune": ["1d", "30d"]}}}}}
      """
    try expectEqual(patch([172_800], of: json).text, json.replacing("\"7d\"", with: "\"2d\""))
  }

  @Test func `A number that an alias uses twice cannot be replaced`() throws {
    let shared = text.replacing("like: {value", with: "like: &x {value")
      .replacing("save: {value: 5, tune: [0, 10]}", with: "save: *x")
    let fault = #expect(throws: UnpatchableScenario.self) {
      try patch([1, 2, 604_800], of: shared)
    }
    expectEqual(
      fault?.description,
      "arms.a.home.weights.save is not written in the file itself: it comes from --set, or through an alias"
    )
  }

  @Test func `A value from outside the file cannot be replaced`() throws {
    let scenario = try Scenario.parse(
      Array(text.utf8), file: "town.yml",
      overrides: ["arms.a.home.weights.like={value: 2, tune: [0, 5]}"])
    #expect {
      try ScenarioPatch(
        scenario, bytes: Array(text.utf8),
        values: [(parameter: scenario.tunables[0], value: 4)])
    } throws: {
      "\($0)"
        == "arms.a.home.weights.like is not written in the file itself: it comes from --set, or through an alias"
    }
  }
}
