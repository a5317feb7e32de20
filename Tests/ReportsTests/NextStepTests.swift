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
    primary: [Double], guardrail: [Double], margin: Double, scenario: String = "{}"
  ) throws -> [String] {
    let metrics = [("score", "Score"), ("guard", "Guard")].map { id, label in
      MetricDefinition(
        id: id, family: .utility, label: label, name: label, formula: "", unit: "",
        direction: .higher, range: "", undefined: "", source: "")
    }
    let design = ExperimentDesign(
      scenario: "town", scenarioDigest: "", resolvedScenario: scenario, seed: 1, members: 10,
      days: 1, warmUpDays: 0, arms: ["old", "new"], baseline: "old", worlds: 4, metrics: metrics,
      margins: ["score": .absolute(0.05), "guard": .absolute(margin)],
      questions: Scenario.Questions(primary: "score", guardrails: ["guard"]))
    let outcomes = ["old", "new"].flatMap { arm in
      (0..<4).map { world in
        let values = zip(["score", "guard"], [primary, guardrail]).map { id, differences in
          (id, MetricValue(1 + (arm == "new" ? differences[world] : 0), support: 1))
        }
        return WorldOutcome(
          arm: arm, world: world, values: Dictionary(uniqueKeysWithValues: values), digest: "",
          summary: WorldSummary())
      }
    }
    let results = ExperimentResults(design: design, outcomes: outcomes)
    let decision = try #require(results.decisions.first)
    return NextStep(decision, results.comparisons(of: "new"), in: design).sentences
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
    (#"{"tune": {"arm": "new", "maximize": ["score"], "subject-to": []}}"#, true),
    (#"{"tune": {"arm": "new", "maximize": ["other"], "subject-to": ["score >= 1"]}}"#, true),
    (#"{"tune": {"arm": "new", "minimize": ["other"], "subject-to": []}}"#, false),
    (#"{"tune": {"arm": "old", "maximize": ["score"], "subject-to": []}}"#, false),
  ])
  func `what must not ship can be tuned where the scenario tunes it for what decided`(
    scenario: String, isNamed: Bool
  ) throws {
    try expectEqual(
      Self.sentences(
        primary: Self.sure.map { -$0 }, guardrail: Self.uncertain, margin: 0.2, scenario: scenario),
      isNamed
        ? [
          "You can try 'feedlab tune': it searches other values of new with score among its goals and limits,"
            + " and may find none."
        ] : [])
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
