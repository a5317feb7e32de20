import Experiments
import FeedMetrics
import ReportKit
internal import Studies
import SyntheticSociety
import TestSupport
import Testing

@Suite struct TextReportTests {
  @Test func `no line is wider than the terminal from 80 columns up`() {
    for width in 80...160 {
      let lines = text(width: width).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "at \(width) columns")
    }
  }

  @Test func `80 columns have room for the change, its interval and the word`() {
    #expect(
      text(width: 80).contains(
        """

        Freshness                          change            interval  verdict
        age_at_impression_p50_s ↓         +50.8 h      [+49.0, +52.7]  worse
        feed_turnover ↑                      0.0%        [−2.0, +2.0]  too small

        Diversity                          change            interval  verdict
        category_beta_diversity             +0.33      [+0.30, +0.36]  higher
        user_week_effective_categories ↑    −1.07                   –  not sure yet

        """))
  }

  @Test func `100 columns have room for the means and the limit too`() {
    #expect(
      text(width: 100).contains(
        """

        Fairness to creators              newest  affinity   change            interval  limit  verdict
        creator_exposure_gini ↓            0.605     0.659   +0.054    [+0.046, +0.061]      –  worse
        group_exposure_ratio →1             0.80      1.11    −0.09      [−0.12, −0.06]      –  better

        """))
  }

  @Test func `140 columns have room for names and whole intervals`() {
    expectEqual(
      text(width: 140),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

      affinity against newest: fairness to creators better in 1, worse in 1 of 2; freshness worse in 1 of 2; diversity not sure yet; utility and
      engagement better.

      Fairness to creators              newest  affinity   change            interval  limit       p  verdict
      creator_exposure_gini ↓            0.605     0.659   +0.054    [+0.046, +0.061]      –  <0.001  worse
      group_exposure_ratio →1             0.80      1.11    −0.09      [−0.12, −0.06]      –  <0.001  better

      Freshness                         newest  affinity   change            interval  limit       p  verdict
      age_at_impression_p50_s ↓          3.2 h    54.0 h  +50.8 h      [+49.0, +52.7]      –  <0.001  worse
      feed_turnover ↑                    0.915     0.915     0.0%        [−2.0, +2.0]     4%   1.000  too small

      Diversity                         newest  affinity   change            interval  limit       p  verdict
      category_beta_diversity             1.21      1.54    +0.33      [+0.30, +0.36]      –  <0.001  higher
      user_week_effective_categories ↑    6.10      5.03    −1.07                   –      –  <0.001  not sure yet

      Utility and engagement            newest  affinity   change            interval  limit       p  verdict
      like_rate ↑                       0.0401    0.0457  +0.0056  [+0.0051, +0.0060]      –  <0.001  better
      relevance@10 ↑                     0.550     0.641   +0.091    [+0.088, +0.093]      –  <0.001  better

      Without a value: Contests find the best.

      ↑ higher is better  ↓ lower is better  →x the nearer to x, the better: the change is in the distance from x
      4 pairs of worlds; pairing divided the variance of the differences by 2.5 (median); seed 18446744073709551615; alpha 0.05 and intervals of
      95 % for each difference; tests are not corrected for their number.
      Categories a week of affinity: no value in 1 of 4 worlds

      """#)
  }

  @Test func `several candidates have a block each, in the same columns`() {
    let results = SampleResults.results(
      candidates: ["affinity", "newest-again"], metrics: [SampleResults.metrics[0]])
    expectEqual(
      text(results, width: 100),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 3 arms in 4 parallel worlds

      affinity against newest: fairness to creators worse.

      Fairness to creators     newest  affinity  change          interval  limit       p  verdict
      creator_exposure_gini ↓   0.605     0.659  +0.054  [+0.046, +0.061]      –  <0.001  worse

      newest-again against newest: identical in every metric and world.

      Fairness to creators     newest  newest-again  change        interval  limit      p  verdict
      creator_exposure_gini ↓   0.605         0.605   0.000  [0.000, 0.000]      –  1.000  too small

      ↑ higher is better ↓ lower is better →x the nearer to x, the better: the change is in the distance
      from x
      4 pairs of worlds; pairing divided the variance of the differences by 19.2 (median); seed
      18446744073709551615; alpha 0.05 and intervals of 95 % for each difference; tests are not corrected
      for their number.

      """#)
  }

  @Test func `a baseline has one rounding, and a mean that is equal looks equal`() {
    let results = SampleResults.results(
      candidates: ["affinity", "newest-again"],
      metrics: SampleResults.metrics.filter { $0.id == "like_rate" })
    let rows = text(results, width: 100).split(separator: "\n").filter {
      $0.hasPrefix("like_rate ")
    }
    expectEqual(
      rows.map { $0.split(separator: " ")[2...3].joined(separator: " ") },
      ["0.0401 0.0457", "0.0401 0.0401"])
  }

  @Test func `one world has no interval, and the report gives the reason`() {
    let results = SampleResults.results(
      candidates: ["affinity"], worlds: 1, metrics: [SampleResults.metrics[0]])
    expectEqual(
      text(results, width: 100),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in one world

      affinity against newest: fairness to creators not sure yet.

      Fairness to creators     newest  affinity  change  interval  limit  p  verdict
      creator_exposure_gini ↓   0.610     0.660  +0.050         –      –  –  not sure yet

      ↑ higher is better ↓ lower is better →x the nearer to x, the better: the change is in the distance
      from x
      1 pair of worlds, which gives no interval; seed 18446744073709551615; alpha 0.05 and intervals of 95
      % for each difference; tests are not corrected for their number.

      """#)
  }

  @Test func `arms that are measured and not compared have a block each`() {
    let results = SampleResults.results(candidates: ["affinity"], baseline: nil)
    expectEqual(
      text(results, width: 100),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

      newest

      Fairness to creators                mean            95% CI      SD  worlds  support
      creator_exposure_gini ↓            0.605    [0.584, 0.626]   0.013       4       12
      group_exposure_ratio →1            0.802    [0.775, 0.830]   0.017       4       12

      Fairness to contest entrants        mean            95% CI      SD  worlds  support
      rank_quality_tau ↑                     –                 –       –       0        –

      Freshness                           mean            95% CI      SD  worlds  support
      age_at_impression_p50_s ↓          3.2 h        [3.0, 3.4]     0.1       4       12
      feed_turnover ↑                    0.915    [0.894, 0.936]   0.013       4       12

      Diversity                           mean            95% CI      SD  worlds  support
      category_beta_diversity             1.21      [1.18, 1.23]    0.01       4       12
      user_week_effective_categories ↑    6.15      [5.94, 6.36]    0.13       4       12

      Utility and engagement              mean            95% CI      SD  worlds  support
      like_rate ↑                       0.0401  [0.0399, 0.0404]  0.0002       4       12
      relevance@10 ↑                     0.550    [0.548, 0.553]   0.002       4       12

      affinity

      Fairness to creators                mean            95% CI      SD  worlds  support
      creator_exposure_gini ↓            0.659    [0.632, 0.685]   0.017       4       12
      group_exposure_ratio →1             1.11      [1.08, 1.14]    0.02       4       12

      Fairness to contest entrants        mean            95% CI      SD  worlds  support
      rank_quality_tau ↑                 0.350    [0.145, 0.555]   0.129       4       12

      Freshness                           mean            95% CI      SD  worlds  support
      age_at_impression_p50_s ↓         2.25 d      [2.17, 2.33]    0.05       4       12
      feed_turnover ↑                    0.915    [0.877, 0.953]   0.024       4       12

      Diversity                           mean            95% CI      SD  worlds  support
      category_beta_diversity             1.54      [1.49, 1.58]    0.03       4       12
      user_week_effective_categories ↑    5.03      [4.65, 5.41]    0.15       3       12

      Utility and engagement              mean            95% CI      SD  worlds  support
      like_rate ↑                       0.0457  [0.0454, 0.0459]  0.0002       4       12
      relevance@10 ↑                     0.641    [0.638, 0.644]   0.002       4       12

      ↑ higher is better  ↓ lower is better  →x the nearer to x, the better
      4 worlds; means over worlds with Student's intervals of 95 %, SD between worlds; support of a world
      on average; seed 18446744073709551615.
      Categories a week of affinity: no value in 1 of 4 worlds

      """#)
  }

  @Test func `one measured world has no interval`() {
    let results = SampleResults.results(
      candidates: [], baseline: nil, worlds: 1, metrics: [SampleResults.metrics[3]])
    expectEqual(
      text(results, width: 60),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), one arm in
      one world

      newest

      Freshness                   mean 95% CI  SD  worlds  support
      age_at_impression_p50_s ↓  3.1 h      –   –       1       12

      ↑ higher is better ↓ lower is better →x the nearer to x, the
      better
      one world, which gives no interval; seed
      18446744073709551615.

      """#)
  }

  @Test func `reference rankers show where each arm is between them`() {
    let metrics = [0, 3, 8].map { SampleResults.metrics[$0] }
    let results = SampleResults.results(
      candidates: ["affinity"], hasReferenceRankers: true, metrics: metrics)
    let wide = text(results, width: 100)
    #expect(
      wide.hasPrefix(
        """
        quickstart: 2,000 members, 14 days (3 warm-up), 2 arms and the reference rankers in 4 parallel
        worlds
        """))
    #expect(
      wide.contains(
        """

        On a scale with random at 0 and ideal at 1: mean of arm less random ÷ mean of ideal less random,
        with Fieller's limits; none where random and ideal are no further apart than chance moves them.

        Fairness to creators       random  ideal  newest        95% CI  affinity        95% CI
        creator_exposure_gini ↓     0.505  0.507       –             –         –             –

        Freshness                  random  ideal  newest        95% CI  affinity        95% CI
        age_at_impression_p50_s ↓   4.7 d  3.5 d    3.86  [3.63, 4.11]      2.05  [1.93, 2.19]

        Utility and engagement     random  ideal  newest        95% CI  affinity        95% CI
        relevance@10 ↑              0.451  0.750    0.33  [0.33, 0.34]      0.64  [0.63, 0.64]

        ↑ higher is better
        """))
    let narrow = text(results, width: 70)
    for block in [
      """
      Utility and engagement      change          interval  limit  verdict
      relevance@10 ↑              +0.091  [+0.088, +0.093]      –  better
      """,
      """
      Utility and engagement     random  ideal  newest  affinity
      relevance@10 ↑              0.451  0.750    0.33      0.64
      """,
    ] {
      #expect(narrow.contains("\n\n\(block)\n\n"), "\(narrow)")
    }
  }

  @Test func `metrics by day have a block each, with the arms beside each other`() {
    let results = SampleResults.results(
      candidates: ["affinity"], baseline: nil, metrics: [2, 3].map { SampleResults.metrics[$0] })
    #expect(
      ReportFormat.text.render(results.document(by: .day), width: 100, hasStyle: false).contains(
        """

        By simulated day from 0, mean ±95% CI; a metric without a row is not defined there.

        rank_quality_tau ↑            newest      affinity
          0                                –  0.035 ±0.021
          1                                –  0.070 ±0.041

        age_at_impression_p50_s ↓     newest      affinity
          0                        19 min ±1    5.4 h ±0.2
          1                        38 min ±2   10.8 h ±0.4

        ↑ higher is better
        """))
  }

  @Test func `a metric with a row for each group is shown unasked`() {
    let metric = SampleResults.metrics[8]
    let rows = [("majority", 0.5), ("minority", 0.25)].map {
      MetricTable.Row(label: $0.0, value: MetricValue($0.1, support: 3))
    }
    let design = ExperimentDesign(
      scenario: "groups", scenarioDigest: "", resolvedScenario: "{}", seed: 1, members: 10, days: 1,
      warmUpDays: 0, arms: ["newest"], worlds: 1, metrics: [], tables: [metric])
    let outcome = WorldOutcome(
      arm: "newest", world: 0, values: [:], tables: [MetricTable(definition: metric, rows: rows)],
      digest: "", summary: WorldSummary())
    let results = ExperimentResults(design: design, outcomes: [outcome])
    let block = """
      By group or week, mean ±95% CI; a metric without a row is not defined there.

      relevance@10 ↑  newest
        majority       0.500
        minority       0.250

      """
    #expect(
      text(results, width: 100).contains(
        "\n\n" + block))
    #expect(
      results.markdown.contains("\n#### By group or week\n"))
  }

  @Test func `no line of measured arms is wider than the terminal from 60 columns up`() {
    let results = SampleResults.results(
      candidates: ["affinity"], baseline: nil, hasReferenceRankers: true)
    for width in 60...140 {
      let lines = text(results, width: width).split(
        separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width }, "at \(width) columns")
    }
  }

  @Test(arguments: [60, 80, 100, 140])
  func `style changes nothing but how it looks`(width: Int) throws {
    let results = SampleResults.results(candidates: ["affinity"])
    let styled = ReportFormat.text.render(results.document, width: width, hasStyle: true)
    let escape = try Regex("\u{1B}\\[[0-9]*m")
    #expect(styled.contains("\u{1B}[31mworse"))
    #expect(styled.contains("\u{1B}[32mbetter"))
    expectEqual(styled.replacing(escape, with: ""), text(width: width))
  }

  private func text(width: Int) -> String {
    text(SampleResults.results(candidates: ["affinity"]), width: width)
  }

  private func text(_ results: ExperimentResults, width: Int) -> String {
    ReportFormat.text.render(results.document, width: width, hasStyle: false)
  }
}
