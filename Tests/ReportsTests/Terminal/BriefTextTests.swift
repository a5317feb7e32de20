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
      Next: --full prints all 9 metrics.

      """#)
  }

  @Test func `two candidates and four tested metrics have 24 lines of 80 columns`() {
    let candidates = ["affinity", "newest-again"]
    let sample = SampleResults.results(
      candidates: candidates, headroom: .references(worlds: 4, random: "random", ideal: "ideal"),
      questions: Scenario.Questions(
        primary: "relevance@10",
        guardrails: ["creator_exposure_gini", "feed_turnover", "group_exposure_ratio"]))
    var design = sample.design
    let verdict = SocietyVerdict(
      society: "1", levels: [], worlds: 4, difference: nil, relative: nil, verdict: .better,
      decision: .doNotShip)
    design.otherSocieties = .known(
      SocietyRecord(
        metric: "like_rate",
        candidates: candidates.map {
          SocietyRecord.Candidate(name: $0, own: verdict, societies: [verdict])
        }))
    let text = ReportFormat.text.render(
      ExperimentResults(design: design, outcomes: sample.outcomes).document(isBrief: true),
      width: 80, hasStyle: false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24, "\(text)")
    #expect(
      text.replacing("\n  ", with: " ").contains(
        "\nSame decision in other communities: affinity 1 of 1, newest-again 0 of 1 (turns in 1).\n"
      ),
      "\(text)")
  }

  /// Two arms with the same changes: 4 tested metrics and another one each, a warning of 2 lines, and two undecided
  /// decisions whose next steps are the same would take 28 lines.
  @Test func `a warning and two undecided arms have 24 lines of 80 columns, too`() {
    let sample = SampleResults.results(
      candidates: ["affinity", "newest-again"],
      headroom: .references(worlds: 4, random: "random", ideal: "ideal"),
      questions: Scenario.Questions(
        primary: "relevance@10",
        guardrails: ["feed_turnover", "rank_quality_tau", "group_exposure_ratio"]))
    var design = sample.design
    design.margins["feed_turnover"] = .relative(0.001)
    design.otherSocieties = .unknown(
      OtherSocieties.Gap(
        .changed, command: "feedlab sensitivity scenarios/quickstart.yml --record"))
    let outcomes = sample.outcomes.map { outcome in
      guard outcome.arm == "newest-again" else { return outcome }
      let same = sample.outcomes.first { $0.arm == "affinity" && $0.world == outcome.world }!
      return WorldOutcome(
        arm: outcome.arm, world: outcome.world, values: same.values, digest: same.digest,
        summary: same.summary)
    }
    let references = ["random", "ideal"].flatMap { arm in
      (0..<4).map { SampleResults.outcome(arm, $0, design.metrics) }
    }
    let results = ExperimentResults(design: design, outcomes: outcomes + references)
    expectEqual(results.decisions.map(\.outcome), [.undecided, .undecided])
    let text = ReportFormat.text.render(
      results.document(isBrief: true), width: 80, hasStyle: false)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count <= 24, "\(text)")
    let flat = text.replacing("\n  ", with: " ")
    for part in [
      "! The test in other communities is out of date", "? Not sure yet about affinity: ",
      "? Not sure yet about newest-again: ", "Order can bring ", "Next: ",
    ] {
      #expect(flat.contains("\n\(part)"), "\(text)")
    }
    // A step that both need is written once.
    let step = "Remove contests find the best from the tested metrics."
    expectEqual(flat.components(separatedBy: step).count, 2)
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
    let lines = text.components(separatedBy: "\n\n").last?.split(separator: "\n").dropLast() ?? []
    return (lines.joined(separator: "\n"), results)
  }

  @Test func `what order can bring is below the decisions`() {
    expectEqual(
      decisions(of: "relevance@10").text,
      #"""
      ✓ Ship affinity: Relevance of the top ten +0.091 [+0.088, +0.093] better.
      = No reason to ship newest-again: Relevance of the top ten 0.000 [0.000, 0.000]
        too small.
      Order can bring −18.1% (random) to +36.4% (ideal) of relevance of the top ten.
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
      Next: --full prints all 9 metrics.

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
      Next: --full prints all 9 metrics.

      """#)
  }

  /// Half-widths are 3.182 standard errors: of the first row 3.182 · 0.00171 / 2 and 3.182 · 0.00216 / 2.
  @Test func `a measurement begins with a finding, and the means of what matters follow`() {
    func measured(_ candidates: [String], worlds: Int = 4, _ metrics: [Int], width: Int = 80)
      -> String
    {
      let results = SampleResults.results(
        candidates: candidates, baseline: nil, worlds: worlds,
        metrics: metrics.map { SampleResults.metrics[$0] }, questions: Self.tested)
      return ReportFormat.text.render(
        results.document(isBrief: true), width: width, hasStyle: false)
    }
    expectEqual(
      measured(["affinity"], Array(0..<9)),
      #"""
      quickstart: 2,000 members, 14 days (3 warm-up), 2 arms in 4 parallel worlds

      Relevance of the top ten is highest under affinity, 0.641 [0.638, 0.644], and
      lowest under newest, 0.550 [0.548, 0.553].

                                        newest      affinity
      Relevance of the top ten ↑  0.550 ±0.003  0.641 ±0.003
      Inequality of exposure ↓    0.605 ±0.021  0.659 ±0.026
      New posts on a refresh ↑    0.915 ±0.021  0.915 ±0.038

      ↑ higher is better  ↓ lower is better  →x the nearer to x, the better
      Means over 4 worlds ±95% CI (Student); seed 18446744073709551615. 'feedlab ab'
      tests the differences. --full prints all 9 metrics.

      """#)
    let table: [([String], Int, [Int], String)] = [
      (
        ["newest-again"], 4, [4],
        "New posts on a refresh is 0.915 [0.894, 0.936] under newest, newest-again."
      ),
      ([], 4, [4], "New posts on a refresh is 0.915 [0.894, 0.936] under newest."),
      (
        ["affinity"], 1, [8],
        "Relevance of the top ten is highest under affinity, 0.640, and lowest under newest, 0.550."
      ),
      // Only one arm has a value; where no metric has one, the table is first.
      (["affinity"], 4, [2], "Contests find the best is 0.350 [0.145, 0.555] under affinity."),
      ([], 4, [2], "                          newest"),
    ]
    for (candidates, worlds, metrics, line) in table {
      let lines = measured(candidates, worlds: worlds, metrics, width: 120)
        .split(separator: "\n")
      expectEqual(String(lines[1]), line)
    }
    // Many arms have a row each, the highest first, below a finding of two lines.
    let many = measured(["affinity", "random", "ideal"], [0, 8]).split(separator: "\n")
    expectEqual(
      many[3...7].map { String($0) },
      [
        "arm       Relevance of the top ten  Inequality of exposure",
        "ideal                 0.750 ±0.002            0.507 ±0.027",
        "affinity              0.641 ±0.003            0.659 ±0.026",
        "newest                0.550 ±0.003            0.605 ±0.021",
        "random                0.451 ±0.002            0.505 ±0.021",
      ])
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
