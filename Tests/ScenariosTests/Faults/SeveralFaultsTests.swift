import TestSupport
import Testing

@Suite struct SeveralFaultsTests {
  @Test func `all faults are reported at once, in the order of their locations`() {
    let text = """
      feedlab: 1
      ab: {replications: 0, baseline: nwest}
      metrics:
        relevance@10: {margin: much}
      arms:
        newest: {home: recency, latst: recency}
        liked:
          home: {ranker: affinity, weights: {like: -1}, half-life: 7}
        newest: {home: random}
        empty: {}
      behaviour:
        examination: {eta: 7, beta: 1}
      world: {members: few, days: 2, warm-up: 2}
      """
    let margin =
      "a number from 0 in the metric's unit, such as 0.01, or a percentage of the baseline from"
      + " 0% to 1000%, such as 1%"
    expectEqual(
      faults(text),
      [
        "town.yml:2:20: ab.replications: expected a whole number from 1 to 1000000 (worlds), a range such as 8..64, or auto, which is 8..64,"
          + " found 0",
        "town.yml:2:33: ab.baseline: there is no arm 'nwest'; did you mean 'newest'?",
        "town.yml:4:26: metrics.relevance@10.margin: expected \(margin), found 'much'",
        "town.yml:6:27: arms.newest.latst: no scenario has this key; did you mean 'latest'?",
        "town.yml:8:46: arms.liked.home.weights.like: expected a number from 0 to 1000, found -1",
        "town.yml:8:62: arms.liked.home.half-life: expected a duration from 1m to 3650d,"
          + " such as 90s, 5m, 12h or 7d, found 7",
        "town.yml:9:3: arms.newest: this key is there already, in line 6",
        "town.yml:10:10: arms.empty: this arm has no ranker; name one for a feed, such as"
          + " home: recency",
        "town.yml:12:22: behaviour.examination.eta: expected a number from 0 to 3, found 7",
        "town.yml:12:25: behaviour.examination.beta: no scenario has this key; did you mean 'eta'?",
        "town.yml:13:18: world.members: expected a whole number from 1 to 20000000 (members),"
          + " found 'few'",
        "town.yml:13:41: world.warm-up: a warm-up of 2 days leaves nothing of 2 days to measure",
      ])
  }

  @Test func `the first hundred faults suggest names, for there may be as many names as faults`() {
    let candidates = (0...100).map { "newes\($0 % 10)-\($0)" }.joined(separator: ", ")
    let found = faults("\(least)ab: {candidates: [newes0, \(candidates)]}\n")
    expectEqual(
      found.first, "town.yml:4:19: ab.candidates: there is no arm 'newes0'; did you mean 'newest'?")
    expectEqual(found.last?.hasSuffix("there is no arm 'newes0-100'; there is only 'newest'"), true)
    expectEqual(found.count, 102)
  }

  @Test func `faults of data files follow those of the scenario, those of overrides come last`()
    throws
  {
    let folder = try TestFolder()
    try folder.write("1,2\n3,3\nx,1\n", to: "data/ties.csv")
    let hours = (0..<24).map { "\($0)" }.joined(separator: "\n")
    try folder.write("count\n\(hours)\n24\n", to: "data/hours.csv")
    try folder.write(
      """
      feedlab: 1
      arms: {newest: {home: recency}}
      world: {graph: {edges: data/ties.csv}}
      behaviour: {sessions: {hours: {file: data/hours.csv, column: count}}}
      ab: {replications: 0}
      """, to: "town.yml")
    expectEqual(
      folder.faults(of: "town.yml", overrides: ["world.days=x", "wrld=1"]),
      [
        "town.yml:5:20: ab.replications: expected a whole number from 1 to 1000000 (worlds), a range such as 8..64, or auto, which is 8..64,"
          + " found 0",
        "data/hours.csv:1:1: expected 24 rows, one for each of the hours, found 25",
        "data/ties.csv:2:1: member 3 follows itself",
        "data/ties.csv:3:1: expected a member's number, 0 or more, found 'x'",
        "--set world.days=x: expected a number from 0.01 to 3650 (days), found 'x'",
        "--set wrld=1: no scenario has this key; did you mean 'world'?",
      ])
  }

  @Test func `a fault of a value that an alias uses twice is reported once for each use`() {
    let text = """
      feedlab: 1
      arms:
        a: &shared {home: {ranker: affinity, threshold: x}}
        b: *shared
      """
    let message = "expected a number from 0 to 1000000, found 'x'"
    expectEqual(
      faults(text),
      [
        "town.yml:3:51: arms.a.home.threshold: \(message)",
        "town.yml:3:51: arms.b.home.threshold: \(message)",
      ])
  }
}
