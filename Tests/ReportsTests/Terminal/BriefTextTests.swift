import Experiments
internal import FeedMetrics
import ReportKit
import Scenarios
internal import Studies
import Testing

/// What a terminal shows of an experiment unless it is asked for everything.
@Suite struct BriefTextTests {
  private static let tested = Scenario.Questions(
    primary: "relevance@10", guardrails: ["creator_exposure_gini", "feed_turnover"])

  private func text(
    _ candidates: [String], _ questions: Scenario.Questions = BriefTextTests.tested, width: Int = 80
  ) -> String {
    let results = SampleResults.results(
      candidates: candidates, metrics: SampleResults.metrics, questions: questions)
    return ReportFormat.text.render(
      results.document(isBrief: true), width: width, hasStyle: false)
  }

  @Test func `tested metrics, the largest changes, and the decision last`() {
    #expect(
      text(["affinity", "newest-again"])
        == #"""
        x
        """#)
  }

  @Test func `many arms have a line each, the best first`() {
    #expect(
      text(["affinity", "newest-again", "third", "fourth"])
        == #"""
        x
        """#)
  }

  @Test func `without tested metrics the changes by family are last`() {
    #expect(
      text(["affinity"], Scenario.Questions())
        == #"""
        x
        """#)
  }

  @Test func `a filter or a breakdown prints all rows that it chooses`() {
    let results = SampleResults.results(
      candidates: ["affinity"], metrics: SampleResults.metrics, questions: Self.tested)
    func text(_ document: Document) -> String {
      ReportFormat.text.render(document, width: 100, hasStyle: false)
    }
    let hidden: Set = ["like_rate"]
    #expect(
      text(results.document(hiding: hidden, isBrief: true))
        == text(results.document(hiding: hidden)))
    #expect(
      text(results.document(by: .surface, isBrief: true)) == text(results.document(by: .surface)))
    // Markdown has everything.
    #expect(
      ReportFormat.markdown.render(results.document(isBrief: true), width: 100, hasStyle: false)
        == results.markdown)
  }
}
