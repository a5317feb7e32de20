import Experiments
internal import ReportKit
import TestSupport
import Testing

@Suite struct SensitivityMarkdownTests {
  @Test func `has a list of answers, names of metrics, and what was varied in a section`() {
    let text = SampleSocieties.results(slope: 2).markdown
    let lines = text.split(separator: "\n")
    expectEqual(
      lines.prefix(2),
      [
        "<!-- feedlab:sensitivity scenario=quickstart -->", "### FeedLab sensitivity: quickstart",
      ])
    for line in [
      "- affinity beats newest on likes an examined post in 100% of plausible communities; on relevance of the top ten in 56%; on inequality of exposure in 38%.",
      "#### affinity against newest",
      "| Fairness to creators | better | worse | small | unsure | Most influential (μ*) |",
      "| Inequality of exposure `creator_exposure_gini` ↓ | 38% | 63% | 0% | 0% | examination.eta ↗ 0.0900 ±0.0000 |",
      "| Separate bubbles `category_beta_diversity` | 44% | 56% | 0% | 0% | posting.feedback ↕ 0.38 ±0.08, examination.eta ↘ 0.23 ±0.07 |",
      "- Inequality of exposure of affinity: better in 38%, worse in 63%",
      "  - examination.eta 0.2 → 0.8: better → worse in 2 of 4 steps",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
    #expect(
      text.hasSuffix(
        """

        #### Varied parameters

        | Parameter | From | To | Default | Scale | Reason |
        | --- | --- | --- | --- | --- | --- |
        | `behaviour.examination.eta` | 0.2 | 1.1 | 0.5 | linear | from hardly any position bias to that of search results; no data of scrolled feeds |
        | `behaviour.posting.feedback` | 0 | 1 | 0.5 | linear | an assumption: from none to a doubled rate |
        | `behaviour.voting.fatigue` | 0 | 0.15 | 0.05 | linear | an assumption: none to three times the default |

        """))
  }
}
