import DataFiles
import Experiments
import ReportKit
import Reports
import Scenarios
internal import Studies
import TestSupport
import Testing

/// Comparisons and checks over time as a page.
@Suite struct HistoryTrendsTests {
  /// The JSON of a check with one rule, as far as it is read.
  private func check(
    _ outcome: String, _ mean: Double, version: String = FeedLab.version, arm: String = "ours",
    decided: String = "null", shown: String = "null"
  ) -> String {
    """
    {
      "checks": [
        {
          "arm": "\(arm)", "error": null, "outcome": "\(outcome)", "worlds": 8,
          "findings": [
            {"metric": "engagement_rate", "rule": {"kind": "relative", "bound": null},
             "status": "\(outcome)", "estimate": null,
             "comparison": {
               "baseline_mean": 0.5, "margin": 0.05,
               "difference": {"mean": \(mean), "lower": \(mean - 0.01), "upper": \(mean + 0.01)},
               "decided_by": \(decided), "shown": \(shown)}}],
          "scenario": {"name": "town"}
        }
      ],
      "feedlab": "\(version)"
    }
    """
  }

  private func points(_ texts: [String]) throws -> [HistoryPoint] {
    try texts.enumerated().flatMap { index, text in
      try CheckHistory(
        Array(text.utf8), path: "checks/\(index + 1).json", name: "\(index + 1).json"
      ).points
    }
  }

  /// The text between the tags, a line for each element that has one.
  private func words(_ html: String) -> [String] {
    html.replacing(/<[^>]*>/, with: "\n").split(separator: "\n").map(String.init)
  }

  @Test func `a page has the verdict now, since when, and each change of it`() throws {
    let points = try points([
      check("pass", 0), check("regression", -0.2), check("regression", -0.21),
    ])
    let page = HistoryTrends(points, faults: []).page
    let words = words(page)
    #expect(words.contains("town"))
    #expect(words.contains("check of ours"))
    #expect(words.contains(": regression since 2; 3 results."))
    #expect(words.contains("2: regression, before pass"))
    #expect(words.contains("−0.20 [−0.21, −0.19]"))
    // Three intervals with a dot, the line of the baseline, three limits, and one other verdict.
    expectEqual(page.matches(of: /<svg/).count, 1)
    expectEqual(page.matches(of: #/<title>[123]: /#).count, 3)
    expectEqual(page.matches(of: /stroke-dasharray="4 3"/).count, 3)
    expectEqual(page.matches(of: /stroke-dasharray="2 3"/).count, 1)
  }

  @Test func `a verdict that came back stands since it came back`() throws {
    let points = try points([check("pass", 0), check("regression", -0.2), check("pass", 0.01)])
    let words = words(HistoryTrends(points, faults: []).page)
    #expect(words.contains(": pass since 3; 3 results."))
  }

  @Test func `a page needs no script and no other file, and is the same for the same points`()
    throws
  {
    let points = try points([check("pass", 0), check("improved", 0.1)])
    let page = HistoryTrends(points, faults: ["a.json:1:2: broken"]).page
    #expect(page.hasPrefix("<!doctype html>\n<!-- feedlab:history -->\n"))
    for part in ["<script", "src=", "url(", "href="] { #expect(!page.contains(part), "\(part)") }
    #expect(page.contains("Not shown: a.json:1:2: broken"))
    expectEqual(page, HistoryTrends(points, faults: ["a.json:1:2: broken"]).page)
  }

  @Test func `results of another version are marked`() throws {
    let points = try points([check("pass", 0, version: "0.0.9"), check("pass", 0.01)])
    let page = HistoryTrends(points, faults: []).page
    #expect(page.contains(">0.0.9 (another version)</td>"))
    #expect(page.contains(">\(FeedLab.version)</td>"))
    #expect(page.contains(": pass in each of 2 results."))
  }

  @Test func `a change has the scale, the interval and the text of its report`() throws {
    let results = SampleResults.results(
      candidates: ["affinity", "newest-again"],
      questions: Scenario.Questions(primary: "relevance@10", guardrails: ["feed_turnover"]))
    let points = HistoryPoint.points(
      of: results, at: "2026-11-21T17:46:06Z", source: "ledger.sqlite no. 1",
      version: FeedLab.version)
    let words = words(HistoryTrends(points, faults: []).page)
    #expect(words.contains("affinity against newest"))
    #expect(words.contains("newest-again against newest"))
    let tested = results.comparisons(of: "affinity").filter { $0.gateTest != nil }
    let texts = tested.map { ChangeText($0).sized }.sorted()
    // The margin of feed_turnover is in percent; relevance@10 has none, so that it is in its unit.
    expectEqual(texts.map { String($0.prefix { $0 != " " }) }, ["+0.091", "0.0%"])
    for text in texts { #expect(words.contains(text), "\(text)") }
    #expect(words.contains("2026-11-21 17:46:06"))
    #expect(words.contains("11-21"))
  }

  @Test func `a check is drawn on the scale of the interval that decided`() throws {
    // −0.05 of 0.5 are −10 %, with a limit of −0.05: 10 % too.
    let share = #"{"scale": "share", "estimate": -0.1, "lower": -0.14, "upper": -0.06}"#
    let inPercent = try points([
      check("pass", -0.05, decided: share, shown: #"{"change": "−10.0% [−14.0, −6.0]"}"#)
    ])
    let words = words(HistoryTrends(inPercent, faults: []).page)
    #expect(words.contains("−10.0% [−14.0, −6.0]"))
    #expect(words.contains { $0.hasSuffix("%") })
    // Of two results of which one decided in the metric's unit, the axis has the unit.
    let mixed = inPercent + (try points([check("pass", -0.05)]))
    let both = self.words(HistoryTrends(mixed, faults: []).page)
    #expect(both.contains("−10.0% [−14.0, −6.0]") && !both.contains { $0.hasSuffix("%") })
  }

  @Test func `a check that is damaged is a fault at its line and column`() {
    let text = check("pass", 0).replacing("\"outcome\": \"pass\", ", with: "")
    let fault = #expect(throws: LocatedFault.self) {
      try CheckHistory(Array(text.utf8), path: "checks/1.json", name: "1.json")
    }
    expectEqual(
      fault?.description,
      "checks/1.json:3:5: 'outcome' is missing; this is no result of 'feedlab check'")
  }

  @Test(arguments: ["</title><script>alert(1)</script>", "\"><img src=x>", "--><b>"])
  func `a hostile name stays text`(name: String) throws {
    let escaped = name.replacing("\"", with: "\\\"")
    let hostile = HistoryTrends(
      try points([check("pass", 0, arm: escaped), check("improved", 0.1, arm: escaped)]),
      faults: [name]
    ).page
    let plain = HistoryTrends(
      try points([check("pass", 0, arm: "n"), check("improved", 0.1, arm: "n")]), faults: ["n"]
    ).page
    for mark in [UInt8(ascii: "<"), UInt8(ascii: "\"")] {
      expectEqual(hostile.utf8.count { $0 == mark }, plain.utf8.count { $0 == mark })
    }
  }
}
