import Experiments
import Foundation
import ReportKit
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

/// What live tests would have reported, on a terminal.
@Suite struct LiveTextTests {
  private func results(_ design: LiveDesign, _ candidates: [String] = ["affinity"])
    -> ExperimentResults
  {
    SampleResults.results(candidates: candidates, liveDesign: design)
  }

  /// From the first live headline on, as far as the signs.
  private func live(_ results: ExperimentResults, width: Int) -> String {
    let text = ReportFormat.text.render(results.document, width: width, hasStyle: false)
    let blocks = text.components(separatedBy: "\n\n")
    let first = blocks.firstIndex { $0.contains(" in a live ") }!
    let last = blocks.firstIndex { $0.hasPrefix("↑ higher") }!
    return blocks[first..<last].joined(separator: "\n\n")
  }

  @Test func `no line is wider than the terminal from 80 columns up`() {
    let results = results(.switchback(every: 21_600, washout: 3600), ["affinity", "newest-again"])
    for width in 80...160 {
      let lines = ReportFormat.text.render(results.document, width: width, hasStyle: false).split(
        separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "at \(width) columns")
    }
  }

  @Test func `the setting names the live tests`() {
    let text = ReportFormat.text.render(
      results(.clusterSplit).document, width: 200, hasStyle: false)
    #expect(
      text.hasPrefix(
        "quickstart: 2,000 members, 14 days (3 warm-up), 2 arms and live tests (cluster-split) in 4"
          + " parallel worlds\n"))
  }

  @Test func `140 columns have room for all columns of a live test`() {
    expectEqual(
      live(results(.userSplit()), width: 140),
      #"""
      affinity against newest in a live user-split: biased in 7 of 8 metrics; a verdict that differs from the parallel worlds in none.

      Fairness to creators                global      live      bias                95% CI        live/global  SD ×  wrong sign  verdict
      creator_exposure_gini ↓             +0.054    +0.029    −0.025      [−0.029, −0.021]  0.53 [0.49, 0.57]  0.6×         0/4  worse
      group_exposure_ratio →1             +0.308    +0.163    −0.145      [−0.170, −0.119]  0.53 [0.49, 0.57]  0.6×         0/4  better

      Fairness to contest entrants        global      live      bias                95% CI        live/global  SD ×  wrong sign  verdict
      rank_quality_tau ↑                       –         –         –                     –                  –     –           –  –

      Freshness                           global      live      bias                95% CI        live/global  SD ×  wrong sign  verdict
      age_at_impression_p50_s ↓          +2.12 d   +1.12 d   −1.00 d        [−1.09, −0.90]  0.53 [0.49, 0.57]  1.2×         0/4  worse
      feed_turnover ↑                      0.000     0.000     0.000      [−0.009, +0.009]                  –  0.5×         2/4  too small

      Diversity                           global      live      bias                95% CI        live/global  SD ×  wrong sign  verdict
      category_beta_diversity             +0.330    +0.175    −0.155      [−0.176, −0.135]  0.53 [0.49, 0.57]  0.7×         0/4  higher
      user_week_effective_categories ↑     −1.07     −0.55     +0.51        [+0.42, +0.60]  0.52 [0.47, 0.57]  0.6×         0/3  not sure yet

      Utility and engagement              global      live      bias                95% CI        live/global  SD ×  wrong sign  verdict
      like_rate ↑                       +0.00555  +0.00294  −0.00261  [−0.00280, −0.00241]  0.53 [0.49, 0.57]  1.0×         0/4  better
      relevance@10 ↑                     +0.0907   +0.0481   −0.0426    [−0.0454, −0.0398]  0.53 [0.49, 0.57]  1.8×         0/4  better

      global: all on the candidate − all on the baseline, in parallel worlds; live: the candidate's group − the baseline's group of one world
      (user-split); bias = live − global, paired by world; SD ×: the live difference's standard deviation between worlds ÷ the global one's; wrong
      sign: worlds whose live test has the opposite sign of the global effect; verdict: global → live, if they differ.
      """#)
  }

  @Test func `80 columns have room for the bias`() {
    #expect(
      live(results(.userSplit()), width: 80).contains(
        """

        Fairness to creators                global      live      bias  verdict
        creator_exposure_gini ↓             +0.054    +0.029    −0.025  worse
        group_exposure_ratio →1             +0.308    +0.163    −0.145  better

        """))
  }

  @Test func `an arm against itself is not misleading`() {
    #expect(
      live(results(.switchback(), ["newest-again"]), width: 140).hasPrefix(
        "newest-again against newest in a live switchback 1d: biased in none of 8 metrics; a verdict"
          + " that differs from the parallel worlds in none.\n"))
  }
}
