import Experiments
import ReportKit
internal import Studies
import TestSupport
import Testing

@Suite struct MarkdownReportTests {
  @Test func `has a sentence a candidate and a table a family`() {
    let results = SampleResults.results(candidates: ["affinity"])
    expectEqual(
      results.markdown,
      #"""
      <!-- feedlab:summary scenario=quickstart -->
      ### FeedLab: quickstart

      2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds.

      | affinity | limit | newest | change |  |  |
      |:--|--:|--:|--:|:--|:--|
      | Inequality of exposure | – | 0.605 | +0.054 | [+0.046, +0.061] | worse |
      | Least shown group, distance from 1 | – | 0.80 | −0.09 | [−0.12, −0.06] | better |
      | Median age when shown | – | 3.2 h | +50.8 h | [+49.0, +52.7] | worse |
      | Separate bubbles | – | 1.21 | +0.33 | [+0.30, +0.36] | higher |
      | Likes an examined post | – | 0.0401 | +0.0056 | [+0.0051, +0.0060] | better |
      | Relevance of the top ten | – | 0.550 | +0.091 | [+0.088, +0.093] | better |

      <details><summary>affinity against newest</summary>

      **affinity** against **newest**: fairness to creators better in 1, worse in 1 of 2; freshness worse in 1 of 2; diversity not sure yet; utility and engagement better.

      | Fairness to creators | newest | affinity | Change | Interval | Limit | p | Verdict |
      |:--|--:|--:|--:|:-:|--:|--:|:--|
      | Inequality of exposure `creator_exposure_gini` ↓ | 0.605 | 0.659 | +0.054 | [+0.046, +0.061] | – | <0.001 | worse |
      | Least shown group `group_exposure_ratio` →1 | 0.80 | 1.11 | −0.09 | [−0.12, −0.06] | – | <0.001 | better |

      | Freshness | newest | affinity | Change | Interval | Limit | p | Verdict |
      |:--|--:|--:|--:|:-:|--:|--:|:--|
      | Median age when shown `age_at_impression_p50_s` ↓ | 3.2 h | 54.0 h | +50.8 h | [+49.0, +52.7] | – | <0.001 | worse |
      | New posts on a refresh `feed_turnover` ↑ | 0.915 | 0.915 | 0.0% | [−2.0, +2.0] | 4% | 1.000 | too small |

      | Diversity | newest | affinity | Change | Interval | Limit | p | Verdict |
      |:--|--:|--:|--:|:-:|--:|--:|:--|
      | Separate bubbles `category_beta_diversity` | 1.21 | 1.54 | +0.33 | [+0.30, +0.36] | – | <0.001 | higher |
      | Categories a week `user_week_effective_categories` ↑ | 6.10 | 5.03 | −1.07 | – | – | <0.001 | not sure yet |

      | Utility and engagement | newest | affinity | Change | Interval | Limit | p | Verdict |
      |:--|--:|--:|--:|:-:|--:|--:|:--|
      | Likes an examined post `like_rate` ↑ | 0.0401 | 0.0457 | +0.0056 | [+0.0051, +0.0060] | – | <0.001 | better |
      | Relevance of the top ten `relevance@10` ↑ | 0.550 | 0.641 | +0.091 | [+0.088, +0.093] | – | <0.001 | better |

      Without a value: Contests find the best.

      </details>

      ↑ higher is better · ↓ lower is better · →x the nearer to x, the better: the change is in the distance from x

      4 pairs of worlds; pairing divided the variance of the differences by 2.5 (median); seed 18446744073709551615; alpha 0.05 and intervals of 95 % for each difference; tests are not corrected for their number.

      No action has an intercept.

      - Categories a week of affinity: no value in 1 of 4 worlds

      """#)
  }

  @Test func `measured arms have a section each, and the scale of the reference rankers another`() {
    let results = SampleResults.results(
      candidates: [], baseline: nil, hasReferenceRankers: true,
      metrics: [0, 8].map { SampleResults.metrics[$0] })
    let lines = results.markdown.split(separator: "\n")
    expectEqual(lines.filter { $0.hasPrefix("#### ") }, ["#### Between random and ideal"])
    expectEqual(
      lines.filter { $0.hasPrefix("<details><summary>") },
      ["newest", "random", "ideal"].map { "<details><summary>\($0)</summary>" })
    #expect(
      results.markdown.contains(
        """

        **Relevance of the top ten** is highest under **ideal**, 0.750 [0.748, 0.753], and lowest under \
        **random**, 0.451 [0.448, 0.453].

        """))
    let relevance = "| Relevance of the top ten `relevance@10` ↑ |"
    expectEqual(
      lines.filter { $0.hasPrefix(relevance) }.map { $0.dropFirst(relevance.count) },
      [
        " 0.550 ±0.003 | 0.451 ±0.002 | 0.750 ±0.002 |",
        " 0.550 | [0.548, 0.553] | 0.002 | 4 | 12 |", " 0.451 | [0.448, 0.453] | 0.001 | 4 | 12 |",
        " 0.750 | [0.748, 0.753] | 0.001 | 4 | 12 |", " 0.451 | 0.750 | 0.33 | [0.33, 0.34] |",
      ])
  }

  @Test func `metrics by day have a table each`() {
    let results = SampleResults.results(
      candidates: [], baseline: nil, metrics: [SampleResults.metrics[3]])
    #expect(
      ReportFormat.markdown.render(results.document(by: .day)).contains(
        """
        #### By simulated day from 0

        By simulated day from 0, mean ±95% CI; a metric without a row is not defined there.

        | Median age when shown `age_at_impression_p50_s` ↓ | newest |
        |:--|--:|
        | 0 | 19 min ±1 |
        | 1 | 38 min ±2 |

        """))
  }

  @Test func `every row of a table has as many cells as its heading`() {
    let results = SampleResults.results(candidates: ["affinity", "newest-again"])
    var cells: Int?
    let text = results.markdown
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        cells = nil
        continue
      }
      let count = line.count { $0 == "|" }
      expectEqual(count, cells ?? count, "\(line)")
      cells = count
    }
  }
}
