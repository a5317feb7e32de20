import Foundation
import TestSupport
import Testing

/// What `feedlab check` exits with, and what it says.
@Suite struct CheckCommandTests {
  private let ideal = ["--set", "arms.shown.home=ideal"]
  private let random = ["--set", "arms.shown.home=random"]

  private func check(
    _ arguments: String..., with more: [String] = [], in folder: ScratchFolder
  ) throws -> Outcome {
    try feedlab(["check"] + arguments + more, in: folder)
  }

  @Test func `unchanged code is identical after the first look, and exits with 0`() throws {
    let folder = try recordedTown()
    let entries = try folder.entries
    let outcome = try check("town.yml", in: folder)
    expectEqual(outcome.code, 0)
    #expect(outcome.output.contains("IDENTICAL"))
    #expect(outcome.output.contains("in all of 2 worlds"))
    expectEqual(
      outcome.error,
      "feedlab: town.yml: the check simulates 2 worlds, and more only while a rule is undecided: at most 8\n"
    )
    try expectEqual(folder.entries, entries)
  }

  /// The order that the viewers themselves would choose is recorded; newest first is then a loss.
  @Test func `a regression exits with 2, in whichever way improvements are treated`() throws {
    let folder = try ScratchFolder(["town.yml": checkedTown(replications: "8")])
    let recorded = try feedlab(["baseline", "record", "--quiet"] + ideal, in: folder)
    expectEqual(recorded.code, 0)
    for policy in ["worse", "improved", "any"] {
      let outcome = try check("town.yml", "--fail-on", policy, with: random, in: folder)
      expectEqual(outcome.code, 2)
      expectEqual(outcome.error, "feedlab: town.yml: regression: relevance@10\n")
      #expect(outcome.output.contains("regression"))
    }
  }

  @Test func `an improvement exits with 0, and with 4 under --fail-on improved`() throws {
    let folder = try recordedTown(replications: "8")
    try expectEqual(check("town.yml", with: ideal, in: folder).code, 0)
    for policy in ["improved", "any"] {
      let outcome = try check("town.yml", "--fail-on", policy, with: ideal, in: folder)
      expectEqual(outcome.code, 4)
      expectEqual(outcome.error, "feedlab: town.yml: improved: relevance@10\n")
    }
  }

  /// Two worlds of thirty people do not tell a thousandth.
  @Test func `what is undecided exits with 3 under --undecided fail`() throws {
    let folder = try recordedTown("{engagement_rate: {margin: 0.1%}}", replications: "2")
    for (policy, code) in [("warn", 0), ("pass", 0), ("fail", 3)] {
      let outcome = try check("town.yml", "--undecided", policy, with: random, in: folder)
      #expect(outcome.code == code)
      let message = code == 3 ? "feedlab: town.yml: undecided: engagement_rate\n" : ""
      expectEqual(outcome.error, message)
    }
  }

  @Test func `another order exits with 3 where its effect is undecided, unless that passes`() throws
  {
    let folder = try recordedTown("{engagement_rate: {margin: 0.1%}}", replications: "8")
    let shown = random + ["--set", "check.ranking-overlap=warning"]
    for (policy, code) in [("warn", 3), ("pass", 0), ("fail", 3)] {
      let outcome = try check("town.yml", "--undecided", policy, with: shown, in: folder)
      #expect(outcome.code == code)
      #expect(outcome.output.hasPrefix("town: UNDECIDED: another order, effect unknown; "))
      expectEqual(
        outcome.error,
        code == 3
          ? "feedlab: town.yml: another order, effect unknown: engagement_rate\n" : "")
    }
  }

  @Test func `without a baseline it exits with 5 and names the command that makes it`() throws {
    let folder = try ScratchFolder(["town.yml": checkedTown()])
    let outcome = try check("town.yml", in: folder)
    expectEqual(outcome.code, 5)
    expectEqual(
      outcome.error,
      "feedlab: town.yml: there is no baseline baselines/town.json; record it:"
        + " feedlab baseline record town.yml\n")
    try expectEqual(folder.entries, ["town.yml"])
  }

  @Test func `a baseline of other worlds exits with 6 and can live again in today's`() throws {
    let folder = try recordedTown()
    let outcome = try check("--set", "seed=8", in: folder)
    expectEqual(outcome.code, 6)
    expectEqual(
      outcome.error,
      "feedlab: town.yml: the baseline baselines/town.json does not fit: its seed is 7, and the"
        + " scenario's is 8; --rerun-baseline simulates the recorded arm in today's worlds, or accept"
        + " today's: feedlab baseline update town.yml --reason TEXT\n")
    let rerun = try check("--set", "seed=8", "--rerun-baseline", in: folder)
    expectEqual(rerun.code, 0)
    #expect(rerun.output.contains("IDENTICAL"))
    let foreign = try check(
      "--set", "name=village", "--baseline", "baselines/town.json", in: folder)
    expectEqual(foreign.code, 6)
    #expect(
      foreign.error.contains("does not fit: it belongs to the scenario 'town', not to 'village'"))
  }

  @Test func `a baseline that was edited by hand exits with 65`() throws {
    let folder = try recordedTown()
    let text = try folder.read("baselines/town.json")
    try folder.write(
      text.replacing("\"town\"", with: "\"village\""), to: "baselines/town.json")
    try check(in: folder).expectInvalid(
      "baselines/town.json: its content does not fit its checksum, so that it was edited by hand"
        + " or by a merge; take it from version control again, or record it afresh: feedlab baseline"
        + " record town.yml")
  }

  @Test func `a baseline that is cut short exits with 65 and names the location`() throws {
    let folder = try recordedTown()
    let text = try folder.read("baselines/town.json")
    // Behind the colon of a member.
    let end = try #require(text.prefix(200).lastIndex(of: ":"))
    try folder.write(String(text[...end]), to: "baselines/town.json")
    let outcome = try check(in: folder)
    expectEqual(outcome.code, 65)
    #expect(outcome.error.hasPrefix("baselines/town.json:"))
    #expect(outcome.error.contains(": the file ends where"))
    let again = try feedlab("baseline", "record", "--quiet", in: folder)
    expectEqual(again.code, 0)
    try expectEqual(folder.read("baselines/town.json"), text)
  }

  @Test func `every failure of several scenarios is reported, and the gravest decides`() throws {
    let folder = try ScratchFolder([
      "a.yml": checkedTown().replacing("town", with: "a"),
      "b.yml": checkedTown(replications: "8").replacing("town", with: "b"),
      "plain.yml": smallScenario,
    ])
    let recorded = try feedlab(
      "baseline", "record", "b.yml", "--quiet", "--set", "arms.shown.home=ideal", in: folder)
    expectEqual(recorded.code, 0)
    let outcome = try check(".", in: folder)
    expectEqual(outcome.code, 2)
    expectEqual(
      outcome.error,
      """
      feedlab: a.yml: there is no baseline baselines/a.json; record it: feedlab baseline record a.yml
      feedlab: b.yml: regression: relevance@10

      """)
  }

  /// What happens to the file of one of two scenarios, and the message; each ends with 7.
  @Test(arguments: [
    (
      "town.txt", nil,
      "baselines/town.json: no scenario of this baseline was checked; put back or name its scenario,"
        + " a file .yml, .yaml or .json with a section check, or delete the baseline"
    ),
    (
      "sub/town.yml", nil,
      "baselines/town.json: no scenario of this baseline was checked; put back or name its scenario,"
        + " a file .yml, .yaml or .json with a section check, or delete the baseline"
    ),
    (
      "other.yml", "check:",
      "other.yml: it has no section check, but the baseline baselines/town.json; put the section"
        + " back, or delete the baseline"
    ),
  ])
  func `a scenario that leaves the gate exits with 7`(
    file: String, end: String?, message: String
  ) throws {
    let folder = try recordedTown()
    try folder.write(checkedTown().replacing("town", with: "village"), to: "village.yml")
    let recorded = try feedlab("baseline", "record", "village.yml", "--quiet", in: folder)
    expectEqual(recorded.code, 0)
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "sub"), withIntermediateDirectories: true)
    let text = try folder.read("town.yml")
    try FileManager.default.removeItem(at: folder.url.appending(path: "town.yml"))
    let kept = end.flatMap { text.range(of: $0)?.lowerBound } ?? text.endIndex
    try folder.write(String(text[..<kept]), to: file)
    for arguments in [["--quiet"], ["--quiet", "--report", "junit=check.xml"]] {
      let outcome = try check(".", with: arguments, in: folder)
      expectEqual(outcome.code, 7)
      expectEqual(outcome.error, "feedlab: \(message)\n")
      #expect(outcome.output.contains("village: IDENTICAL"))
    }
    #expect(
      try folder.read("check.xml").contains("no scenario of this baseline was checked")
        == (end == nil))
    // A file of its own is a check of its own.
    try expectEqual(check("village.yml", with: ["--quiet"], in: folder).error, "")
  }

  @Test
  func `endings of scenarios may be in capitals, and a file that is named twice is checked once`()
    throws
  {
    let folder = try recordedTown()
    for name in ["town.YML", "town.Yaml"] {
      let old = try #require(try folder.entries.first { $0.hasPrefix("town.") })
      try FileManager.default.moveItem(
        at: folder.url.appending(path: old), to: folder.url.appending(path: name))
      let outcome = try check(".", name, "./\(name)", in: folder)
      expectEqual(outcome.code, 0)
      expectEqual(
        outcome.output.split(separator: "IDENTICAL", omittingEmptySubsequences: false).count, 2)
    }
  }

  @Test func `two scenarios with one name exit with 7, for a check and for a baseline`() throws {
    let folder = try ScratchFolder(["a.yml": checkedTown(), "b.yml": checkedTown()])
    for command in [["check"], ["baseline", "record"]] {
      let outcome = try feedlab(command + ["."], in: folder)
      expectEqual(outcome.code, 7)
      expectEqual(
        outcome.error,
        "feedlab: a.yml and b.yml: both are named 'town' and would share a baseline; rename one\n")
    }
    try expectEqual(folder.entries, ["a.yml", "b.yml"])
  }

  @Test func `of a folder's JSON files those are scenarios that have the number of their format`()
    throws
  {
    let folder = try recordedTown()
    try folder.write(folder.read("baselines/town.json"), to: "baseline.json")
    try folder.write("[1, 2]", to: "list.json")
    try folder.write("{\"feedlab\": \"0.1.0\", \"antithetic\": false}", to: "results.json")
    let schema = try feedlab("describe", "scenario", "--format", "json-schema", in: folder)
    try folder.write(schema.output, to: "feedlab.schema.json")
    try expectEqual(check(".", in: folder).code, 0)
    // A scenario among them is checked as any other, also one that is not well formed.
    try folder.write(
      "{\"feedlab\": 1, \"arms\": {\"a\": {\"home\": \"recent\"}}}", to: "other.json")
    try check(".", in: folder).expectInvalid(
      "other.json:1:39: arms.a.home: there is no ranker 'recent'; did you mean 'recency'?")
    try folder.write("{\"feedlab\": 1, ", to: "other.json")
    try check(".", in: folder).expectInvalid(
      "other.json:2:1: this is not YAML: a value was expected here")
    // Who names a file means it.
    let named = try check("results.json", in: folder)
    #expect(named.code == 65 && named.error.hasPrefix("results.json:1:1: arms: is missing"))
  }

  @Test func `a gate that can fire is proved, and one that cannot exits with 1`() throws {
    let folder = try recordedTown("{relevance@10: {margin: 2%}}", replications: "8..64")
    let proved = try check("--prove", in: folder)
    expectEqual(proved.code, 0)
    #expect(
      proved.output.contains(
        "the least relevant posts first in one of 4 refreshes of shown was found"))
    #expect(proved.output.contains("Relevance@10: a harm of"))
    let blind = try check(
      "--prove", "--set", "check.rules.relevance@10.margin=0.000001", in: folder)
    expectEqual(blind.code, 1)
    #expect(blind.error.contains("twice its margin, is found with a power of"))
    #expect(blind.error.contains("the proof needs more worlds, or a margin of"))
  }

  @Test func `a proof writes no report files`() throws {
    let folder = try recordedTown()
    try check("--prove", "--report", "junit=x.xml", in: folder).expectRefusal(
      "--prove and --report: a proof is only printed, in the format of --format")
  }

  @Test func `a scenario that is invalid exits with 65 before anything is checked`() throws {
    let folder = try recordedTown()
    // A build server would publish the report of an earlier check.
    _ = try check("town.yml", "--report", "junit=out/check.xml", in: folder)
    #expect(folder.contains("out/check.xml"))
    let outcome = try check(
      "--set", "check.rules.engagement_rat=error", "--report", "junit=out/check.xml", in: folder)
    #expect(!folder.contains("out/check.xml"))
    outcome.expectInvalid(
      "--set check.rules.engagement_rat=error: there is no metric 'engagement_rat'; did you mean"
        + " 'engagement_rate'?")
    #expect(outcome.output.isEmpty)
  }

  @Test func `what cannot be meant exits with 64`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try check("small.yml", in: folder).expectRefusal(
      "small.yml: it has no section check, such as check: {rules: {engagement_rate: error}}")
    try check(".", in: folder).expectRefusal("no scenario in . has a section check")
    try expectEqual(check("--fail-on", "never", in: folder).code, 64)
  }

  /// A process, since it gets a signal.
  @Test func `Ctrl-C exits with 130`() throws {
    let folder = try recordedTown()
    let process = try FeedLabProcess(
      [
        "check", "town.yml", "--rerun-baseline", "--set", "world.members=200", "--set",
        "world.days=365", "--report", "json=out/check.json",
      ], in: folder)
    process.interrupt(after: "out")
    let outcome = try process.outcome()
    expectEqual(outcome.code, 130)
    // The signal may come before the first line.
    expectEqual(
      outcome.error.split(separator: "\n").sorted(),
      [
        "feedlab: stopping the running worlds; press Ctrl-C again to quit at once",
        "feedlab: town.yml: interrupted after 0 of 2 worlds; nothing was written",
        "feedlab: town.yml: the check simulates 2 worlds, and more only while a rule is undecided: at most 8",
      ])
  }
}
