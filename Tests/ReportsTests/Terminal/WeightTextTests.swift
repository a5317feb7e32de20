import ReportKit
internal import Studies
import TestSupport
import Testing

@Suite struct WeightTextTests {
  @Test func `a screening has the answers, a table a metric and what a dummy would show`() {
    expectEqual(
      ReportFormat.text.render(SampleWeights.screening.document, width: 100, hasStyle: false),
      """
      quickstart: 2,000 members, 14 days (3 warm-up), 3 tuned numbers of arm blend at 18 points, 3
      parallel worlds at each

      No measurable effect on relevance@10: home.weights.like, home.weights.view, home.half-life.

      Relevance@10 ↑     range     μ*  σ  dummy
      home.weights.like  0 to 9  0 ±0  0      0
      home.weights.view  0 to 9  0 ±0  0      0
      home.half-life     1d, 7d  0 ±0  0      0

      Engagement rate depends most on home.weights.like ↗ (μ* 0.08), then home.weights.view ↘ (μ* 0.053).
      No measurable effect on engagement rate: home.half-life.

      Engagement rate ↑    range             μ*      σ  dummy
      home.weights.like ↗  0 to 9    0.08 ±0.03   0.05   0.01
      home.weights.view ↘  0 to 9  0.053 ±0.009  0.018  0.005
      home.half-life       1d, 7d          0 ±0      0      0

      μ*: mean absolute effect on the metric of crossing a number's range, ± standard error; σ: SD of the
      effects
      dummy: the μ* of a weight without effect, by chance, in as many worlds
      ↗ the metric grows with the number  ↘ the metric falls  ↕ both  no mark: not significant
      Morris screening in 4 trajectories over 4 levels, with separate worlds (3 parallel worlds) for each
      trajectory; no measurable effect: an F test at 0.05 for all numbers together is not significant;
      seed 1, worlds of the search space of tuning.
      Halving home.weights.like, home.weights.view together has no effect: only their ratios matter, so
      that tuning need not search their common factor ('normalize: l1' or 'fix').
      No effect: home.half-life.

      """)
  }

  @Test func `Sobol's indices are shares with intervals`() {
    expectEqual(
      ReportFormat.text.render(SampleWeights.variance.document, width: 100, hasStyle: false),
      """
      quickstart: 2,000 members, 14 days (3 warm-up), 3 tuned numbers of arm blend at 82 points, 3
      parallel worlds at each

      Relevance@10 does not vary.

      Relevance@10 ↑     range   alone  95% CI  in all  95% CI
      home.weights.like  0 to 9      –       –       –       –
      home.weights.view  0 to 9      –       –       –       –
      home.half-life     1d, 7d      –       –       –       –

      Engagement rate varies most with home.weights.like (59% of its variance), then home.weights.view
      (58% of its variance).
      No measurable effect on engagement rate: home.half-life.

      Engagement rate ↑  range   alone       95% CI  in all       95% CI
      home.weights.like  0 to 9    29%  [−48%, 72%]     59%  [20%, 102%]
      home.weights.view  0 to 9    52%    [7%, 89%]     58%  [29%, 106%]
      home.half-life     1d, 7d     2%  [−41%, 41%]      0%     [0%, 0%]

      Shares of the metric's variance while all numbers vary over their ranges, with bootstrap intervals
      alone: the share that vanishes if the number is fixed (first-order index) in all: the share with all
      interactions of the number (total index)
      Sobol's indices from 16 samples by Jansen's estimators, 3 parallel worlds for all points; no
      measurable effect: the interval in all ends below 1%; seed 1, worlds of the search space of tuning.
      Halving home.weights.like, home.weights.view together has no effect: only their ratios matter, so
      that tuning need not search their common factor ('normalize: l1' or 'fix').
      No effect: home.half-life.

      """)
  }

  @Test func `a narrow terminal has fewer columns`() {
    let text = ReportFormat.text.render(SampleWeights.variance.document, width: 60, hasStyle: false)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 }, "\(text)")
  }
}
