import Experiments
internal import FeedMetrics
import ReportKit
import Scenarios
internal import Studies
import Testing

/// What a comparison that asks something prints.
@Suite struct DecisionTextTests {
  private static let asked = Scenario.Questions(
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

  @Test func `whether to ship comes first, and what is asked is marked`() {
    #expect(
      text(Self.asked, plan: .looks(first: 4, most: 32), ending: .decided(look: 1, of: 4)) == #"""
        quickstart: 2,000 members, 14 days (3 warm-up), 3 arms in 4 parallel worlds

        ▼ Do not ship affinity: creator_exposure_gini is harmed beyond its margin (+8.9% [+5.5, +11.9]).
        = No reason to ship newest-again: relevance@10 is identical (0.0% [0.0, 0.0]); creator_exposure_gini is not harmed (0.0%
          [0.0, 0.0]); feed_turnover is not harmed (0.0% [0.0, 0.0]).

        affinity against newest: fairness to creators worse; freshness without clear change; utility and engagement better.

        Fairness to creators       newest  affinity       Δ         99.75% CI      Δ%       p  P(better)  verdict
        creator_exposure_gini ↓ !   0.605     0.659  +0.054  [+0.031, +0.076]   +8.9%  <0.001        <1%  ✕ limit broken

        Freshness                  newest  affinity       Δ         99.75% CI      Δ%       p  P(better)  verdict
        feed_turnover ↑ !           0.915     0.915   0.000  [−0.055, +0.055]    0.0%   1.000        50%  ? limit unclear

        Utility and engagement     newest  affinity       Δ         99.75% CI      Δ%       p  P(better)  verdict
        relevance@10 ↑ !            0.550     0.641  +0.091  [+0.083, +0.099]  +16.5%  <0.001       >99%  ▲ better

        newest-again against newest: identical in every metric and world.

        Fairness to creators       newest  newest-again      Δ       99.75% CI    Δ%      p  P(better)  verdict
        creator_exposure_gini ↓ !   0.605         0.605  0.000  [0.000, 0.000]  0.0%  1.000        50%  ✓ within limit

        Freshness                  newest  newest-again      Δ       99.75% CI    Δ%      p  P(better)  verdict
        feed_turnover ↑ !           0.915         0.915  0.000  [0.000, 0.000]  0.0%  1.000        50%  ✓ within limit

        Utility and engagement     newest  newest-again      Δ       99.75% CI    Δ%      p  P(better)  verdict
        relevance@10 ↑ !            0.550         0.550  0.000  [0.000, 0.000]  0.0%  1.000        50%  = identical

        ▲ better  ▼ worse  △ higher  ▽ lower  ~ undecided  = equivalent or identical
        guardrails (p: of harm beyond the limit): ✓ within limit  ✕ limit broken  ? limit unclear
        ↑ higher is better  ↓ lower is better  →x the nearer to x, the better
        4 pairs of worlds, decided at look 1 of 4; pairing divided the variance of the differences by 5.5 (median); seed
        18446744073709551615; alpha 0.05 for each difference over all looks: intervals of 99.75 % at this one cover with those
        of the others at 95 %, p of ! (of guardrails: of harm beyond the margin) by Holm for 6 questions.

        """#)
  }

  @Test func `an experiment that found not enough says what it would need`() {
    let plan = WorldPlan.precise(
      .init(metric: "relevance@10", size: 0.0001, first: 2, most: 4))
    let text = text(
      Scenario.Questions(primary: "relevance@10", correction: .none), plan: plan,
      ending: .imprecise(needed: 1234))
    #expect(
      text.contains(
        "4 pairs of worlds, the most there may be; the half-width asked for needs 1,234; "))
    #expect(
      text.replacing("\n", with: " ").contains(
        "alpha 0.05 for each difference, with the spread of the first 2 pairs of worlds (Stein's two stages),"
          + " not corrected for their number."))
  }

  @Test func `each correction and plan is named`() {
    func last(_ questions: Scenario.Questions, _ plan: WorldPlan? = nil, _ ending: Ending) -> String
    {
      String(text(questions, plan: plan, ending: ending).split(separator: "seed").last ?? "")
        .replacing("\n", with: " ").split(separator: ".", maxSplits: 2).prefix(2).joined(
          separator: ".")
    }
    var questions = Self.asked
    questions.correction = .benjaminiHochberg
    questions.family = .candidate
    #expect(
      last(questions, .open(first: 4, most: 100), .decided(look: 1, of: nil))
        == " 18446744073709551615; alpha 0.05 for each difference, with intervals that are valid at any"
        + " look, p of ! (of guardrails: of harm beyond the margin) by Benjamini and Hochberg for 3 questions of each candidate"
    )
    questions.correction = .holm
    questions.family = .none
    #expect(
      last(questions, .fixed(4), .planned)
        == " 18446744073709551615; alpha 0.05 for each difference, not corrected for their number"
    )
  }
}
