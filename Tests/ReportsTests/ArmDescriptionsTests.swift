import Experiments
import FeedMetrics
import ReportKit
import Reports
import Scenarios
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// What each arm is, from the scenario's comments and the arms' rankers.
@Suite struct ArmDescriptionsTests {
  private func results(_ comments: ScenarioComments?) throws -> ExperimentResults {
    let metric = try #require(MetricCatalogue.definition("like_rate"))
    let resolved = """
      {"arms":{"new":{"contest":{"ranker":"recency"},"home":{"ranker":"affinity"}},\
      "old":{"contest":{"ranker":"recency"},"home":{"ranker":"recency"}}},"name":"town"}
      """
    var design = ExperimentDesign(
      scenario: "town", scenarioDigest: "", resolvedScenario: resolved, seed: 1, members: 100,
      days: 14, warmUpDays: 0, arms: ["old", "new"], baseline: "old", worlds: 2, metrics: [metric])
    design.comments = comments
    let outcomes = ["old", "new"].flatMap { arm in
      (0..<2).map { world in
        WorldOutcome(
          arm: arm, world: world, values: [metric.id: MetricValue(Double(world), support: 1)],
          digest: "", summary: WorldSummary())
      }
    }
    return ExperimentResults(design: design, outcomes: outcomes)
  }

  private let comments = ScenarioComments(
    title: "Does <taste> pay?", arms: ["new": "what people like first"])

  @Test func `an arm has the scenario's comment with the names of its rankers, or what these do`()
    throws
  {
    let with = ArmDescriptions(try results(comments).design)
    expectEqual(with.text(of: "new"), "what people like first (home: affinity)")
    let without = ArmDescriptions(try results(nil).design)
    // The contest feeds are alike.
    expectEqual(without.text(of: "old"), "home: newest first")
    expectEqual(
      without.text(of: "new"),
      "home: posts of the categories that the viewer interacts with, newest first inside each")
  }

  @Test func `of a file's digest an arm's description has twelve digits`() throws {
    var design = try results(nil).design
    let (one, other) = (String(repeating: "0a", count: 32), String(repeating: "1b", count: 32))
    design.resolvedScenario = """
      {"arms":{"new":{"home":{"ranker":"external","scores":"sha256:\(one)"}},\
      "old":{"home":{"ranker":"external","scores":"sha256:\(other)"}}},"name":"town"}
      """
    let text = ArmDescriptions(design).text(of: "new")
    #expect(text.hasSuffix(" (scores sha256:0a0a0a0a0a0a)"), "\(text)")
  }

  @Test func `the arms are above all tables, in full, in Markdown and in a mail`() throws {
    let results = try results(comments)
    let text = ReportFormat.text.render(results.document, width: 200, hasStyle: false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let title = try #require(lines.firstIndex(of: "Does <taste> pay?"))
    expectEqual(lines[title + 2], "old (baseline): home: newest first.")
    expectEqual(lines[title + 3], "new: what people like first (home: affinity).")
    let markdown = ReportFormat.markdown.render(results.document, width: 80, hasStyle: false)
    #expect(markdown.contains(#"Does \<taste\> pay?"#))
    #expect(markdown.contains("\n- **new**: what people like first (home: affinity)."))
    let mail = results.mail.replacing(/<[^>]*>/, with: "")
    #expect(mail.contains("\nold (baseline): home: newest first."))
    #expect(mail.contains("\nnew: what people like first (home: affinity)."))
  }

  @Test func `the page has what is compared above its headline, and the title among the facts`()
    throws
  {
    let page = HTMLReport(try results(comments)).text
    #expect(page.contains("<span>town · new against old</span>"))
    #expect(page.contains("<dt>Scenario</dt><dd>Does &lt;taste&gt; pay?</dd>"))
    #expect(page.contains("what people like first (home: affinity)"))
  }
}
