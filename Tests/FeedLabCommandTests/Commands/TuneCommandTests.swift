import Foundation
import GRDB
import TestSupport
import Testing

/// `feedlab tune`.
@Suite struct TuneCommandTests {
  private let scenario = """
    # A hamlet.
    feedlab: 1
    name: hamlet
    seed: 7
    world: {members: 50, days: 2, warm-up: 0.5}
    arms:
      liked:
        home:
          ranker: affinity
          weights: {like: {value: 3, tune: [0, 10]}, save: {value: 5, tune: [0, 10]}}   # both
    tune: {maximize: relevance@10, method: grid, budget: 32, validate: 2}

    """
  private let files = ["tune.csv", "tune.html", "tune.json", "tune.jsonl", "tune.md"]

  @Test func `Any number of threads gives the same bytes, and so does going on`() throws {
    let folder = try ScratchFolder(["hamlet.yml": scenario])
    let one = try feedlab("tune", "hamlet.yml", "--out", "a", "--jobs", "1", in: folder)
    expectEqual(one.code, 0, "\(one.error)")
    let two = try feedlab("tune", "hamlet.yml", "--out", "b", "--jobs", "3", in: folder)
    expectEqual(one.output, two.output)
    for file in files {
      try expectEqual(folder.read("a/\(file)"), folder.read("b/\(file)"), "\(file)")
    }
    // A power cut in the middle: half of the log, the last line without an end.
    let log = try folder.read("a/tune.jsonl")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "c"), withIntermediateDirectories: true)
    try folder.write(String(log.prefix(log.count / 2)), to: "c/tune.jsonl")
    let three = try feedlab(
      "tune", "hamlet.yml", "--out", "c", "--resume", "c/tune.jsonl", in: folder)
    #expect(three.error.contains(" worlds were known already\n"))
    expectEqual(three.output, one.output)
    try expectEqual(folder.read("c/tune.jsonl"), log)
    // The same command again finds all worlds in the ledger, where they are like those of any run.
    let four = try feedlab("tune", "hamlet.yml", "--out", "a", in: folder)
    expectEqual(four.output, one.output)
    try expectEqual(folder.read("a/tune.jsonl"), log)
    let ledger = try DatabaseQueue(path: folder.url.appending(path: "a/ledger.sqlite").path())
    let worlds = log.split(separator: "\n").count - 1
    let kept = try ledger.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM run") }
    expectEqual(kept, worlds)
  }

  @Test func `A log of something else is refused`() throws {
    let folder = try ScratchFolder([
      "hamlet.yml": scenario, "log.jsonl": "{\"build\":\"another\"}\n", "none.jsonl": "hello\n",
    ])
    try feedlab("tune", "hamlet.yml", "--resume", "log.jsonl", in: folder).expectInvalid(
      "log.jsonl:1:1: this log belongs to another tuning: the parameters, metrics, community or build of"
        + " feedlab differ; without --resume a new log is started")
    let none = try feedlab("tune", "hamlet.yml", "--resume", "none.jsonl", in: folder)
    expectEqual(none.error, "none.jsonl:1:1: this is not a tuning log\n")
    let missing = try feedlab("tune", "hamlet.yml", "--resume", "gone.jsonl", in: folder)
    expectEqual(missing.error, "--resume gone.jsonl: the file cannot be read\n")
    expectEqual(missing.code, 65)
  }

  @Test func `A line of a log that is no run of the tuning is a fault at its place`() throws {
    let folder = try ScratchFolder(["hamlet.yml": scenario])
    try expectEqual(feedlab("tune", "hamlet.yml", "--out", "a", "--quiet", in: folder).code, 0)
    let lines = try folder.read("a/tune.jsonl").split(separator: "\n").map(String.init)
    let line = try #require(lines.dropFirst().first)
    #expect(
      line.hasPrefix("{\"metrics\":[") && line.contains("\"space\":\"train\",\"values\":[3,5],"))
    let metrics = try #require(line.firstMatch(of: /\[[^\]]*\]/)).output
    for (old, new, fault) in [
      (String(metrics), "[]", "2:1: metrics: expected a number for each of 1, found 0"),
      (
        String(metrics), "[1e308]",
        "2:13: 'metrics': expected a number from -1e60 to 1e60, found 1e308"
      ),
      ("[3,5]", "[3]", "2:1: values: expected a number for each of 2, found 1"),
      (
        "[3,5]", "[3,11]",
        "2:1: values: expected a value of liked.home.weights.save that may be tried, found 11"
      ),
      (
        "\"train\"", "\"x\"",
        "2:1: space: expected one of compare, train, validate and check, found x"
      ),
      ("\"world\":0", "\"world\":-1", "2:1: world: expected the number of a world, found -1"),
      (",\"world\":0", "", "2:1: 'world' is missing; a tuning log has it in each of its lines"),
    ] {
      #expect(line.contains(old), "\(old)")
      try folder.write(
        [lines[0], line.replacing(old, with: new), lines[2]].map { $0 + "\n" }.joined(),
        to: "bad.jsonl")
      try feedlab("tune", "hamlet.yml", "--out", "b", "--resume", "bad.jsonl", in: folder)
        .expectInvalid("bad.jsonl:\(fault)")
    }
    try folder.write([lines[0], line, line].map { $0 + "\n" }.joined(), to: "bad.jsonl")
    try feedlab("tune", "hamlet.yml", "--out", "b", "--resume", "bad.jsonl", in: folder)
      .expectInvalid("bad.jsonl:3:1: this run is there already, in line 2")
  }

  @Test func `No values that keep the limits end with 3`() throws {
    let text = scenario.replacing(
      "budget: 32", with: "subject-to: [relevance@10 >= 0.999], budget: 32")
    let folder = try ScratchFolder(["hamlet.yml": text])
    let outcome = try feedlab("tune", "hamlet.yml", "--quiet", "--in-place", in: folder)
    expectEqual(outcome.code, 3)
    expectEqual(outcome.error, "feedlab: no values surely keep the limits\n")
    #expect(outcome.output.contains("No values surely keep the limits"))
    try expectEqual(folder.read("hamlet.yml"), text)
  }

  @Test(
    arguments: calls(
      """
      --budget 47 --method race => a budget of 47 worlds: race needs 48 at least
      --budget 20 --method cmaes => a budget of 20 worlds: cmaes needs 56 at least
      --method pareto =>
        --method pareto: it needs at least two objectives, and the scenario has one
      --method random --set tune.method=race --set tune.lag=2 =>
        --method random: it has no generations, which tune.lag: 2 of the scenario needs; choose race, cmaes or pareto, or --set tune.lag=0
      --jobs 0 => --jobs 0: expected a number of threads from 1 up
      --validate 1 => --validate 1: expected a number of worlds from 2 up
      --resume log --fresh => --resume and --fresh: only one of them can be given
      --in-place --dry-run => --in-place and --dry-run: only one of them can be meant
      --dry-run --set 'arms.liked.home.weights.like={value: 1, tune: [0, 2]}' =>
        hamlet.yml: arms.liked.home.weights.like is not written in the file itself: it comes from --set, or through an alias
      """))
  func `What cannot be meant is a fault of usage`(arguments: [String], message: String) throws {
    let folder = try ScratchFolder(["hamlet.yml": scenario])
    try feedlab(["tune", "hamlet.yml"] + arguments, in: folder).expectRefusal(message)
    try expectEqual(folder.entries, ["hamlet.yml"])
  }

  @Test func `A scenario must name what tuning optimises`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario])
    try feedlab("tune", "small.yml", in: folder).expectRefusal(
      "small.yml: it has no objective for tuning; write tune: {maximize: METRIC},"
        + " and a number of an arm's ranker as {value: 3, tune: [0, 10]}")
  }
}
