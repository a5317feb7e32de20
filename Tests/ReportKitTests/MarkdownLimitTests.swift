import Experiments
import FeedMetrics
import Reports
import Testing

/// Markdown that fits into a comment.
@Suite struct MarkdownLimitTests {
  @Test func `five hundred metrics leave whole tables out, and say how many`() {
    let families = MetricFamily.allCases
    let metrics = (0..<500).map { index in
      MetricDefinition(
        id: "metric_\(index)", family: families[index % families.count],
        name: "A name of the usual length of a metric's name, which is long", formula: "",
        unit: "", direction: .higher, range: "", undefined: "", source: "")
    }
    let results = SampleResults.results(candidates: ["affinity"], metrics: metrics)
    let text = MarkdownReport(results).text
    #expect(text.count <= 60_000)
    #expect(text.count > 30_000, "no more is left out than must be")
    #expect(text.hasPrefix("<!-- feedlab:summary scenario=quickstart -->\n"))
    #expect(text.contains("table") && text.hasSuffix(" left out; results.json has all figures.\n"))
    // A table is whole or not there: each row that begins with a bar has as many bars as its heading.
    for block in text.split(separator: "\n\n") where block.hasPrefix("|") {
      let bars = block.split(separator: "\n").map { line in line.count { $0 == "|" } }
      #expect(Set(bars).count == 1, "\(block.prefix(80))")
    }
  }

  @Test func `a text that fits is left as it is`() {
    let text = MarkdownReport(SampleResults.results(candidates: ["affinity"])).text
    #expect(!text.contains("left out"))
  }
}
