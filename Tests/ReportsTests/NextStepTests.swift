import Experiments
import FeedMetrics
import Scenarios
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// What to do after a decision, for differences whose mean is 0.1 and whose interval is [-0.160, 0.360]: the sum of the
/// squared deviations 0.2, -0.2, 0 and 0 is 0.08, the standard error √(0.08 / 3 / 4) = 0.0816, and Student's quantile
/// with three degrees of freedom 3.182.
@Suite struct NextStepTests {
  private static let uncertain = [0.3, -0.1, 0.1, 0.1]
  private static let sure = [0.2, 0.21, 0.19, 0.2]

  /// The sentences about a candidate whose primary and guardrail differ so from a baseline of 1.
  private static func sentences(
    primary: [Double], guardrail: [Double], margin: Double, id second: String = "guard",
    resolved: String = "{}"
  ) throws -> [String] {
    let metrics = [("score", "Score"), (second, "Guard")].map { id, label in
      MetricDefinition(
        id: id, family: .utility, label: label, name: label, formula: "", unit: "",
        direction: .higher, range: "", undefined: "", source: "")
    }
    let design = ExperimentDesign(
      scenario: "town", scenarioDigest: "", resolvedScenario: resolved, seed: 1, members: 10,
      days: 1,
      warmUpDays: 0, arms: ["old", "new"], baseline: "old", worlds: 4, metrics: metrics,
      margins: ["score": .absolute(0.05), second: .absolute(margin)],
      questions: Scenario.Questions(primary: "score", guardrails: [second]))
    let outcomes = ["old", "new"].flatMap { arm in
      (0..<4).map { world in
        let values = zip(["score", second], [primary, guardrail]).map { id, differences in
          (id, MetricValue(1 + (arm == "new" ? differences[world] : 0), support: 1))
        }
        return WorldOutcome(
          arm: arm, world: world, values: Dictionary(uniqueKeysWithValues: values), digest: "",
          summary: WorldSummary())
      }
    }
    let results = ExperimentResults(design: design, outcomes: outcomes)
    let decision = try #require(results.decisions.first)
    return NextStep(decision, results.comparisons(of: "new"), of: design).sentences
  }

  @Test func `an open test names the worlds that decide it in four of five cases`() throws {
    // The standard deviation is 0.1633. The primary, 0.1 from 0 and with nothing rejected among two tests, needs
    // (t at 1 − 0.05/4 + t at 0.8) · 0.1633/√n ≤ 0.1, first at n = 28: (2.3734 + 0.8546) · 0.030861 = 0.0996 (27 have
    // 0.1017). The guardrail, 0.2 from its limit, is tested at 0.05: n = 8: (2.3646 + 0.8960) · 0.057735 = 0.1882 (7 have
    // 0.2069).
    try expectEqual(
      Self.sentences(primary: Self.uncertain, guardrail: Self.uncertain, margin: 0.1),
      [
        "28 worlds (option -n 28) decide each in four of five cases if the changes are as they seem."
      ])
  }

  @Test func `what ships or must not ship names no other limit`() throws {
    for primary in [Self.sure, Self.sure.map { -$0 }] {
      try expectEqual(Self.sentences(primary: primary, guardrail: Self.uncertain, margin: 0.2), [])
    }
  }

  @Test(arguments: [
    ("creator_exposure_gini", #"{"ranker":"recency"}"#, "ranker: author-discount, of: recency"),
    ("intra_list_diversity@10", #"{"ranker":"recency"}"#, "ranker: diversity, of: recency"),
    ("repeat_impression_share", #"{"ranker":"recency"}"#, "ranker: seen-discount, of: recency"),
    ("like_rate", #"{"ranker":"recency"}"#, nil),
    (
      "creator_exposure_gini",
      #"{"half-life":"7d","ranker":"affinity","threshold":0,"weights":{"comment":4,"like":3,"save":5,"view":1}}"#,
      "ranker: author-discount, of: affinity"
    ),
    // Its name does not say that the threshold is another one than by default.
    ("creator_exposure_gini", #"{"ranker":"affinity","threshold":1}"#, nil),
    // As the baseline's.
    ("creator_exposure_gini", #"{"ranker":"popularity"}"#, nil),
  ])
  func `a broken limit names a ranker that ships with FeedLab`(
    guardrail: String, home: String, named: String?
  ) throws {
    try expectEqual(
      Self.sentences(
        primary: Self.sure, guardrail: Self.sure.map { -$0 }, margin: 0.05, id: guardrail,
        resolved: #"{"arms":{"new":{"home":\#(home)},"old":{"home":{"ranker":"popularity"}}}}"#),
      named.map { ["Worth trying: option --set \"arms.new.home={\($0)}\"."] } ?? [])
  }

  @Test func `an effect that does not matter has the smallest one that would have been seen`()
    throws
  {
    // Differences of ± 0.01 have a standard error of 0.005774; (3.182 + 0.978) · 0.005774 = 0.0240.
    try expectEqual(
      Self.sentences(primary: [0.01, -0.01, 0.01, -0.01], guardrail: Self.sure, margin: 0.2),
      ["4 worlds find a change of score by 0.024 in four of five cases."])
  }
}
