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
    #expect(check.arm == "newest")
    #expect(check.baseline == "baselines/town.json")
    #expect(check.replications == .auto)
    #expect(check.alpha == 0.05)
    #expect(check.rules.map(\.metric) == ["ndcg@10", "engagement_rate"])
    #expect(check.rules.map(\.level) == [.warning, .error])
    #expect(check.rules.map(\.margin) == [.relative(0.02), nil])
    #expect(check.rankingOverlap?.level == .warning)
    #expect(check.rankingOverlap?.minimum == 0.9)
  }

  @Test func `every key can be set`() throws {
    let check = try check(
      "{arm: other, baseline: b.json, replications: 4..9, alpha: 0.01, ranking-overlap: off, rules:"
        + " {creator_exposure_gini: {level: warning, margin: 0.01, min: 0.1, max: 0.9, strict: true}}}",
      file: "towns/town.yml")
    #expect(check.arm == "other")
    #expect(check.path == "b.json")
    #expect(check.baseline == "towns/b.json")
    #expect(check.replications == .looks(first: 4, most: 9))
    #expect(check.alpha == 0.01)
    #expect(check.rankingOverlap == nil)
    let rule = try #require(check.rules.first)
    #expect(rule.level == .warning)
    #expect(rule.margin == .absolute(0.01))
    #expect(rule.minimum == 0.1)
    #expect(rule.maximum == 0.9)
    #expect(rule.isStrict)
    #expect(rule.location == .line(file: "towns/town.yml", line: 6, column: 102))
  }

  @Test func `what is resolved is the same check, and the worlds do not depend on it`() throws {
    let text =
      town + "check: {rules: {ndcg@10: {max: 0.9}, like_rate: warning}, ranking-overlap: error}\n"
    let one = try scenario(text)
    let again = try Scenario.parse(Array(one.resolved.utf8), file: "town.yml")
    #expect(again.resolved == one.resolved)
    #expect(again.check?.rules.count == 2)
    #expect(one.communityDigest == (try scenario(town)).communityDigest)
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
    #expect(try town.arm("mixed", definition: Scenario.definition(of: arm)) == arm)
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
      """))
  func `a fault is reported at its location`(section: String, message: String) {
    #expect(faults("\(town)check: \(section)\n") == ["town.yml:\(message)"])
  }
}
