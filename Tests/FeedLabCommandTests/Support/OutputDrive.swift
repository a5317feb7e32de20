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
  var small = smallScenarioText(members: 24)

  var testDescription: String { ([option] + arguments).joined(separator: " ") }

  /// The path that is tried.
  var path: String { file.map { "out/\($0)" } ?? "out" }
  /// What is written there.
  var target: String { arguments.contains("{}.sqlite") ? "out.sqlite" : path }

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
      tune: {method: random, maximize: relevance@10, budget: 32, validate: 6}

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
  /// - Parameters:
  ///   - call: The words of ``arguments``.
  ///   - before: The words of each command that goes before, which says nothing.
  private init(
    _ option: String, _ call: String, file: String? = nil, reads input: String? = nil,
    isStreamed: Bool = true, before: [String] = []
  ) {
    func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }
    self.init(
      option: option, arguments: words(call), file: file, input: input, isStreamed: isStreamed,
      before: before.map { words($0) + ["--quiet"] })
  }

  private static let plan = "plan small.yml --out p.jsonl"
  private static let work = "work --plan p.jsonl --shard 0 --of 1"
  private static let record = "baseline record town.yml"

  /// At least one for each option that names an output.
  static let all = calls + tapes + studies + reports

  private static let tapes = [
    ("ab", "ab small.yml"), ("run", "run small.yml"), ("check", "check small.yml"),
    ("baseline record", "baseline record small.yml"),
    ("baseline update", "baseline update small.yml --reason test"),
  ].map { name, call in
    OutputDrive(
      option: "\(name) --record-tape",
      arguments: call.split(separator: " ").map(String.init) + ["--record-tape", "{}"],
      file: "tapes.json", input: "small.yml", isStreamed: false,
      before: ["check", "baseline update"].contains(name)
        ? [["baseline", "record", "small.yml", "--quiet"]] : [],
      small: tapedScenario)
  }

  private static let calls: [OutputDrive] = [
    .init("ab --out", "ab small.yml --out {}", file: "results.json", reads: "small.yml"),
    .init("run --out", "run small.yml --out {}", file: "summary.md", reads: "small.yml"),
    .init("run --report", "run small.yml --report markdown={}", reads: "small.yml"),
    .init(
      "run --trace", "run small.yml --arm newest --trace {}", reads: "small.yml",
      isStreamed: false),
    .init(
      "run --trace", "run small.yml --arm newest --trace {}.sqlite", reads: "small.yml",
      isStreamed: false),
    .init("tune --out", "tune hamlet.yml --out {}", file: "tune.md", reads: "hamlet.yml"),
    .init(
      "tune --out", "tune hamlet.yml --out {}", file: "tune.jsonl", reads: "hamlet.yml",
      isStreamed: false),
    .init("tune --write", "tune hamlet.yml --write {}", reads: "hamlet.yml"),
    .init(
      "report --out", "report past --out {}", file: "report.html", reads: "past/ledger.sqlite",
      before: ["ab small.yml --out past"]),
    .init(
      "baseline record --baseline", "baseline record town.yml --baseline {}", reads: "town.yml",
      isStreamed: false),
    .init(
      "baseline update --baseline", "baseline update town.yml --reason test --baseline {}",
      reads: "town.yml", isStreamed: false, before: ["\(record) --baseline first.json"]),
    .init("calibrate --out", "calibrate --mapping m.json --inputs-only --out {}", reads: "f.csv"),
    .init("plan write --out", "plan small.yml --out {}", reads: "small.yml"),
    .init(
      "plan sensitivity --out",
      "plan sensitivity small.yml --of behaviour --trajectories 2 --parameters satiation --out {}",
      reads: "small.yml"),
    .init(
      "plan select --out",
      "plan select small.yml --metric engagement_rate --delta 0.1 --out {}", reads: "small.yml"),
    .init(
      "gather --out", "gather --plan p.jsonl --out {}", file: "breakdown.csv", reads: "p.jsonl",
      before: [plan, work]),
    .init(
      "gather --missing", "gather --plan p.jsonl --missing {}", reads: "p.jsonl", before: [plan]),
    .init(
      "report --report", "report past --report mail={}", reads: "past/ledger.sqlite",
      before: ["ab small.yml --out past"]),
    .init(
      "history --out", "history past --html --out {}", reads: "past/ledger.sqlite",
      before: ["ab small.yml --out past"]),
    .init("init <path>", "init gate {}"),
  ]

  private static let studies = zip(StudyDrive.all, ["json", "csv", "md", "csv", "csv", "json"]).map
  {
    study, ending in
    OutputDrive(
      option: "\(study.name) --out", arguments: study.arguments + ["--out", "{}"],
      file: "\(study.files).\(ending)", input: "small.yml", small: study.scenario)
  }

  /// One for each kind of report.
  private static let reports =
    ["html", "json", "csv", "markdown", "junit", "sarif", "github"].map { kind in
      OutputDrive(
        "ab --report", "ab small.yml --set ab.guardrails=[ndcg@10] --report \(kind)={}",
        reads: "small.yml")
    }
    + ["json", "csv", "markdown", "junit", "sarif", "github"].map { kind in
      OutputDrive(
        "check --report", "check town.yml --report \(kind)={}", reads: "town.yml",
        before: [record])
    }
}
