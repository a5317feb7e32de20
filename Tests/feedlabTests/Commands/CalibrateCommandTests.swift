import Foundation
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
    let outcome = try feedlab("calibrate", "--mapping", "m.json", "--out", "new/p.yml", in: folder)
    #expect(outcome.code == 0)
    #expect(outcome.error == "feedlab: wrote new/p.yml\n")
    #expect(outcome.output.hasPrefix("Tiny Logs: 4 rows; 2 of 19 keys fitted\n"))
    #expect(try folder.entries == ["f.csv", "m.json", "new", "new/p.yml"])
    let scenario = try folder.read("new/p.yml")
    #expect(scenario.contains("\n    # reciprocity: n 4, standard error 0.35; f.csv\n"))
    #expect(scenario.contains("\n    reciprocity: 0.5\n"))
    #expect(scenario.contains("\n#   behaviour.sessions.shape 6\n"))
    let check = try feedlab("validate", "new/p.yml", in: folder)
    #expect(check.code == 0)
    #expect(check.output.hasPrefix("new/p.yml: scenario 'tiny-logs' is valid\n"))
  }

  @Test func `the same logs give the same bytes`() throws {
    let folder = try folder()
    for name in ["p.yml", "q.yml"] {
      let outcome = try feedlab(
        "calibrate", "--mapping", "m.json", "--out", name, "--quiet", "--format", "json",
        in: folder)
      #expect(outcome.code == 0)
      #expect(outcome.error == "")
      try folder.write(outcome.output, to: "\(name).json")
    }
    #expect(try folder.read("p.yml") == folder.read("q.yml"))
    #expect(try folder.read("p.yml.json") == folder.read("q.yml.json"))
  }

  @Test func `the mapping that comes with FeedLab fits follows and hours`() throws {
    let folder = try folder()
    let outcome = try feedlab(
      "calibrate", "--mapping", ShippedScenario.mapping, "--out", "p.yml", "--quiet", in: folder)
    #expect(outcome.code == 0)
    let scenario = try folder.read("p.yml")
    // Known answers of the two data sets.
    #expect(scenario.contains("\n    follows: 9.14355\n"))
    #expect(scenario.contains("\n    reciprocity: 0.333086\n"))
    #expect(
      scenario.contains("\n#   clustering, mean over members: 0.247732 (n 5,155; follows.csv)\n"))
    #expect(scenario.contains("\n    hours: [0.0329673, 0.0200535, 0.0128213, "))
  }

  @Test func `bad logs leave nothing behind`() throws {
    let folder = try folder()
    try folder.write("a,c\n1,2\n", to: "f.csv")
    try feedlab("calibrate", "--mapping", "m.json", "--out", "new/p.yml", in: folder).expectInvalid(
      "m.json:2:71: tables.columns.dst: f.csv has no column 'b'; there are a and c")
    #expect(try folder.entries == ["f.csv", "m.json"])
  }

  @Test func `a path that cannot be written to is refused before the logs are read`() throws {
    let folder = try folder()
    try feedlab("calibrate", "--mapping", "none", "--out", "m.json/p.yml", in: folder)
      .expectRefusal("--out: cannot write to the folder m.json: File exists")
    try feedlab("calibrate", "--mapping", "none", "--out", ".", in: folder).expectRefusal(
      "--out: cannot write a fitted scenario to .: a folder is there; name a file")
  }
}
