internal import FeedMetrics
import Scenarios
internal import Studies
import SyntheticSociety

/// A scenario whose check has these rules, of worlds that are over in a moment.
func checked(
  _ rules: String, replications: String = "8..64", overlap: String = "off", seed: Int = 7,
  extra: String = "", world: String = "{members: 30, days: 1, warm-up: 0.25}"
) throws -> Scenario {
  let text = """
    feedlab: 1
    name: checked
    seed: \(seed)
    world: \(world)
    arms: {newest: {home: recency}, random: {home: random}}
    check:
      replications: \(replications)
      ranking-overlap: \(overlap)
      rules: \(rules)
    \(extra)
    """
  return try Scenario.parse(Array(text.utf8), file: "checked.yml")
}

/// Worlds of these values, in which nothing else differs.
func recorded(_ values: [String: [Double?]], top: [[String]]? = nil) -> RecordedWorlds {
  let count = values.values.first?.count ?? 0
  return RecordedWorlds(
    values: values, exogenous: Array(repeating: ExogenousTotals(), count: count),
    fingerprints: Array(repeating: "", count: count),
    topPosts: top ?? Array(repeating: ["0.0"], count: count))
}

extension [CheckFinding] {
  /// That of a rule about differences.
  func relative(_ metric: String) -> CheckFinding? {
    first { $0.metric.id == metric && $0.rule == .relative }
  }
}

/// What a check finds of values whose worlds are all there, look by look.
func found(
  _ check: Scenario.Check, candidate: RecordedWorlds, baseline: RecordedWorlds,
  anchor: RecordedWorlds? = nil
) -> [CheckFinding] {
  var procedure = CheckProcedure(check, hasAnchor: anchor != nil)
  var worlds = 0
  while let next = procedure.nextLook(after: worlds) {
    procedure.look(
      CheckedWorlds(
        arm: "newest", candidate: candidate.first(next), baseline: baseline, anchor: anchor))
    worlds = next
  }
  return procedure.findings.compactMap(\.self)
}

extension RecordedWorlds {
  fileprivate func first(_ count: Int) -> RecordedWorlds {
    recorded(
      values.mapValues { Array($0.prefix(count)) }, top: Array(topPosts.prefix(count)))
  }
}
