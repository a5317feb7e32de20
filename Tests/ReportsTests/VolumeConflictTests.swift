import Experiments
import FeedMetrics
import ReportKit
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// Sentences on a rate for each look and a volume for each member-day that disagree.
@Suite struct VolumeConflictTests {
  /// Rate, looks in a session, sessions and active days for each member-day.
  private typealias Factors = (rate: Double, looks: Double, sessions: Double, active: Double)

  private static let usual: Factors = (0.1, 10, 0.8, 0.4)

  /// Three worlds in which the rates of both arms are 1, 1.1 and 0.9 times those given.
  private func results(_ candidate: Factors, isAntithetic: Bool = false) throws -> ExperimentResults
  {
    let metrics = try [
      "engagement_rate", "session_examined_mean", "engagement_per_member_day",
      "sessions_per_member_day", "daily_active_share",
    ].map { try #require(MetricCatalogue.definition($0)) }
    var design = ExperimentDesign(
      scenario: "made-up", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 100,
      days: 14, warmUpDays: 0, arms: ["old", "new"], baseline: "old", worlds: 3, metrics: metrics)
    design.isAntithetic = isAntithetic
    let outcomes = [("old", Self.usual), ("new", candidate)].flatMap { arm, factors in
      [1, 1.1, 0.9].enumerated().map { world, scale in
        let values = [
          factors.rate * scale, factors.looks,
          factors.rate * scale * factors.looks * factors.sessions, factors.sessions,
          factors.active,
        ]
        return WorldOutcome(
          arm: arm, world: world,
          values: Dictionary(
            uniqueKeysWithValues: zip(metrics, values).map {
              ($0.id, MetricValue($1, support: 1))
            }),
          digest: "", summary: WorldSummary())
      }
    }
    return ExperimentResults(design: design, outcomes: outcomes)
  }

  private func sentences(_ candidate: Factors) throws -> [String] {
    let results = try results(candidate)
    return VolumeConflict.all(of: "new", in: results).map { $0.sentence("new").text }
  }

  // The rate: (0.09 − 0.1) · 11 · 0.8 ÷ 0.8 = −11 %; looks per session: (12 − 10) · 0.095 · 0.8 ÷ 0.8 = 19 %.
  @Test func `a lower rate and a higher volume are explained by more looks`() throws {
    try expectEqual(
      sentences((0.09, 12, 0.8, 0.4)),
      [
        "new lowers engagement rate by 10.0% but raises engagement a day by 8.0%:"
          + " +19.0% comes from looks per session, −11.0% from the rate."
      ])
  }

  // The rate: −0.01 · 10.555 = −10.6 %; looks: 1.11 · 0.095 = 10.5 %.
  @Test func `a volume that hardly changes is another finding than a lower rate`() throws {
    try expectEqual(
      sentences((0.09, 11.11, 0.8, 0.4)),
      [
        "new lowers engagement rate by 10.0% but hardly changes engagement a day (0.0%):"
          + " −10.6% comes from the rate, +10.5% from looks per session."
      ])
  }

  // Members come on 0.3 instead of 0.4 of their days, as often on each. In shares of the volume, the rate brings
  // (1.2 − 1)(1 + 0.75)/2 = 17.5 %, and the share of members who come (0.75 − 1)(1 + 1.2)/2 = −27.5 %.
  @Test func `a ranker that loses members is seen to`() throws {
    try expectEqual(
      sentences((0.12, 10, 0.6, 0.3)),
      [
        "new raises engagement rate by 20.0% but lowers engagement a day by 10.0%:"
          + " −27.5% comes from the share of members who come, +17.5% from the rate."
      ])
  }

  @Test func `where both change alike there is nothing to explain`() throws {
    #expect(try sentences((0.09, 10, 0.8, 0.4)).isEmpty)
    #expect(try sentences(Self.usual).isEmpty)
  }

  @Test func `means of antithetic twins are no product of their factors`() throws {
    let results = try results((0.09, 12, 0.8, 0.4), isAntithetic: true)
    #expect(VolumeConflict.all(of: "new", in: results).isEmpty)
  }

  @Test
  func
    `the parts are in JSON, and the sentence is in the text, Markdown and what fits on a screen`()
    throws
  {
    let results = try results((0.09, 12, 0.8, 0.4))
    let document = results.document
    let json = ReportFormat.json.render(document, width: 80, hasStyle: false)
    #expect(
      json.contains(#""factor":"looks_per_session""#)
        || json.contains(#""factor": "looks_per_session""#))
    let markdown = ReportFormat.markdown.render(document, width: 80, hasStyle: false)
    #expect(markdown.contains("\n**new** lowers engagement rate by 10.0% but raises"))
    let text = ReportFormat.text.render(document, width: 200, hasStyle: false)
    #expect(text.contains("\nnew lowers engagement rate by 10.0% but raises"))
    let brief = ReportFormat.text.render(
      results.document(isBrief: true), width: 200, hasStyle: false)
    #expect(brief.contains("\nnew lowers engagement rate by 10.0% but raises"))
  }
}
