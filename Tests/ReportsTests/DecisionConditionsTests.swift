import Experiments
import FeedMetrics
import Scenarios
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// What would change a decision, for differences whose mean is 0.1 and whose interval is [-0.160, 0.360]: the sum of the
/// squared deviations 0.2, -0.2, 0 and 0 is 0.08, the standard error √(0.08 / 3 / 4) = 0.0816, and Student's quantile
/// with three degrees of freedom 3.182.
@Suite struct DecisionConditionsTests {
  private static let uncertain = [0.3, -0.1, 0.1, 0.1]
  private static let sure = [0.2, 0.21, 0.19, 0.2]

  /// The sentences about a candidate whose primary and guardrail differ so from a baseline of 1.
  private static func sentences(
    primary: [Double], guardrail: [Double], margin: Double
  ) throws -> [String] {
    let metrics = [("score", "Score"), ("guard", "Guard")].map { id, label in
      MetricDefinition(
        id: id, family: .utility, label: label, name: label, formula: "", unit: "",
        direction: .higher, range: "", undefined: "", source: "")
    }
    let design = ExperimentDesign(
      scenario: "town", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 10, days: 1,
      warmUpDays: 0, arms: ["old", "new"], baseline: "old", worlds: 4, metrics: metrics,
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
    return DecisionConditions(decision, results.comparisons(of: "new")).sentences
  }

  @Test func `a broken guardrail passes with a larger limit, and a worse primary with none`() throws
  {
    // The worst end is 0.2 + 3.182 x 0.0041 = 0.213, as harm; two digits, rounded up.
    try expectEqual(
      Self.sentences(primary: Self.sure, guardrail: Self.sure.map { -$0 }, margin: 0.1),
      [
        "Guard passes with a limit of 0.22 instead of 0.1."
      ])
    try expectEqual(
      Self.sentences(primary: Self.sure.map { -$0 }, guardrail: Self.sure, margin: 0.1),
      [
        "More worlds do not change that score is worse."
      ])
  }

  @Test func `an open question is decided by so many worlds as its interval is too wide`() throws {
    // The half-width must shrink from 0.2598 to 0.1, 4 x 2.598² = 27.01; and to 0.1 + 0.1, 4 x 1.299² = 6.75.
    try expectEqual(
      Self.sentences(primary: Self.uncertain, guardrail: Self.uncertain, margin: 0.1),
      [
        "About 28 worlds decide on score if the effect is as observed.",
        "About 7 worlds decide on the limit of guard if the effect is as observed.",
      ])
    try expectEqual(
      Self.sentences(primary: [0.1, -0.1, 0.1, -0.1], guardrail: Self.sure, margin: 0.1),
      [
        "No practicable number of worlds decides on score if the effect is as observed."
      ])
  }

  @Test func `what is shipped is stopped by a smaller limit`() throws {
    try expectEqual(
      Self.sentences(primary: Self.sure, guardrail: Self.uncertain, margin: 0.2),
      [
        "A limit of less than 0.16 on guard stops it; it is 0.2."
      ])
    // A guardrail that gains would pass with any limit.
    try expectEqual(Self.sentences(primary: Self.sure, guardrail: Self.sure, margin: 0.2), [])
  }

  @Test func `an effect that does not matter has the smallest one that would have been seen`()
    throws
  {
    // Differences of ± 0.01 have a half-width of 3.182 x 0.005774 = 0.01837, which times 1.43 is 0.0263.
    try expectEqual(
      Self.sentences(primary: [0.01, -0.01, 0.01, -0.01], guardrail: Self.sure, margin: 0.2),
      ["4 worlds find a change of score by 0.027 in four of five cases."])
  }
}
