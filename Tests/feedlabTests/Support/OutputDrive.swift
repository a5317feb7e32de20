import Foundation
import Testing

/// A command that writes what an option names: how the rule for outputs is tried with it.
struct OutputDrive: Sendable, CustomTestStringConvertible {
  /// As ``CommandTree/Argument/name``.
  let option: String
  /// With `{}` for the path.
  let arguments: [String]
  /// Of a folder of results, the name of a file in it that is tried; `nil` where the path is that of a file.
  var file: String?
  /// A file that it reads, if it reads any.
  var input: String?
  /// Whether a pipe can take it.
  var isStreamed = true
  /// Commands that go before.
  var before: [[String]] = []
  var small = smallScenario

  var testDescription: String { ([option] + arguments).joined(separator: " ") }

  /// The path that is tried.
  var path: String { file.map { "out/\($0)" } ?? "out" }

  func command(_ path: String) -> [String] {
    let named = file == nil ? path : String(path.prefix { $0 != "/" })
    return arguments.map { $0.replacing("{}", with: named) }
  }

  /// The files that the drives read.
  func folder() throws -> ScratchFolder {
    // The incumbent is so bad that the search always finds better values.
    let tuned = """
      feedlab: 1
      name: hamlet
      seed: 3
      world: {members: 60, days: 1, warm-up: 0.25}
      arms:
        liked:
          home:
            ranker: linear
            weights:
              affinity_share: {value: -20, tune: [-20, 20]}
              likes:          {value: 0.5, tune: [0, 2]}
      tune: {method: random, maximize: relevance@10, budget: 40, validate: 6}

      """
    let mapping = """
      {"format": "feedlab-mapping/1", "name": "Tiny Logs", "tables": [
        {"role": "follows", "file": "f.csv", "columns": {"src": "a", "dst": "b"}}]}
      """
    let folder = try ScratchFolder([
      "small.yml": small, "hamlet.yml": tuned, "town.yml": checkedTown(), "m.json": mapping,
      "f.csv": "a,b\n1,2\n2,1\n3,1\n4,1\n",
    ])
    for command in before {
      let outcome = try feedlab(command, in: folder)
      guard [0, 3].contains(outcome.code) else { fatalError("\(command): \(outcome.error)") }
    }
    if file != nil {
      try FileManager.default.createDirectory(
        at: folder.url.appending(component: "out"), withIntermediateDirectories: true)
    }
    return folder
  }
}

extension OutputDrive {
  private static let plan = ["plan", "small.yml", "--out", "p.jsonl", "--quiet"]
  private static let work = ["work", "--plan", "p.jsonl", "--shard", "0", "--of", "1", "--quiet"]
  private static let record = ["baseline", "record", "town.yml", "--quiet"]

  /// At least one for each option that names an output.
  static let all: [OutputDrive] =
    [
      OutputDrive(
        option: "ab --out", arguments: ["ab", "small.yml", "--out", "{}"], file: "results.json",
        input: "small.yml"),
      OutputDrive(
        option: "run --out", arguments: ["run", "small.yml", "--out", "{}"], file: "summary.md",
        input: "small.yml"),
      OutputDrive(
        option: "run --report", arguments: ["run", "small.yml", "--report", "markdown={}"],
        input: "small.yml"),
      OutputDrive(
        option: "run --trace", arguments: ["run", "small.yml", "--arm", "newest", "--trace", "{}"],
        input: "small.yml", isStreamed: false),
      OutputDrive(
        option: "run --trace",
        arguments: ["run", "small.yml", "--arm", "newest", "--trace", "{}.sqlite"],
        input: "small.yml", isStreamed: false),
      OutputDrive(
        option: "tune --out", arguments: ["tune", "hamlet.yml", "--out", "{}"], file: "tune.md",
        input: "hamlet.yml"),
      OutputDrive(
        option: "tune --out", arguments: ["tune", "hamlet.yml", "--out", "{}"], file: "tune.jsonl",
        input: "hamlet.yml", isStreamed: false),
      OutputDrive(
        option: "tune --write", arguments: ["tune", "hamlet.yml", "--write", "{}"],
        input: "hamlet.yml"),
      OutputDrive(
        option: "report --out", arguments: ["report", "past", "--out", "{}"], file: "report.html",
        input: "past/ledger.sqlite", before: [["ab", "small.yml", "--out", "past", "--quiet"]]),
      OutputDrive(
        option: "baseline record --baseline",
        arguments: ["baseline", "record", "town.yml", "--baseline", "{}"], input: "town.yml",
        isStreamed: false),
      OutputDrive(
        option: "baseline update --baseline",
        arguments: ["baseline", "update", "town.yml", "--reason", "a test", "--baseline", "{}"],
        input: "town.yml", isStreamed: false, before: [record + ["--baseline", "first.json"]]),
      OutputDrive(
        option: "calibrate --out", arguments: ["calibrate", "--mapping", "m.json", "--out", "{}"],
        input: "f.csv"),
      OutputDrive(
        option: "plan write --out", arguments: ["plan", "small.yml", "--out", "{}"],
        input: "small.yml"),
      OutputDrive(
        option: "plan sensitivity --out",
        arguments: [
          "plan", "sensitivity", "small.yml", "--of", "behaviour", "--trajectories", "2",
          "--parameters", "satiation", "--out", "{}",
        ], input: "small.yml"),
      OutputDrive(
        option: "plan select --out",
        arguments: [
          "plan", "select", "small.yml", "--metric", "engagement_rate", "--delta", "0.1", "--out",
          "{}",
        ], input: "small.yml"),
      OutputDrive(
        option: "gather --out", arguments: ["gather", "--plan", "p.jsonl", "--out", "{}"],
        file: "breakdown.csv", input: "p.jsonl", before: [plan, work]),
      OutputDrive(
        option: "gather --missing",
        arguments: ["gather", "--plan", "p.jsonl", "--missing", "{}"], input: "p.jsonl",
        before: [plan]),
      OutputDrive(option: "init <path>", arguments: ["init", "gate", "{}"]),
    ] + studies + reports

  private static let studies = zip(StudyDrive.all, ["json", "csv", "md", "csv", "json"]).map {
    study, ending in
    OutputDrive(
      option: "\(study.name) --out", arguments: study.arguments + ["--out", "{}"],
      file: "\(study.files).\(ending)", input: "small.yml", small: study.scenario)
  }

  /// One for each kind of report.
  private static let reports =
    ["html", "json", "csv", "markdown", "junit", "sarif", "github"].map { kind in
      OutputDrive(
        option: "ab --report",
        arguments: [
          "ab", "small.yml", "--set", "ab.guardrails=[ndcg@10]", "--report", "\(kind)={}",
        ],
        input: "small.yml")
    }
    + ["json", "csv", "markdown", "junit", "sarif", "github"].map { kind in
      OutputDrive(
        option: "check --report",
        arguments: ["check", "town.yml", "--report", "\(kind)={}"], input: "town.yml",
        before: [record])
    }
}
