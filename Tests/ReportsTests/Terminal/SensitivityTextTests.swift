internal import FeedMetrics
import ReportKit
internal import Studies
import TestSupport
import Testing

@Suite struct SensitivityTextTests {
  @Test func `no line is wider than the terminal from 60 columns up`() {
    for width in 60...140 {
      let lines = text(width: width).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "at \(width) columns")
    }
  }

  @Test func `100 columns have room for the most influential parameter and its size`() {
    expectEqual(
      text(width: 100),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 3 parallel worlds of each of 16 plausible
      communities

      affinity beats newest on likes an examined post in 100% of plausible communities; on relevance of
      the top ten in 56%; on inequality of exposure in 38%.
      newest beats affinity on median age when shown in 100% of plausible communities; on inequality of
      exposure in 63%.

      Fairness to creators          better  worse  small  unsure  most influential                μ*
      Inequality of exposure ↓         38%    63%     0%      0%  examination.eta ↗   0.0900 ±0.0000

      Fairness to contest entrants  better  worse  small  unsure  most influential                μ*
      Contests find the best ↑           –      –      –       –  –

      Freshness                     better  worse  small  unsure  most influential                μ*
      Median age when shown ↓           0%   100%     0%      0%  posting.feedback ↗    1.00 h ±0.00
      New posts on a refresh ↑          0%     0%   100%      0%  –

      Diversity                     better  worse  small  unsure  most influential                μ*
      Separate bubbles                 44%    56%     0%      0%  posting.feedback ↕      0.38 ±0.08

      Utility and engagement        better  worse  small  unsure  most influential                μ*
      Likes an examined post ↑        100%     0%     0%      0%  –
      Relevance of the top ten ↑       56%     0%     0%     44%  posting.feedback ↘    0.150 ±0.000

      Where verdicts change
      Inequality of exposure of affinity: better in 38%, worse in 63%
        examination.eta 0.2 → 0.8: better → worse in 2 of 4 steps
        examination.eta 0.5 → 1.1: better → worse in 2 of 4 steps
        examination.eta at 0.2, 0.5, 0.8, 1.1: better in 100%, 100%, 0%, 0%; worse in 0%, 0%, 100%, 100%
      Separate bubbles of affinity: higher in 44%, lower in 56%
        examination.eta 0.2 → 0.8: higher → lower in 1 of 4 steps
        examination.eta 0.2 → 0.8: lower → higher in 1 of 4 steps
        examination.eta 0.5 → 1.1: higher → lower in 2 of 4 steps
        posting.feedback 0 → 0.667: lower → higher in 2 of 4 steps
        posting.feedback 0.333 → 1: higher → lower in 1 of 4 steps
        posting.feedback 0.333 → 1: lower → higher in 1 of 4 steps
        posting.feedback at 0, 0.333, 0.667, 1: higher in 20%, 50%, 67%, 50%; lower in 80%, 50%, 33%, 50%

      Shares of communities: better (or higher), worse (or lower), too small to matter, not sure yet
      μ*: mean absolute effect on Δ of crossing a parameter's plausible range, ± standard error
      ↗ Δ grows with the parameter  ↘ Δ falls  ↕ both  – no parameter has a significant effect
      Morris screening of 3 parameters in 4 trajectories over 4 levels; the standard error of a share is
      at most 12 points; seed 1; verdicts of an A/B comparison in each community, alpha 0.05, not
      corrected: if arms do not differ, 2.5% of the communities look better and 2.5% worse.
      No effect: behaviour.voting.fatigue.

      """#)
  }

  @Test func `80 columns have room for the parameter alone, 60 for the shares`() {
    let eighty = text(width: 80).split(separator: "\n").map(String.init)
    #expect(
      eighty.contains(
        "Median age when shown ↓           0%   100%     0%      0%  posting.feedback ↗"))
    let sixty = text(width: 60).split(separator: "\n").map(String.init)
    #expect(sixty.contains("Median age when shown ↓           0%   100%     0%      0%"))
  }

  @Test func `without a verdict that changes there is no section on changes`() {
    let metrics = SampleResults.metrics.filter { $0.id == "like_rate" }
    let text = ReportFormat.text.render(
      SampleSocieties.results(metrics).document, width: 100, hasStyle: false)
    #expect(!text.contains("Where verdicts change"))
    #expect(text.contains("\nnewest beats affinity on no metric in any plausible community.\n"))
  }

  @Test func `metrics that have no good side or no value leave no metric can be compared`() {
    let metrics = SampleResults.metrics.filter {
      ["category_beta_diversity", "rank_quality_tau"].contains($0.id)
    }
    let text = ReportFormat.text.render(
      SampleSocieties.results(metrics).document, width: 100, hasStyle: false)
    #expect(text.contains("\naffinity against newest: no metric can be compared.\n"))
  }

  @Test func `a parameter that the scenario sets is varied too, and a note names it`() {
    let results = SampleSocieties.results(slope: 2)
    #expect(
      ReportFormat.text.render(results.document, width: 100, hasStyle: false).contains(
        "\nThe scenario's behaviour.examination.eta 2 is overridden by values from 0.2 to 1.1.\n"))
  }

  @Test func `bold and colour change nothing but escape codes`() {
    let styled = ReportFormat.text.render(
      SampleSocieties.results().document, width: 100, hasStyle: true)
    #expect(styled.contains("\u{1B}[32m100%\u{1B}[0m"))
    #expect(styled.contains("\u{1B}[31m100%\u{1B}[0m"))
    #expect(styled.replacing(/\u{1B}\[[0-9]*m/, with: "") == text(width: 100))
  }

  private func text(width: Int) -> String {
    ReportFormat.text.render(SampleSocieties.results().document, width: width, hasStyle: false)
  }
}
