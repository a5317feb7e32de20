internal import ReportKit
import TestSupport
import Testing

@Suite struct WeightMarkdownTests {
  @Test func `answers are a list, and a metric's table has its name`() {
    let lines = SampleWeights.screening.markdown.split(separator: "\n")
    expectEqual(
      lines.prefix(2),
      [
        "<!-- feedlab:weights scenario=quickstart -->",
        "### FeedLab sensitivity of weights: quickstart",
      ])
    for line in [
      #"- No measurable effect on relevance\@10: home.weights.like, home.weights.view, home.half-life."#,
      #"- Engagement rate depends most on home.weights.like ↗ (μ\* 0.08), then home.weights.view ↘ (μ\* 0.053)."#,
      #"| Relevance\@10 `relevance@10` ↑ | range | μ\* | σ | dummy |"#,
      "| home.weights.like ↗ | 0 to 9 | 0.08 ±0.03 | 0.05 | 0.01 |",
    ] {
      #expect(lines.contains { $0 == line }, "\(line)")
    }
  }
}
