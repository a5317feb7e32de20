import Experiments
internal import FeedMetrics
import ReportKit
import Scenarios
internal import Studies
import TestSupport
import Testing

/// The report of a comparison with tested metrics.
@Suite struct DecisionTextTests {
  private static let tested = Scenario.Questions(
    primary: "relevance@10", guardrails: ["creator_exposure_gini", "feed_turnover"])

  private func text(
    _ questions: Scenario.Questions, plan: WorldPlan? = nil, ending: Ending = .planned
  ) -> String {
    let metrics = SampleResults.metrics.filter { questions.metrics.contains($0.id) }
    let results = SampleResults.results(
      candidates: ["affinity", "newest-again"], metrics: metrics, questions: questions, plan: plan,
      ending: ending)
    return ReportFormat.text.render(results.document, width: 120, hasStyle: false)
  }

  @Test func `the decision comes first, and tested metrics are marked`() {
    expectEqual(
      text(Self.tested, plan: .looks(first: 4, most: 32), ending: .decided(look: 1, of: 4)),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 3 arms in 4 parallel worlds

      ✕ Do not ship affinity: Inequality of exposure +0.054 [+0.017, +0.090], limit 0, broken.
      = No reason to ship newest-again: Relevance of the top ten 0.000 [0.000, 0.000] too small; 2 limits ok.

      affinity against newest: fairness to creators worse; freshness not sure yet; utility and engagement better.

      Fairness to creators     newest  affinity  change          interval  limit       p  verdict
      creator_exposure_gini ↓   0.605     0.659  +0.054  [+0.017, +0.090]      0       –  broken

      Freshness                newest  affinity  change          interval  limit       p  verdict
      feed_turnover ↑           0.915     0.915    0.0%     [−10.6, +8.7]    −4%       –  not sure yet

      Utility and engagement   newest  affinity  change          interval  limit       p  verdict
      relevance@10 ↑            0.550     0.641  +0.091  [+0.078, +0.104]      –  <0.001  better

      newest-again against newest: identical in every metric and world.

      Fairness to creators     newest  newest-again  change        interval  limit      p  verdict
      creator_exposure_gini ↓   0.605         0.605   0.000  [0.000, 0.000]      0      –  ok

      Freshness                newest  newest-again  change        interval  limit      p  verdict
      feed_turnover ↑           0.915         0.915    0.0%      [0.0, 0.0]    −4%      –  ok

      Utility and engagement   newest  newest-again  change        interval  limit      p  verdict
      relevance@10 ↑            0.550         0.550   0.000  [0.000, 0.000]      –  1.000  too small

      ↑ higher is better  ↓ lower is better  →x the nearer to x, the better: the change is in the distance from x
      4 pairs of worlds, stopped at interim look 1 of 4; pairing divided the variance of the differences by 5.5 (median); seed
      18446744073709551615; alpha 0.05 for each difference; intervals are 99.75 % so that all interim looks together give 95 %
      coverage; the primary and the guardrails are corrected by Holm over 6 tests, so that what is better, worse, broken or
      not sure yet has an interval of 99.9375 %.

      """#)
  }

  @Test func `an imprecise experiment reports how many worlds it needs`() {
    let plan = WorldPlan.precise(
      .init(metric: "relevance@10", size: 0.0001, first: 2, most: 4))
    let text = text(
      Scenario.Questions(primary: "relevance@10", correction: .none), plan: plan,
      ending: .imprecise(needed: 1234))
    #expect(
      text.contains(
        "4 pairs of worlds, the maximum; the half-width needs 1,234; "))
    #expect(
      text.replacing("\n", with: " ").contains(
        "alpha 0.05 and intervals of 95 % for each difference, with the spread of the first 2 pairs of worlds (Stein's two"
          + " stages); tests are not corrected for their number."))
  }

  @Test func `each correction and plan is named`() {
    func last(_ questions: Scenario.Questions, _ plan: WorldPlan? = nil, _ ending: Ending) -> String
    {
      String(text(questions, plan: plan, ending: ending).split(separator: "seed").last ?? "")
        .replacing("\n", with: " ").split(separator: ".", maxSplits: 2).prefix(2).joined(
          separator: ".")
    }
    var questions = Self.tested
    questions.correction = .benjaminiHochberg
    questions.family = .candidate
    expectEqual(
      last(questions, .open(first: 4, most: 100), .decided(look: 1, of: nil)),
      " 18446744073709551615; alpha 0.05 and intervals of 95 % for each difference, which are valid at any interim look;"
        + " the primary and the guardrails are corrected by Benjamini and Hochberg over 3 tests of each candidate, so that"
        + " what is better, worse, broken or not sure yet has an interval of 98")
    questions.correction = .holm
    questions.family = .none
    expectEqual(
      last(questions, .fixed(4), .planned),
      " 18446744073709551615; alpha 0.05 and intervals of 95 % for each difference; tests are not corrected for their number"
    )
  }
}
