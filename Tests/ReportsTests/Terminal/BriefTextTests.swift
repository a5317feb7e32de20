import Experiments
internal import FeedMetrics
internal import Foundation
import ReportKit
import Scenarios
internal import Studies
import TestSupport
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
    expectEqual(
      text(["affinity", "newest-again"]),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 3 arms in 4 parallel worlds

      affinity                            limit  change
      Relevance of the top ten                –  +0.091 [+0.086, +0.095]  better
      Inequality of exposure                  0  +0.054 [+0.041, +0.067]  broken
      New posts on a refresh                −4%    0.0% [−2.0, +2.0]      ok
      Least shown group, distance from 1      –   −0.09 [−0.12, −0.06]    better

      newest-again                        limit  change
      Relevance of the top ten                –   0.000 [0.000, 0.000]    too small
      Inequality of exposure                  0   0.000 [0.000, 0.000]    ok
      New posts on a refresh                −4%    0.0% [0.0, 0.0]        ok

      ✕ Do not ship affinity: Inequality of exposure +0.054 [+0.041, +0.067], limit 0,
        broken.
      = No reason to ship newest-again: Relevance of the top ten 0.000 [0.000, 0.000]
        too small; 2 limits ok.

      --full prints all 9 metrics.

      """#)
  }

  private func decisions(
    of primary: String, random: String = "random", ideal: String = "ideal"
  ) -> (text: String, results: ExperimentResults) {
    let results = SampleResults.results(
      candidates: ["affinity", "newest-again"],
      headroom: .references(worlds: 4, random: random, ideal: ideal),
      metrics: SampleResults.metrics, questions: Scenario.Questions(primary: primary))
    let text = ReportFormat.text.render(
      results.document(isBrief: true), width: 80, hasStyle: false)
    // The pointer to more is last.
    let parts = text.components(separatedBy: "\n\n")
    return (parts[parts.count - 2], results)
  }

  @Test func `what order can bring is below the decisions`() {
    expectEqual(
      decisions(of: "relevance@10").text,
      #"""
      ✓ Ship affinity: Relevance of the top ten +0.091 [+0.088, +0.093] better.
      = No reason to ship newest-again: Relevance of the top ten 0.000 [0.000, 0.000]
        too small.
      Order can bring here: random −18.1%, ideal +36.4% of newest's relevance of the
        top ten. affinity brings +16.5%, newest-again 0.0%.
      """#)
  }

  @Test func `where order decides nothing, that is the first line, and no arm is shipped`() {
    let found = decisions(of: "relevance@10", random: "newest", ideal: "newest-again")
    expectEqual(
      found.text,
      #"""
      ! In this world order makes no difference that can be measured: in relevance of
        the top ten, ideal order cannot be distinguished from random order (0.000
        [0.000, 0.000] in 4 worlds). No arm is shipped on such evidence; more members,
        more days or more posts for each look give order something to decide.
      ? No headroom to judge affinity: Relevance of the top ten +0.091 [+0.088,
        +0.093] better.
      = No reason to ship newest-again: Relevance of the top ten 0.000 [0.000, 0.000]
        too small.
      """#)
    expectEqual(found.results.decisions.map(\.outcome), [.noHeadroom, .equivalent])
    #expect(
      found.results.markdown.contains(
        "! In this world order makes no difference that can be measured")
    )
    #expect(
      found.results.mail.contains("In this world order makes no difference that can be measured"))
    let commands = found.results.gate(at: RuleLocations(file: "town.yml", lines: [:]))
      .workflowCommands
    #expect(
      commands.hasPrefix(
        "::warning file=town.yml,line=1,title=headroom of quickstart::In this world order makes no")
    )
  }

  @Test func `an arm that must not be shipped stays one, whatever order decides`() {
    let text = decisions(of: "creator_exposure_gini").text
    // Ideal order has 0.003 more inequality than random order, between −0.013 and +0.018.
    #expect(text.hasPrefix("! In this world order makes no difference that can be measured:"))
    #expect(text.contains("(+0.003\n  [−0.013, +0.018] in 4 worlds)"), "\(text)")
    #expect(
      text.contains(
        "\n✕ Do not ship affinity: Inequality of exposure +0.054 [+0.046, +0.061] worse."),
      "\(text)")
  }

  @Test func `many arms have a line each, the best first`() {
    expectEqual(
      text(["affinity", "newest-again", "random", "ideal"]),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 5 arms in 4 parallel worlds

         against newest  Relevance of the top ten  change                          limits
      ?  ideal                              0.750  +0.200 [+0.197, +0.203] better  1 of 2 ok
      ✕  affinity                           0.641  +0.091 [+0.085, +0.096] better  broken: Inequality of exposure
      =  newest-again                       0.550  0.000 [0.000, 0.000] too small  2 of 2 ok
      ✕  random                             0.451  −0.100 [−0.101, −0.098] worse   1 of 2 ok

      ✕ Do not ship affinity: Inequality of exposure +0.054 [+0.039, +0.069], limit 0,
        broken.
      = No reason to ship newest-again: Relevance of the top ten 0.000 [0.000, 0.000]
        too small; 2 limits ok.
      ✕ Do not ship random: Relevance of the top ten −0.100 [−0.101, −0.098] worse.
      ? Not sure yet about ideal: New posts on a refresh has no value. Remove new
        posts on a refresh from the tested metrics.

      --full prints all 9 metrics.

      """#)
  }

  @Test func `without tested metrics the changes by family are last`() {
    expectEqual(
      text(["affinity"], Scenario.Questions()),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

      affinity                            limit   change
      Inequality of exposure                  –   +0.054 [+0.046, +0.061]    worse
      Least shown group, distance from 1      –    −0.09 [−0.12, −0.06]      better
      Median age when shown                   –  +50.8 h [+49.0, +52.7]      worse
      Separate bubbles                        –    +0.33 [+0.30, +0.36]      higher
      Likes an examined post                  –  +0.0056 [+0.0051, +0.0060]  better
      Relevance of the top ten                –   +0.091 [+0.088, +0.093]    better

      affinity against newest: fairness to creators better in 1, worse in 1 of 2;
      freshness worse in 1 of 2; diversity not sure yet; utility and engagement
      better.

      --full prints all 9 metrics.

      """#)
  }

  @Test func `a filter or a breakdown prints all rows that it chooses`() {
    let results = SampleResults.results(
      candidates: ["affinity"], metrics: SampleResults.metrics, questions: Self.tested)
    func text(_ document: Document) -> String {
      ReportFormat.text.render(document, width: 100, hasStyle: false)
    }
    let hidden: Set = ["like_rate"]
    expectEqual(
      text(results.document(hiding: hidden, isBrief: true)), text(results.document(hiding: hidden)))
    expectEqual(
      text(results.document(by: .surface, isBrief: true)), text(results.document(by: .surface)))
    // Markdown has everything.
    expectEqual(
      ReportFormat.markdown.render(results.document(isBrief: true), width: 100, hasStyle: false),
      results.markdown)
  }
}
