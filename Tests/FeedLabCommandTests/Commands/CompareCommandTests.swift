import Foundation
import TestSupport
import Testing

/// `feedlab compare` on results that are written by hand, so that each figure can be.
@Suite struct CompareCommandTests {
  @Test func `worlds of the same community are paired, over those that both have`() throws {
    // Differences of worlds 0 to 2: 1, 2, 3, of world 3 none, since the old results lack it.
    // Mean 2, s 1, t₂ at 97.5 % = 4.302652729749464: 2 ± 4.302652729749464/√3 = 2 ± 2.484137...
    // p = 2 P(T₂ > 2√3) = 1 − t/√(2 + t²), t² = 12: 1 − √(12/14) = 0.0741799.
    let folder = try ScratchFolder([
      "old.json": results(["newest": [10, 20, 30], "gone": [1, 2]]),
      "new.json": results(["newest": [11, 22, 33, 99], "come": [1, 2]], extra: "post_coverage"),
    ])
    let outcome = try feedlab("compare", "old.json", "new.json", "--format", "csv", in: folder)
    expectEqual(outcome.code, 0)
    let rows = outcome.output.split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    expectEqual(
      rows[0].joined(separator: ","),
      "arm,metric,old_mean,new_mean,difference,standard_error,lower,upper,p,relative,margin,"
        + "worlds,missing,paired,verdict")
    expectEqual(rows.count, 2)
    expectEqual(rows[1][..<5], ["newest", "session_examined_mean", "20", "22", "2"])
    let numbers = rows[1][5..<9].compactMap { Double($0) }
    let expected = [1 / 3.0.squareRoot(), 2 - 2.48413771175033, 2 + 2.48413771175033, 0.0741799]
    for (number, value) in zip(numbers, expected) { #expect(abs(number - value) < 1e-7) }
    // 5 % of 20.
    expectEqual(rows[1][10...], ["1", "3", "0", "true", "undecided"])
    expectEqual(
      outcome.error,
      """
      feedlab: arm 'newest': only one of the results has worlds 3; they are excluded
      feedlab: only the old results have arms gone
      feedlab: only the new results have arms come
      feedlab: not compared, of the new results: post_coverage

      """)
  }

  @Test func `results with an old id of a metric are compared with those of today`() throws {
    let saved = results(["newest": [10, 20, 30]])
    let folder = try ScratchFolder([
      "old.json": saved.replacing("session_examined_mean", with: "ctr_per_impression"),
      "new.json": saved.replacing("session_examined_mean", with: "open_rate"),
    ])
    let outcome = try feedlab("compare", "old.json", "new.json", "--format", "csv", in: folder)
    expectEqual(outcome.error, "")
    #expect(outcome.output.contains("\nnewest,open_rate,20,20,0,"))
    let shown = try feedlab(
      "compare", "old.json", "new.json", "--format", "csv", "--filter", "ctr_per_impression",
      in: folder)
    expectEqual(shown.output, outcome.output)
  }

  @Test func `other communities are compared by Welch's test, and a note names it`() throws {
    // 10, 20, 30 against 21, 23: 20 and 22; v = 100/3 and 2/2; se = √(103/3).
    let folder = try ScratchFolder([
      "old.json": results(["newest": [10, 20, 30]]),
      "new.json": results(["newest": [21, 23]], seed: 8),
    ])
    let outcome = try feedlab("compare", "old.json", "new.json", "--format", "csv", in: folder)
    expectEqual(outcome.code, 0)
    let cells = outcome.output.split(separator: "\n")[1]
      .split(separator: ",", omittingEmptySubsequences: false)
    #expect(abs((Double(cells[5]) ?? 0) - (103.0 / 3).squareRoot()) < 1e-12)
    expectEqual(cells[11...], ["2", "0", "false", "undecided"])
    expectEqual(
      outcome.error,
      "feedlab: the scenarios differ in seed: worlds are not paired, intervals"
        + " are wide, and part of a difference may come from the scenarios\n")
    let text = try feedlab("compare", "old.json", "new.json", in: folder).output
    #expect(text.hasPrefix("hand in old.json (FeedLab 0.1.0) against hand in new.json (FeedLab"))
    #expect(
      text.hasSuffix(
        "\nNew − old, by Welch's test of worlds that are not paired; 95 % intervals.\n"))
  }

  @Test func `the results of a run are identical with themselves in every format`() throws {
    // In these worlds no metric has a value in one alone, where it has no interval.
    let folder = try ScratchFolder(["small.yml": smallScenarioText(members: 240)])
    try expectEqual(
      feedlab("ab", "small.yml", "--filter", "rate", "--out", "a", in: folder).code, 0)
    let text = try feedlab("compare", "a", "a/results.json", in: folder)
    expectEqual(text.code, 0)
    expectEqual(text.error, "")
    #expect(
      text.output.contains("\naffinity, new against old: identical in every metric and world.\n"))
    let json = try feedlab("compare", "a", "a", "--format", "json", in: folder).output
    let object = try jsonObject(json)
    expectEqual(object["paired"] as? Bool, true)
    expectEqual((object["arms"] as? [Any])?.count, 3)
    let markdown = try feedlab("compare", "a", "a", "--format", "markdown", in: folder).output
    #expect(
      markdown.contains("| Utility and engagement | old | new | Change | Interval | Limit | p |"))
    let tabs = try feedlab(
      "compare", "a", "a", "--format", "tsv", "--filter", "like_rate", in: folder
    ).output.split(separator: "\n")
    expectEqual(tabs.count, 4)
    #expect(tabs[1].hasPrefix("newest\tlike_rate\t"))
  }

  @Test func `files that are none, and what appears twice`() throws {
    let twice = results(["newest": [10, 20]])
      .replacing("\"world\": 1", with: "\"world\": 0")
    let folder = try ScratchFolder([
      "good.json": results(["newest": [1, 2]]), "other.json": results(["hot": [1, 2]]),
      "empty.json": "{}", "twice.json": twice, "cut.json": "{\n \"arms\": [",
      "text.json": results(["newest": [1, 2]]).replacing(
        "\"value\": 1.0", with: "\"value\": \"1\""),
    ])
    for (file, message) in [
      (
        "empty.json", "empty.json:1:1: 'scenario' is missing; this is not a results.json of FeedLab"
      ),
      ("twice.json", "twice.json:4:1: world 0 of arm 'newest' appears twice"),
      ("cut.json", "cut.json:2:11: the file ends where a value is expected"),
      (
        "text.json",
        "text.json:3:61: 'arms.worlds.metrics.session_examined_mean.value': expected a number, found the text '1'"
      ),
    ] {
      try expectEqual(
        feedlab("compare", "good.json", file, in: folder),
        .init(code: 65, output: "", error: message + "\n"))
    }
    for (arguments, message) in [
      (["good.json", "nothing"], "'nothing': there is no such file or folder"),
      (["good.json", "."], "'./results.json': it has no results"),
      (["good.json", "other.json"], "good.json and other.json have no arm of the same name"),
      (
        ["good.json", "good.json", "--alpha", "0.5"],
        "--alpha 0.5: expected a number greater than 0 and below 0.5"
      ),
    ] {
      try feedlab(["compare"] + arguments, in: folder).expectRefusal(message)
    }
  }

  /// What is put in place of what in results of two worlds, and the fault.
  @Test(
    arguments: [
      (
        "1.0}", "1e160}",
        "3:61: 'arms.worlds.metrics.session_examined_mean.value': expected a number from -1e60 to 1e60, found 1e160"
      ),
      (
        "1.0}", "NaN}", "3:61: expected a value"
      ),
      (
        "1.0}}", "1.0}, \"ctr_per_impression\": {\"value\": 1}, \"open_rate\": {\"value\": 2}}",
        "3:25: 'ctr_per_impression' and 'open_rate' are the same metric"
      ),
      (
        "1.0}}", "1.0}, \"session_examined_mean\": {\"value\": 2}}",
        "3:67: 'session_examined_mean' is there twice"
      ),
    ]
      + ["\"nan%\"", "-1", "1e999", "\"inf%\"", "\"-5%\"", "\"5\"", "null"].map { margin in
        (
          "\"5%\"", margin,
          "5:152: 'scenario.resolved.metrics.session_examined_mean.margin': expected a number from 0 in the metric's"
            + " unit, such as 0.01, or a percentage of the baseline from 0% to 1000%, such as 1%, found "
            + (margin.hasPrefix("\"") ? "the text '\(margin.dropFirst().dropLast())'" : margin)
        )
      })
  func `huge, undefined and repeated values are refused at their place`(
    old: String, new: String, fault: String
  ) throws {
    let good = results(["newest": [1, 2]])
    let folder = try ScratchFolder([
      "good.json": good, "bad.json": good.replacing(old, with: new, maxReplacements: 1),
    ])
    try feedlab("compare", "good.json", "bad.json", in: folder).expectInvalid("bad.json:\(fault)")
  }

  /// Means of 1e60 and 1e-300, whose ratio is beyond all numbers, with and without pairs of worlds.
  @Test(arguments: [7, 8], ["csv", "json", "markdown"])
  func `the largest and smallest values are compared`(seed: Int, format: String) throws {
    let folder = try ScratchFolder([
      "old.json": results(["newest": [1e-300, 2e-300, 1e-300]]),
      "new.json": results(["newest": [-1e60, 1e60, 1e60]], seed: seed),
    ])
    for names in [["old.json", "new.json"], ["new.json", "old.json"]] {
      let outcome = try feedlab(["compare"] + names + ["--format", format], in: folder)
      expectEqual(outcome.code, 0)
      #expect(!outcome.output.contains("inf") && !outcome.output.contains("nan"))
    }
  }

  /// A `results.json` with a world in each line, and no more than a comparison needs.
  private func results(
    _ arms: KeyValuePairs<String, [Double]>, seed: Int = 7, extra: String? = nil
  ) -> String {
    let texts = arms.map { name, values in
      let worlds = values.enumerated().map { world, value in
        let more = extra.map { ", \"\($0)\": {\"value\": null}" } ?? ""
        return
          "{\"world\": \(world), \"metrics\": {\"session_examined_mean\": {\"value\": \(value)}"
          + more + "}}"
      }
      return "{\"name\": \"\(name)\", \"worlds\": [\n" + worlds.joined(separator: ",\n") + "]}"
    }
    let margin = "{\"session_examined_mean\": {\"margin\": \"5%\"}}"
    return "{\"arms\": [\n" + texts.joined(separator: ",\n")
      + "],\n\"feedlab\": \"0.1.0\", \"scenario\": {\"name\": \"hand\", \"resolved\":"
      + " {\"seed\": \(seed), \"world\": {}, \"behaviour\": {}, \"metrics\": \(margin)}}}\n"
  }
}
