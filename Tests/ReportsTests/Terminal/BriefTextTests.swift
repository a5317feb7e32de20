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

      Primary and guardrails      newest         affinity  newest-again
      Relevance of the top ten !   0.550    ▲ +16.5% ±0.5   = 0.0% ±0.0
      Inequality of exposure !     0.605     ✕ +8.9% ±1.1   ✓ 0.0% ±0.0
      New posts on a refresh !     0.915      ✓ 0.0% ±2.0   ✓ 0.0% ±0.0

      Largest changes             newest         affinity  newest-again
      Least shown group             0.80    ▲ +38.3% ±7.0   = 0.0% ±0.0
      Median age when shown        3.2 h  ▼ +1,599% ±60.4   = 0.0% ±0.0
      Separate bubbles              1.21    △ +27.4% ±2.6   = 0.0% ±0.0
      Likes an examined post      0.0401    ▲ +13.8% ±1.1   = 0.0% ±0.0

      ▲▼ better, worse; ✓✕? limit kept, broken, unclear; ± 95 % interval; ! tested.
      --full prints all 9 metrics.

      ▼ Do not ship affinity: creator_exposure_gini breaks its limit (+8.9% [+7.8,
        +9.9]).
      = No reason to ship newest-again: relevance@10 is identical (0.0% [0.0, 0.0]);
        creator_exposure_gini keeps its limit (0.0% [0.0, 0.0]); feed_turnover keeps
        its limit (0.0% [0.0, 0.0]).

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
    let end = text.range(of: "metrics.\n\n").map { String(text[$0.upperBound...]) }
    return (end ?? text, results)
  }

  @Test func `what order can bring is below the decisions`() {
    expectEqual(
      decisions(of: "relevance@10").text,
      #"""
      ▲ Ship affinity: relevance@10 is better (+16.5% [+16.0, +17.0]).
      = No reason to ship newest-again: relevance@10 is identical (0.0% [0.0, 0.0]).
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
        the top ten, ideal order cannot be told apart from random order (0.0% [0.0,
        0.0] in 4 worlds). No arm is shipped on such evidence; more members, more days
        or more posts for each look give order something to decide.
      ~ No headroom to judge affinity: relevance@10 is better (+16.5% [+16.0, +17.0]).
      = No reason to ship newest-again: relevance@10 is identical (0.0% [0.0, 0.0]).

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
    // Ideal order has +0.5% of random order's inequality, between −2.5 and +3.5.
    #expect(text.hasPrefix("! In this world order makes no difference that can be measured:"))
    #expect(text.contains("(+0.5% [−2.5,\n  +3.5] in 4 worlds)"), "\(text)")
    #expect(text.contains("\n▼ Do not ship affinity: creator_exposure_gini is worse"), "\(text)")
  }

  @Test func `many arms have a line each, the best first`() {
    expectEqual(
      text(["affinity", "newest-again", "random", "ideal"]),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 5 arms in 4 parallel worlds

         against newest  Relevance of the top ten         change  limits
      ~  ideal                              0.750  ▲ +36.4% ±0.4  1 of 2 kept
      ▼  affinity                           0.641  ▲ +16.5% ±0.5  broken: Inequality of exposure
      =  newest-again                       0.550    = 0.0% ±0.0  2 of 2 kept
      ▼  random                             0.451  ▼ −18.1% ±0.1  1 of 2 kept

      ▲▼ better, worse; ✓✕? limit kept, broken, unclear; ± 95 % interval; ! tested.
      --full prints all 9 metrics.

      ▼ Do not ship affinity: creator_exposure_gini breaks its limit (+8.9% [+7.8,
        +9.9]).
      = No reason to ship newest-again: relevance@10 is identical (0.0% [0.0, 0.0]);
        creator_exposure_gini keeps its limit (0.0% [0.0, 0.0]); feed_turnover keeps
        its limit (0.0% [0.0, 0.0]).
      ▼ Do not ship random: relevance@10 is worse (−18.1% [−18.2, −18.0]).
      ~ Undecided on ideal: feed_turnover has no value.

      """#)
  }

  @Test func `without tested metrics the changes by family are last`() {
    expectEqual(
      text(["affinity"], Scenario.Questions()),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

      Largest changes           newest         affinity
      Inequality of exposure     0.605     ▼ +8.9% ±1.1
      Least shown group           0.80    ▲ +38.3% ±7.0
      Median age when shown      3.2 h  ▼ +1,599% ±60.4
      Separate bubbles            1.21    △ +27.4% ±2.6
      Likes an examined post    0.0401    ▲ +13.8% ±1.1
      Relevance of the top ten   0.550    ▲ +16.5% ±0.5

      ▲▼ better, worse; ± 95 % interval; ! tested.
      --full prints all 9 metrics.

      affinity against newest: fairness to creators better in 1, worse in 1 of 2;
      freshness worse in 1 of 2; diversity without clear change; utility and
      engagement better.

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
