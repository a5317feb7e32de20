internal import DataFiles
import Experiments
import Foundation
import TestSupport
import Testing

/// `feedlab sensitivity` over societies, and what other commands make of its record.
@Suite struct SocietiesCommandTests {
  private static let scenario = """
    feedlab: 1
    name: hamlet
    seed: 7
    world: {members: 24, days: 1, warm-up: 0.25}
    arms:
      newest: {home: recency}
      random: {home: random}
    ab: {replications: 2, primary: relevance@10}
    check: {arm: random, replications: 2, ranking-overlap: off, rules: {relevance@10: error}}
    """
  private static let path = "sensitivity/hamlet.json"
  private static let renewal = "feedlab sensitivity hamlet.yml --record"

  private static func folder(
    _ scenario: String = scenario, record: String? = nil
  ) throws -> ScratchFolder {
    let folder = try ScratchFolder(["hamlet.yml": scenario])
    if let record {
      try FileManager.default.createDirectory(
        at: folder.url.appending(component: "sensitivity"), withIntermediateDirectories: true)
      try folder.write(record, to: path)
    }
    return folder
  }

  /// The record of the scenario, made once for all tests.
  private static let record = Result {
    let folder = try Self.folder()
    let outcome = try feedlab(
      "sensitivity", "hamlet.yml", "-n", "2", "--record", "--quiet", in: folder)
    guard outcome.code == 0 else { fatalError(outcome.error) }
    return try folder.read(path)
  }

  /// The line of a comparison on other societies.
  private func firstLine(
    _ arguments: [String] = [], in folder: ScratchFolder
  ) throws -> String {
    let outcome = try feedlab(
      ["ab", "hamlet.yml", "-n", "2", "--quiet", "--format", "markdown"] + arguments, in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    return try #require(lines.first { $0.contains("other communities") })
  }

  private let holding = #/The (verdict|decision) on \*\*random\*\* .* 16 other communities.*\./#

  @Test func `the first line of a comparison is what is recorded beside its scenario`() throws {
    let folder = try Self.folder(record: Self.record.get())
    let line = try firstLine(in: folder)
    #expect(line.wholeMatch(of: holding) != nil, "\(line)")
    // More worlds and other seeds are the same question.
    #expect(try firstLine(["-n", "3", "--seed", "8"], in: folder).wholeMatch(of: holding) != nil)
    let all = try jsonObject(folder.read("reports/hamlet/results.json"))
    let societies = try #require(all["societies"] as? [String: Any])
    expectEqual(societies["status"] as? String, "known")
    // The scenario's own community is not one of them.
    let candidate = try #require((societies["candidates"] as? [[String: Any]])?.first)
    let names = (candidate["societies"] as? [[String: Any]])?.map { $0["society"] as? String }
    expectEqual(names, (1...16).map(String.init))
    #expect(try folder.read("reports/hamlet/report.html").contains("<dt>Elsewhere</dt>"))
  }

  @Test func `a comparison without a record says so, with the command that looks`() throws {
    let folder = try Self.folder()
    try expectEqual(
      firstLine(in: folder),
      "! The verdict was not tested in other communities: `\(Self.renewal)`.")
    let all = try jsonObject(folder.read("reports/hamlet/results.json"))
    expectEqual((all["societies"] as? [String: String]), ["status": "not_recorded"])
  }

  @Test func `saved and gathered results have the same first line`() throws {
    let folder = try Self.folder(record: Self.record.get())
    let first = try feedlab("ab", "hamlet.yml", "--quiet", "--out", "near", in: folder)
    let again = try feedlab("report", "near", "--quiet", in: folder)
    expectEqual(again, first)
    try expectEqual(
      feedlab("plan", "hamlet.yml", "--out", "p.jsonl", "--quiet", in: folder).code, 0)
    // What was planned counts, not what is recorded when it is gathered.
    try FileManager.default.removeItem(at: folder.url.appending(path: Self.path))
    try expectEqual(
      feedlab("work", "--plan", "p.jsonl", "--shard", "0", "--of", "1", in: folder).code, 0)
    let gathered = try feedlab(
      "gather", "--plan", "p.jsonl", "--out", "far", "--quiet", in: folder)
    expectEqual(gathered.output, first.output)
    for file in ["results.json", "summary.md", "report.html"] {
      try expectEqual(folder.read("far/\(file)"), folder.read("near/\(file)"), "\(file)")
    }
  }

  @Test func `a scenario that has changed, and options that change it, are other questions`()
    throws
  {
    let changed =
      "! The test in other communities is out of date, since the scenario has changed: `\(Self.renewal)`."
    let options =
      "! Not tested in other communities with these options; without them: `\(Self.renewal)`."
    let record = try Self.record.get()
    for (old, new) in [
      ("days: 1", "days: 2"), ("random: {home: random}", "random: {home: popularity}"),
      ("newest: {home: recency}", "newest: {home: hot}"), ("relevance@10}", "like_rate}"),
    ] {
      let scenario = Self.scenario.replacing(old, with: new)
      try expectEqual(firstLine(in: Self.folder(scenario, record: record)), changed, "\(new)")
    }
    let folder = try Self.folder(record: record)
    for words in ["--set world.members=30", "--primary like_rate", "--alpha 0.1"] {
      let arguments = words.split(separator: " ").map(String.init)
      try expectEqual(firstLine(arguments, in: folder), options, "\(words)")
    }
    // What a check asks is no part of the comparison.
    let scenario = Self.scenario.replacing("relevance@10: error", with: "relevance@10: warning")
    let same = try firstLine(in: Self.folder(scenario, record: record))
    #expect(same.wholeMatch(of: holding) != nil)
  }

  @Test func `a record of another simulation is out of date`() throws {
    let text = try Self.record.get().replacing(
      "\"simulation\": \"\(FeedLab.simulation)\"", with: "\"simulation\": \"sim-1\"")
    try expectEqual(
      firstLine(in: Self.folder(record: sealed(text))),
      "! The test in other communities is out of date, since it was recorded with sim-1 and this is"
        + " \(FeedLab.simulation): `\(Self.renewal)`.")
  }

  /// The text with a checksum that fits it.
  private func sealed(_ text: String) throws -> String {
    let whole = try #require(text.firstMatch(of: #/\n  "checksum": "([0-9a-f]+)",/#))
    let rest = text.replacing(whole.output.0, with: "")
    let members = try PositionedJSON(Array(rest.utf8), file: "rest").value
    return text.replacing(whole.output.1, with: SHA256.hexDigest(of: members.canonical))
  }

  @Test func `a file that is no record of the scenario is said to be none, and ends nothing`()
    throws
  {
    let record = try Self.record.get()
    let cases: [(text: String, reason: String)] = [
      ("dear diary\n", "hamlet.json:1:1: expected a value"),
      (
        String(record.prefix(40)),
        "hamlet.json:4:15: the file ends where ':' is expected"
      ),
      (
        "{}", "hamlet.json:1:1: 'format' is missing; this is not a community record"
      ),
      (
        record.replacing("\"format\": 2", with: "\"format\": 9"),
        "hamlet.json: its format is 9, and this version reads 2"
      ),
      (
        record.replacing("\"format\": 2", with: "\"format\": 1"),
        "hamlet.json: it has an earlier list of communities, in format 1, and this version reads 2"
      ),
      (
        record.replacing("\"name\": \"random\"", with: "\"name\": \"ideal\""),
        "hamlet.json: its content does not fit its checksum, so that it was edited by hand or by a"
          + " merge"
      ),
      (
        try sealed(record.replacing("\"name\": \"hamlet\"", with: "\"name\": \"city\"")),
        "hamlet.json: it belongs to the scenario 'city'"
      ),
    ]
    for (text, reason) in cases {
      try expectEqual(
        firstLine(in: Self.folder(record: text)),
        "! The test in other communities cannot be read: \(reason). Record it again: `\(Self.renewal)`."
      )
    }
  }

  @Test func `a record with values that cannot be is named with line and key`() throws {
    let record = try Self.record.get()
    let verdict = try #require(record.firstMatch(of: #/"verdict": \[\n\s+"[a-z]+"/#)).output
    let text = try sealed(record.replacing(verdict, with: "\"verdict\": [\n        \"nice\""))
    let line = try firstLine(in: Self.folder(record: text))
    let expected =
      #/! The test in other communities cannot be read: hamlet.json:[0-9]+:9: 'candidates.[^:]*': expected one of better, worse, higher, lower, equivalent, identical, undecided and undefined, found the text 'nice'\. Record it again: `feedlab sensitivity hamlet\.yml --record`\./#
    #expect(line.wholeMatch(of: expected) != nil, "\(line)")
    let short = try sealed(
      record.replacing(verdict, with: "\"verdict\": [\n        \"worse\",\n        \"worse\""))
    let other = try firstLine(in: Self.folder(record: short))
    let count =
      #/! .*: hamlet.json:[0-9]+:[0-9]+: 'candidates\.[^:]*': expected 17 elements, found 18\. .*/#
    #expect(other.wholeMatch(of: count) != nil, "\(other)")
  }

  @Test func `any number of threads records the same bytes, and the ledger gives them again`()
    throws
  {
    let folder = try Self.folder()
    for jobs in ["1", "3"] {
      let arguments = [
        "sensitivity", "hamlet.yml", "-n", "2", "--record", "--quiet", "--jobs", jobs, "--out",
        "out\(jobs)",
      ]
      let first = try feedlab(arguments, in: folder)
      #expect(first.code == 0 && first.error == "")
      try expectEqual(folder.read(Self.path), Self.record.get())
      #expect(folder.contains("out\(jobs)/ledger.sqlite"))
      try expectEqual(feedlab(arguments, in: folder), first)
      try expectEqual(folder.read(Self.path), Self.record.get())
    }
  }

  @Test func `a check says it below its first line`() throws {
    let folder = try Self.folder(record: Self.record.get())
    try expectEqual(feedlab("baseline", "record", "hamlet.yml", "--quiet", in: folder).code, 0)
    func lines(_ arguments: [String] = []) throws -> [Substring] {
      let all = ["check", "hamlet.yml", "--quiet", "--format", "markdown"] + arguments
      return try feedlab(all, in: folder).output.split(separator: "\n")
    }
    let found = try lines()
    #expect(found[2].hasPrefix("- **hamlet**: **IDENTICAL**"))
    #expect(
      found[3].wholeMatch(
        of: #/ {2}- The (verdict|decision) on \*\*random\*\* .* 16 other communities.*\./#) != nil)
    try FileManager.default.removeItem(at: folder.url.appending(path: Self.path))
    try expectEqual(
      lines()[3], "  - ! The verdict was not tested in other communities: `\(Self.renewal)`.")
  }

  @Test(
    arguments: calls(
      """
      -n 1 => -n 1: each community needs at least two worlds
      -n 2..4 =>
        -n 2..4: 'sensitivity' has no stopping rule; expected a number of worlds
      --trajectories 2 =>
        --trajectories: it applies to --of behaviour and --of weights, not to --of societies
      --levels 4 =>
        --levels: it applies to --of behaviour and --of weights, not to --of societies
      --parameters satiation =>
        --parameters: it applies to --of behaviour and --of weights, not to --of societies
      --method sobol => --method: it applies to --of weights, not to --of societies
      --metric ndcg@10 => --metric: it applies to --of weights, not to --of societies
      --record --set world.members=30 =>
        --record and --set: a record describes the unchanged scenario file
      --record --seed 3 =>
        --record and --seed: a record describes the unchanged scenario file
      --record --baseline random =>
        --record and --baseline: a record describes the unchanged scenario file
      --record --candidate random =>
        --record and --candidate: a record describes the unchanged scenario file
      --record --of behaviour => --record: it applies to --of societies, not to --of behaviour
      --record --of weights => --record: it applies to --of societies, not to --of weights
      """))
  func `a call that cannot be right is refused in one line`(
    arguments: [String], message: String
  ) throws {
    try expectRefusal(
      ["sensitivity", "hamlet.yml", "--out", "out"] + arguments, message, in: Self.folder())
  }

  @Test func `a plan records nothing`() throws {
    try expectRefusal(
      ["plan", "sensitivity", "hamlet.yml", "--record", "--out", "p.jsonl"],
      "--record: planning simulates no world; 'feedlab sensitivity --record' with the folder of the gathered"
        + " results as --out records them", in: Self.folder())
  }

  /// `--record` names no path, so that no drive tries it.
  @Test func `a file of somebody else in the place of the record is refused, and stays`() throws {
    let folder = try Self.folder(record: "dear diary\n")
    let outcome = try feedlab(
      "sensitivity", "hamlet.yml", "-n", "2", "--record", "--out", "out", in: folder)
    outcome.expectRefusal(
      "--record: cannot write a record of societies of 'hamlet' to sensitivity/hamlet.json: the file that is"
        + " there is not a record of societies of 'hamlet' written by feedlab; name another path, or replace it"
        + " with --force")
    try expectEqual(folder.read(Self.path), "dear diary\n")
    #expect(!folder.contains("out"))
  }
}
