import Experiments
import FeedMetrics
import Foundation
import ReportKit
import Reports
import Studies
import SyntheticSociety
import TestSupport
import Testing

/// The trend of the measured window in reports.
@Suite struct TrendReportTests {
  /// Worlds of 14 days, 3 of them warm-up, of which all is level but follows. Of the 11 days the first five are
  /// compared with the last five.
  private func results(
    follows: [Int], baseline: String? = "newest", worlds: Int = 4
  ) -> ExperimentResults {
    let sample = SampleResults.results(
      candidates: ["affinity"], baseline: baseline, worlds: worlds)
    return ExperimentResults(
      design: sample.design,
      outcomes: sample.outcomes.map { outcome in
        let size = 100 + outcome.world
        func level(_ value: Int) -> [Int] { Array(repeating: value * size, count: 14) }
        return WorldOutcome(
          arm: outcome.arm, world: outcome.world, values: outcome.values, scopes: outcome.scopes,
          curves: outcome.curves,
          activity: DailyActivity(
            posts: level(10), looks: level(100), opens: level(20),
            follows: follows.map { $0 * size }, rhythm: Array(repeating: 1, count: 14)),
          digest: outcome.digest, summary: outcome.summary)
      })
  }

  /// Three days of 100 and two of 150 have the mean 120; 150 is a quarter more. From the sixth day on all agree.
  private let step = Array(repeating: 100, count: 6) + Array(repeating: 150, count: 8)

  private let warning =
    "The measured window has a trend under newest: follows change by +25.0% [+25.0, +25.0] from the first 5"
    + " days to the last 5; MSER-5 proposes world.warm-up: 6."

  private let note =
    "Under newest, posts a day change by 0.0% [0.0, 0.0], looks a day by 0.0% [0.0, 0.0], opens a look by"
    + " 0.0% [0.0, 0.0], follows by +25.0% [+25.0, +25.0] from the first 5 days to the last 5 of the measured"
    + " window. A trend is a change that is surely beyond 10 %; the intervals are over worlds and cover"
    + " together at 95 %."

  /// A terminal's text with each paragraph in one line.
  private func lines(_ results: ExperimentResults) -> [String] {
    ReportFormat.text.render(results.document, width: 400, hasStyle: false).split(separator: "\n")
      .map(String.init)
  }

  @Test(arguments: ["newest", nil])
  func `a trend is the first thing that a report says`(baseline: String?) throws {
    let results = results(follows: step, baseline: baseline)
    let lines = lines(results)
    expectEqual(lines[1], "! " + warning)
    #expect(lines.contains(note))
    let markdown = results.markdown.split(separator: "\n").map(String.init)
    expectEqual(
      markdown[3],
      "! The measured window has a trend under **newest**: follows change by +25.0% [+25.0, +25.0] from"
        + " the first 5 days to the last 5; MSER-5 proposes `world.warm-up: 6`.")
    let lead = PageText(results).between("<p class=\"lead\">", "</p>")
    expectEqual(lead.first, "<b>! \(warning)</b>")
    expectEqual(PageText(results).count(note), 1)
  }

  @Test func `a window without a trend has the note alone`() {
    let results = results(follows: Array(repeating: 7, count: 14))
    let text = lines(results)
    #expect(!text.contains { $0.hasPrefix("!") })
    #expect(
      text.contains(
        "Under newest, posts a day change by 0.0% [0.0, 0.0], looks a day by 0.0% [0.0, 0.0], opens a look by"
          + " 0.0% [0.0, 0.0], follows by 0.0% [0.0, 0.0] from the first 5 days to the last 5 of the measured"
          + " window. A trend is a change that is surely beyond 10 %; the intervals are over worlds and cover"
          + " together at 95 %."))
  }

  @Test func `growth without an end needs more days`() {
    // Days 3 to 7 have the mean 60, days 9 to 13 the mean 120.
    let text = lines(results(follows: (1...14).map { $0 * 10 }))
    expectEqual(
      text[1],
      "! The measured window has a trend under newest: follows change by +100.0% [+100.0, +100.0] from the"
        + " first 5 days to the last 5; MSER-5 finds no longer warm-up after which it ends, so that the window"
        + " needs more days (world.days) or the community never settles.")
  }

  @Test func `a window of two days has changes without intervals`() throws {
    let days = (0..<5).map { $0 < 4 ? 10 : 12 }
    let level = Array(repeating: 10, count: 5)
    let world = DailyActivity(
      posts: level, looks: level, opens: level, follows: days, rhythm: level.map { _ in 1 })
    let trend = try #require(WindowTrend(of: "newest", in: [world], warmUpDays: 3))
    expectEqual(
      TrendText(trend).note,
      "Under newest, posts a day change by 0.0%, looks a day by 0.0%, opens a look by 0.0%, follows by"
        + " +20.0% from the first day to the last of the measured window. A trend is a change that is surely"
        + " beyond 10 %; a change without an interval is not sure.")
    expectEqual(TrendText(trend).warning, nil)
    let short = try #require(WindowTrend(of: "newest", in: [world], warmUpDays: 4))
    expectEqual(
      TrendText(short).note,
      "The trend of the measured window is not tested: it has fewer than two whole days.")
  }

  @Test func `results without days say nothing of a trend`() throws {
    let sample = SampleResults.results(candidates: ["affinity"])
    #expect(!lines(sample).contains { $0.contains("trend") || $0.contains("Under newest") })
    #expect(try trend(sample) == nil)
  }

  /// The trend of results.json; `nil` for null.
  private func trend(_ results: ExperimentResults) throws -> [String: Any]? {
    let all = try JSONSerialization.jsonObject(with: Data(results.json.utf8)) as? [String: Any]
    #expect(all?["trend"] != nil, "the member is there, be it null")
    return all?["trend"] as? [String: Any]
  }

  @Test func `results.json has the changes and the proposal`() throws {
    let trend = try #require(try trend(results(follows: step)))
    #expect(trend["arm"] as? String == "newest" && trend["has_trend"] as? Bool == true)
    #expect(trend["replicates"] as? String == "worlds" && trend["threshold"] as? Double == 0.1)
    #expect(trend["compared_days"] as? Int == 5 && trend["warm_up"] as? Int == 6)
    let series = try #require(trend["series"] as? [[String: Any]])
    expectEqual(series.map { $0["series"] as? String }, ["posts", "looks", "opens", "follows"])
    expectEqual(series.map { $0["is_trend"] as? Bool }, [false, false, false, true])
    // Four series share the error rate of 0.05.
    expectEqual(series[0]["level"] as? Double, 0.9875)
    // The mean of 100, 101, 102 and 103 times 100, then 150.
    expectEqual(series[3]["daily"] as? [Double], step.map { Double($0) * 101.5 })
    expectEqual(series[3]["warm_up"] as? Int, 6)
    let change = try #require(series[3]["change"] as? [String: Double])
    #expect(abs((change["estimate"] ?? 0) - 0.25) < 1e-12 && change["lower"] != nil)
  }

  @Test func `a GitHub workflow gets a warning`() {
    let gate = results(follows: step).gate(at: RuleLocations(file: "town.yml", lines: [:]))
    expectEqual(
      gate.workflowCommands,
      "::warning file=town.yml,line=1,title=trend of quickstart::"
        + warning.replacing("%", with: "%25") + "\n")
  }
}
