internal import ReportKit
import Testing

@Suite struct WeightMarkdownTests {
  @Test func `has the answers and a table a metric`() {
    #expect(
      SampleWeights.screening.markdown == #"""
        <!-- feedlab:weights scenario=quickstart -->
        ### FeedLab sensitivity of weights: quickstart

        2,000 members, 14 days (3 warm-up), 3 tuned numbers of arm blend at 18 points, 3 parallel worlds at each.

        - No measurable effect on relevance\@10: home.weights.like, home.weights.view, home.half-life.
        - engagement\_rate depends most on home.weights.like ↗ (μ\* 0.08), then home.weights.view ↘ (μ\* 0.053).
        - No measurable effect on engagement\_rate: home.half-life.

        | Latent relevance of a slate's first 10 positions `relevance@10` ↑ | range | μ\* | σ | dummy |
        |:--|:--|--:|--:|--:|
        | home.weights.like | 0 to 9 | 0 ±0 | 0 | 0 |
        | home.weights.view | 0 to 9 | 0 ±0 | 0 | 0 |
        | home.half-life | 1d, 7d | 0 ±0 | 0 | 0 |

        | Share of posts looked at that led to a like, a comment, a save or a vote `engagement_rate` ↑ | range | μ\* | σ | dummy |
        |:--|:--|--:|--:|--:|
        | home.weights.like ↗ | 0 to 9 | 0.08 ±0.03 | 0.05 | 0.01 |
        | home.weights.view ↘ | 0 to 9 | 0.053 ±0.009 | 0.018 | 0.005 |
        | home.half-life | 1d, 7d | 0 ±0 | 0 | 0 |

        μ\*: mean absolute effect on the metric of crossing a number's range, ± standard error; σ: SD of the effects  
        dummy: the μ\* of a weight without effect, by chance, in as many worlds  
        ↗ the metric grows with the number · ↘ the metric falls · ↕ both · no mark: not significant  

        Morris screening in 4 trajectories over 4 levels, with separate worlds (3 parallel worlds) for each trajectory; no measurable effect: an F test at 0.05 for all numbers together is not significant; seed 1, worlds of the search space of tuning.

        Halving home.weights.like, home.weights.view together has no effect: only their ratios matter, so that tuning need not search their common factor ('normalize: l1' or 'fix').

        No effect: home.half-life.

        """#)
  }
}
