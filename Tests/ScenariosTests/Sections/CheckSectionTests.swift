internal import DataFiles
import FeedMetrics
import Scenarios
import TestSupport
import Testing

/// The section `check` of a scenario.
@Suite struct CheckSectionTests {
  private let town = least + "  other: {home: random}\n"

  private func check(_ section: String, file: String = "town.yml") throws -> Scenario.Check {
    let text = "\(town)metrics: {ndcg@10: {margin: 2%}}\ncheck: \(section)\n"
    return try #require(try Scenario.parse(Array(text.utf8), file: file).check)
  }

  @Test func `a level is enough, and the rest has defaults`() throws {
    let check = try check("{rules: {ndcg@10: warning, engagement_rate: error}}")
    expectEqual(check.arm, "newest")
    expectEqual(check.baseline, "baselines/town.json")
    expectEqual(check.replications, .auto)
    expectEqual(check.alpha, 0.05)
    expectEqual(check.rules.map(\.metric), ["ndcg@10", "engagement_rate"])
    expectEqual(check.rules.map(\.level), [.warning, .error])
    expectEqual(check.rules.map(\.margin), [.relative(0.02), nil])
    expectEqual(check.rankingOverlap?.level, .warning)
    expectEqual(check.rankingOverlap?.minimum, 0.9)
  }

  @Test func `every key can be set`() throws {
    let check = try check(
      "{arm: other, baseline: b.json, replications: 4..9, alpha: 0.01, ranking-overlap: off, rules:"
        + " {creator_exposure_gini: {level: warning, margin: 0.01, min: 0.1, max: 0.9, strict: true}}}",
      file: "towns/town.yml")
    expectEqual(check.arm, "other")
    expectEqual(check.path, "b.json")
    expectEqual(check.baseline, "towns/b.json")
    expectEqual(check.replications, .looks(first: 4, most: 9))
    expectEqual(check.alpha, 0.01)
    expectEqual(check.rankingOverlap, nil)
    let rule = try #require(check.rules.first)
    expectEqual(rule.level, .warning)
    expectEqual(rule.margin, .absolute(0.01))
    expectEqual(rule.minimum, 0.1)
    expectEqual(rule.maximum, 0.9)
    #expect(rule.isStrict)
    expectEqual(rule.location, .line(file: "towns/town.yml", line: 6, column: 102))
  }

  @Test func `what is resolved is the same check, and the worlds do not depend on it`() throws {
    let text =
      town + "check: {rules: {ndcg@10: {max: 0.9}, like_rate: warning}, ranking-overlap: error}\n"
    let one = try scenario(text)
    let again = try Scenario.parse(Array(one.resolved.utf8), file: "town.yml")
    expectEqual(again.resolved, one.resolved)
    expectEqual(again.check?.rules.count, 2)
    expectEqual(one.communityDigest, (try scenario(town)).communityDigest)
    #expect(one.digest != (try scenario(town)).digest)
  }

  @Test func `an arm is the same once it has been defined in JSON`() throws {
    let text = """
      feedlab: 1
      arms:
        mixed: {home: {ranker: linear, weights: {age_hours: -0.4, affinity: 0.35}}, contest: contest-score}
      """
    let town = try scenario(text)
    let arm = town.arms[0]
    try expectEqual(town.arm("mixed", definition: Scenario.definition(of: arm)), arm)
  }

  @Test(
    arguments: cases(
      """
      {} => 5:8: check.rules: is missing; it is a map of metrics, such as {engagement_rate: error}
      {rules: {}} =>
        5:16: check.rules: expected a map of metrics, such as {engagement_rate: error}, found an empty map
      {rules: {engagement_rat: error}} =>
        5:17: check.rules.engagement_rat: there is no metric 'engagement_rat'; did you mean 'engagement_rate'?
      {rules: {early_mover_exposure_gap: error}} =>
        5:17: check.rules.early_mover_exposure_gap: 'early_mover_exposure_gap' has no good side, so that it cannot get worse
      {rules: {ndcg@10: fatal}} =>
        5:26: check.rules.ndcg@10: expected error, warning or a map, found 'fatal'
      {rules: {ndcg@10: {min: 0.9, max: 0.1}}} =>
        5:26: check.rules.ndcg@10: min is 0.9, more than max, 0.1
      {rules: {ndcg@10: {margn: 1%}}} =>
        5:27: check.rules.ndcg@10.margn: no scenario has this key; did you mean 'margin'?
      {arm: nobody, rules: {ndcg@10: error}} =>
        5:14: check.arm: there is no arm 'nobody'; there are newest and other
      {ranking-overlap: none, rules: {ndcg@10: error}} =>
        5:26: check.ranking-overlap: expected error, warning, off or a map, found 'none'
      {ranking-overlap: {min: 0}, rules: {ndcg@10: error}} =>
        5:32: check.ranking-overlap.min: no overlap is below 0, so that this rule could never fail; write more than 0, or ranking-overlap: off
      {replications: 1, rules: {ndcg@10: error}} =>
        5:23: check.replications: one world has no spread, so that no rule could ever fail; write 2 or more, such as 8..64
      {rules: {ndcg@10: {margin: 1}}} =>
        5:35: check.rules.ndcg@10.margin: 'ndcg@10' is in [0, 1], so that it could never get worse by more than 1; write a smaller margin
      {rules: {relevance@10: {margin: 101%}}} =>
        5:40: check.rules.relevance@10.margin: 'relevance@10' is in [0, 1], so that it could never get worse by more than 101%; write a smaller margin
      {rules: {creator_exposure_gini: {margin: 1}}} =>
        5:49: check.rules.creator_exposure_gini.margin: 'creator_exposure_gini' is in [0, 1 − 1/n], so that it could never get worse by more than 1; write a smaller margin
      {rules: {ndcg@10: {min: 2}}} =>
        5:32: check.rules.ndcg@10.min: 'ndcg@10' is in [0, 1], so that this rule could never hold; write a bound inside that range
      {rules: {ndcg@10: {min: 0}}} =>
        5:32: check.rules.ndcg@10.min: 'ndcg@10' is in [0, 1], so that this rule could never fail; write a bound inside that range
      {rules: {ndcg@10: {max: -1}}} =>
        5:32: check.rules.ndcg@10.max: 'ndcg@10' is in [0, 1], so that this rule could never hold; write a bound inside that range
      {rules: {ndcg@10: {max: 1}}} =>
        5:32: check.rules.ndcg@10.max: 'ndcg@10' is in [0, 1], so that this rule could never fail; write a bound inside that range
      """))
  func `a fault is reported at its location`(section: String, message: String) {
    expectEqual(faults("\(town)check: \(section)\n"), ["town.yml:\(message)"])
  }

  @Test func `a margin under metrics that nothing could exceed is a fault too`() {
    expectEqual(
      faults("\(town)metrics: {ndcg@10: {margin: 1e12}}\n"),
      [
        "town.yml:5:29: metrics.ndcg@10.margin: 'ndcg@10' is in [0, 1], so that it could never get worse"
          + " by more than 1000000000000; write a smaller margin"
      ])
  }

  /// A rise may be more than the whole, a maximum of 0 is broken by anything, and a range without an end has no bound.
  @Test(arguments: [
    "{stale_button_share: {max: 0}}", "{creator_exposure_gini: {margin: 101%}}",
    "{sessions_per_member_day: {margin: 7, min: 1, max: 1000}}", "{ndcg@10: {min: 1}}",
    "{intra_list_diversity@10: {margin: 0.99, min: 0.01, max: 0.99}}",
  ])
  func `a limit that can be broken is kept`(rules: String) throws {
    try expectEqual(check("{rules: \(rules)}").rules.count, 1)
  }

  /// A score orders all candidates; an order and pages may leave some out.
  @Test(arguments: [
    ("kind: score, reads: [likes]", "like_rate: warning", ["engagement_rate error nil"]),
    (
      "kind: order, reads: [likes]", "like_rate: warning",
      ["engagement_rate error nil", "underfilled_page_share error nil"]
    ),
    ("kind: serve", "", ["engagement_rate error nil", "underfilled_page_share error nil"]),
    (
      "kind: serve", "underfilled_page_share: {level: warning, margin: 0.2}",
      ["engagement_rate error nil", "underfilled_page_share warning absolute(0.2)"]
    ),
  ])
  func `every check of a ranker that may leave posts out has a rule about its pages`(
    kind: String, rule: String, rules: [String]
  ) throws {
    let ranker = "{ranker: command, command: [sh, mine.py], \(kind)}"
    let folder = try RankerScenario.folder(ranker)
    try folder.write(
      "feedlab: 1\narms:\n  a: {latest: \(ranker)}\n"
        + "check: {rules: {engagement_rate: error, \(rule)}}\n", to: "t.yml")
    let scenario = try Scenario.load(file: "\(folder.path)/t.yml")
    func found(_ check: Scenario.Check?) -> [String] {
      (check?.rules ?? []).map { rule in
        "\(rule.metric) \(rule.level) \(rule.margin.map { "\($0)" } ?? "nil")"
      }
    }
    expectEqual(found(scenario.check).filter { !$0.hasPrefix("like_rate") }, rules)
  }
}
