import Foundation
import TestSupport
import Testing

@Suite struct CalibrateCommandTests {
  private let mapping = """
    {"format": "feedlab-mapping/1", "name": "Tiny Logs", "tables": [
      {"role": "follows", "file": "f.csv", "columns": {"src": "a", "dst": "b"}}]}
    """
  private let follows = "a,b\n1,2\n2,1\n3,1\n4,1\n"

  private func folder() throws -> ScratchFolder {
    try ScratchFolder(["m.json": mapping, "f.csv": follows])
  }

  @Test func `the fitted society is a valid scenario`() throws {
    let folder = try folder()
    let outcome = try feedlab(
      "calibrate", "--mapping", "m.json", "--out", "new/p.yml", "--inputs-only", in: folder)
    expectEqual(outcome.code, 0)
    expectEqual(outcome.error, "feedlab: wrote new/p.yml\n")
    #expect(outcome.output.hasPrefix("Tiny Logs: 4 rows; 2 of 40 keys fitted\n"))
    try expectEqual(folder.entries, ["f.csv", "m.json", "new", "new/p.yml"])
    let scenario = try folder.read("new/p.yml")
    #expect(scenario.contains("\n    # reciprocity: n 4, standard error 0.35; f.csv\n"))
    #expect(scenario.contains("\n    reciprocity: 0.5\n"))
    #expect(scenario.contains("\n#   behaviour.sessions.shape 6\n"))
    // Results of the scenario are compared with the logs, whose mapping is beside the scenario's folder.
    #expect(
      scenario.contains(
        "\n# Candidates: the logs have follows, and do not show repeats.\n"
          + "pool: {of: mixed, discovery: 0.5, without: seen, for: 30d}\n"
          + "\narms:\n  logged: {home: recency}\n\nrealism: {mapping: \"../m.json\", produced: logged}\n"
      ))
    #expect(scenario.contains("(f.csv: 4 members are too few to compare rankers; at least 50)"))
    let check = try feedlab("validate", "new/p.yml", in: folder)
    expectEqual(check.code, 0)
    #expect(check.output.hasPrefix("new/p.yml: scenario 'tiny-logs' is valid\n"))
  }

  @Test func `the same logs give the same bytes`() throws {
    let folder = try folder()
    for name in ["p.yml", "q.yml"] {
      let outcome = try feedlab(
        "calibrate", "--mapping", "m.json", "--out", name, "--quiet", "--format", "json",
        "--members", "60", in: folder)
      expectEqual(outcome.code, 0)
      expectEqual(outcome.error, "")
      try folder.write(outcome.output, to: "\(name).json")
    }
    try expectEqual(folder.read("p.yml"), folder.read("q.yml"))
    try expectEqual(folder.read("p.yml.json"), folder.read("q.yml.json"))
  }

  @Test func `the mapping that comes with FeedLab fits follows and hours`() throws {
    let folder = try folder()
    let outcome = try feedlab(
      "calibrate", "--mapping", ShippedScenario.mapping, "--out", "p.yml", "--quiet",
      "--inputs-only", in: folder)
    expectEqual(outcome.code, 0)
    let scenario = try folder.read("p.yml")
    // Known answers of the two data sets.
    #expect(scenario.contains("\n  members: 5155\n"))
    #expect(scenario.contains("\n    follows: 9.14355\n"))
    #expect(scenario.contains("\n    reciprocity: 0.333086\n"))
    #expect(
      scenario.contains("\n#   clustering, mean over members: 0.247732 (n 5,155; follows.csv)\n"))
    #expect(scenario.contains("\n    hours: [0.0329673, 0.0200535, 0.0128213, "))
  }

  @Test func `rates that are known as ranked only are solved in simulated worlds`() throws {
    // Twice as many likes an impression as a member leaves by default under this ranker.
    let mapping = """
      {"format": "feedlab-mapping/1", "tables": [
        {"role": "rates", "file": "r.csv", "columns": {"kind": "k", "rate": "r"}}]}
      """
    let folder = try ScratchFolder(["m.json": mapping, "r.csv": "k,r\nview,0.3\nlike,0.03\n"])
    let outcome = try feedlab(
      "calibrate", "--mapping", "m.json", "--out", "p.yml", "--ranker", "hot", "--members", "150",
      "--format", "json", in: folder)
    expectEqual(outcome.code, 0)
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let solved = try #require(report["solved"] as? [[String: Any]])
    expectEqual(
      solved.map { $0["key"] as? String }, ["behaviour.actions.open", "behaviour.actions.like"])
    for figure in solved {
      let number = { (key: String) in try #require(figure[key] as? Double) }
      let (real, before) = (try number("real"), try number("simulated_before"))
      let simulated = try number("simulated")
      // The defaults are off by more, so that the rounds did something.
      #expect(abs(before / real - 1) > 0.1)
      // Two in a hundred, or one standard error of some hundred likes.
      #expect(abs(simulated / real - 1) < 0.1)
      expectEqual(figure["reached"] as? Bool, true)
      // A higher rate takes a higher value.
      expectEqual((try number("value") > number("input")), (real > before))
    }
    let scenario = try folder.read("p.yml")
    #expect(scenario.contains("\n  logged: {home: hot}\n"))
    #expect(
      scenario.contains(
        "\n    # likes an impression, as ranked, solved in simulated worlds: as in the logs; r.csv\n"
      ))
    let check = try feedlab("validate", "p.yml", "--no-trend", in: folder)
    expectEqual(check.code, 0)
  }

  @Test(arguments: [
    (["--members", "49"], "--members 49: expected a number from 50 to 1,000,000"),
    (
      ["--ranker", "hott"],
      "--ranker 'hott': there is no ranker of this name; did you mean 'hot'?"
    ),
    (["--jobs", "0"], "--jobs 0: expected a number of threads from 1 up"),
  ])
  func `options out of range are refused before the logs are read`(
    options: [String], message: String
  ) throws {
    let folder = try folder()
    try feedlab(["calibrate", "--mapping", "none", "--out", "p.yml"] + options, in: folder)
      .expectRefusal(message)
  }

  @Test func `bad logs leave nothing behind`() throws {
    let folder = try folder()
    try folder.write("a,c\n1,2\n", to: "f.csv")
    try feedlab("calibrate", "--mapping", "m.json", "--out", "new/p.yml", in: folder).expectInvalid(
      "m.json:2:71: tables.columns.dst: f.csv has no column 'b'; there are a and c")
    try expectEqual(folder.entries, ["f.csv", "m.json"])
  }

  @Test func `a path that cannot be written to is refused before the logs are read`() throws {
    let folder = try folder()
    try feedlab("calibrate", "--mapping", "none", "--out", "m.json/p.yml", in: folder)
      .expectRefusal(
        "--out: cannot write to the folder m.json: m.json is a file; name another path", code: 1)
    try feedlab("calibrate", "--mapping", "none", "--out", ".", in: folder).expectRefusal(
      "--out: cannot write a fitted scenario to .: a folder is there; name a file")
  }
}
