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
        - engagement\_rate is moved most by home.weights.like ↗ (μ\* 0.08), then home.weights.view ↘ (μ\* 0.053).
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

        μ\*: mean size of what crossing a number's range does to the metric, ± standard error; σ: their SD  
        dummy: the μ\* of a weight that does nothing, by chance alone, in as many worlds  
        ↗ the metric grows with the number · ↘ it falls · ↕ both · no mark: no more than chance  

        Morris screening in 4 trajectories over 4 levels, 3 parallel worlds of its own for each trajectory; no measurable effect: an F test at 0.05 for all numbers together finds no more than chance; seed 1, worlds of the space that tuning searches in.

        Halving home.weights.like, home.weights.view together changes nothing: only their ratios count, and tuning need not search their common factor ('normalise: l1' or 'fix').

        Nothing changed with home.half-life.

        """#)
  }
}
