import Experiments
internal import ReportKit
import Testing

@Suite struct SensitivityMarkdownTests {
  @Test func `has the answers, a table a family, the turning points and what moved`() {
    #expect(
      SampleSocieties.results(slope: 2).markdown == #"""
        <!-- feedlab:sensitivity scenario=quickstart -->
        ### FeedLab sensitivity: quickstart

        2,000 members, 14 days (3 warm-up), 2 arms in 3 parallel worlds of each of 16 plausible societies.

        - affinity beats newest on like\_rate in 100% of plausible societies; on relevance\@10 in 56%; on creator\_exposure\_gini in 38%.
        - newest beats affinity on age\_at\_impression\_p50\_s in 100% of plausible societies; on creator\_exposure\_gini in 63%.

        #### affinity against newest

        | Fairness to creators | ▲ | ▼ | = | ~ | Moved most by (μ*) |
        |:--|--:|--:|--:|--:|:--|
        | Inequality of exposure `creator_exposure_gini` ↓ | 38% | 63% | 0% | 0% | examination.eta ↗ 0.0900 ±0.0000 |

        | Fairness to contest entrants | ▲ | ▼ | = | ~ | Moved most by (μ*) |
        |:--|--:|--:|--:|--:|:--|
        | Contests find the best `rank_quality_tau` ↑ | – | – | – | – | – |

        | Freshness | ▲ | ▼ | = | ~ | Moved most by (μ*) |
        |:--|--:|--:|--:|--:|:--|
        | Median age when shown `age_at_impression_p50_s` ↓ | 0% | 100% | 0% | 0% | posting.feedback ↗ 1.00 h ±0.00 |
        | New posts on a refresh `feed_turnover` ↑ | 0% | 0% | 100% | 0% | – |

        | Diversity | ▲ | ▼ | = | ~ | Moved most by (μ*) |
        |:--|--:|--:|--:|--:|:--|
        | Separate bubbles `category_beta_diversity` | △44% | ▽56% | 0% | 0% | posting.feedback ↕ 0.38 ±0.08, examination.eta ↘ 0.23 ±0.07 |

        | Utility and engagement | ▲ | ▼ | = | ~ | Moved most by (μ*) |
        |:--|--:|--:|--:|--:|:--|
        | Likes an examined post `like_rate` ↑ | 100% | 0% | 0% | 0% | – |
        | Relevance of the top ten `relevance@10` ↑ | 56% | 0% | 0% | 44% | posting.feedback ↘ 0.150 ±0.000 |

        Where verdicts turn:

        - creator\_exposure\_gini of affinity: better in 38%, worse in 63%
          - examination.eta 0.2 → 0.8: better → worse in 2 of 4 steps
          - examination.eta 0.5 → 1.1: better → worse in 2 of 4 steps
          - examination.eta at 0.2, 0.5, 0.8, 1.1: better in 100%, 100%, 0%, 0%; worse in 0%, 0%, 100%, 100%
        - category\_beta\_diversity of affinity: higher in 44%, lower in 56%
          - examination.eta 0.2 → 0.8: higher → lower in 1 of 4 steps
          - examination.eta 0.2 → 0.8: lower → higher in 1 of 4 steps
          - examination.eta 0.5 → 1.1: higher → lower in 2 of 4 steps
          - posting.feedback 0 → 0.667: lower → higher in 2 of 4 steps
          - posting.feedback 0.333 → 1: higher → lower in 1 of 4 steps
          - posting.feedback 0.333 → 1: lower → higher in 1 of 4 steps
          - posting.feedback at 0, 0.333, 0.667, 1: higher in 20%, 50%, 67%, 50%; lower in 80%, 50%, 33%, 50%

        Shares of societies: ▲ better (△ higher) · ▼ worse (▽ lower) · = equivalent or identical · ~ undecided  
        μ*: mean size of what crossing a parameter's plausible range does to Δ, ± standard error  
        ↗ Δ grows with the parameter · ↘ it falls · ↕ both · – no parameter does more than chance  

        Morris screening of 3 parameters in 4 trajectories over 4 levels; the standard error of a share is at most 12 points; seed 1; verdicts as of an A/B in each society, alpha 0.05, not corrected: where arms do not differ, 2.5% of the societies look better and 2.5% worse.

        The scenario's behaviour.examination.eta 2 moves all the same, from 0.2 to 1.1.

        Nothing changed with behaviour.voting.fatigue.

        #### What moved

        | Parameter | From | To | Default | Scale | Reason |
        | --- | --- | --- | --- | --- | --- |
        | `behaviour.examination.eta` | 0.2 | 1.1 | 0.5 | linear | from hardly any position bias to that of search results; no data of scrolled feeds |
        | `behaviour.posting.feedback` | 0 | 1 | 0.5 | linear | an assumption: from none to a doubled rate |
        | `behaviour.voting.fatigue` | 0 | 0.15 | 0.05 | linear | an assumption: none to three times the default |

        """#)
  }
}
