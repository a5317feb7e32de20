import Foundation
import TestSupport
import Testing

/// Every file that `feedlab init` writes is valid and runs as it is, only smaller here.
@Suite struct InitCommandTests {
  /// A kind with its file, and options that make each printed command small.
  struct Starter: Sendable, CustomTestStringConvertible {
    let kind: String
    let file: String
    let options: [[String]]
    var testDescription: String { kind }

    static let all = [
      Starter(
        kind: "compare", file: "feed.yml", options: [["-n", "2", "--quiet"] + small]),
      Starter(
        kind: "tune", file: "tune.yml",
        options: [["--budget", "60", "--validate", "2", "--quiet"] + small]),
      Starter(
        kind: "gate", file: "gate.yml",
        options: [["--quiet"] + small + looks, ["--quiet"] + small + looks]),
    ]

    private static let small = [
      "--set", "world.members=80", "--set", "world.days=1", "--set", "world.warm-up=0.25",
    ]
    private static let looks = ["--set", "check.replications=2..4"]
  }

  /// The commands that `feedlab init` names, as words.
  private func next(_ outcome: Outcome) -> [[String]] {
    outcome.output.split(separator: "\n").filter { $0.hasPrefix("  feedlab ") }
      .map { $0.split(separator: " ").dropFirst().map(String.init) }
  }

  @Test(arguments: Starter.all)
  func `a scenario has a schema beside it, is valid, and the commands that are named run`(
    starter: Starter
  ) throws {
    let folder = try ScratchFolder()
    let outcome = try feedlab("init", starter.kind, in: folder)
    expectEqual(outcome.code, 0, "\(outcome.error)")
    expectEqual(outcome.error, "")
    #expect(
      outcome.output.hasPrefix("Wrote \(starter.file) and feedlab.schema.json. Next:\n  feedlab "))
    try expectEqual(folder.entries, ["feedlab.schema.json", starter.file].sorted())
    #expect(
      try folder.read(starter.file)
        .hasPrefix("# yaml-language-server: $schema=feedlab.schema.json\n"))
    try expectEqual(
      folder.read("feedlab.schema.json"),
      feedlab("describe", "scenario", "--format", "json-schema", in: folder).output)
    try expectEqual(feedlab("validate", starter.file, in: folder).code, 0)
    let commands = next(outcome)
    expectEqual(commands.count, starter.options.count)
    for (command, options) in zip(commands, starter.options) {
      let outcome = try feedlab(command + options, in: folder)
      // No trial may keep the limit in so few worlds.
      let codes: [Int32] = starter.kind == "tune" ? [0, 3] : [0]
      #expect(codes.contains(outcome.code), "\(command): \(outcome.error)")
    }
  }

  @Test func `a mapping fits a community to logs that have its columns`() throws {
    let posts = (0..<40).map { "\($0),\($0 % 7),\(1_760_000_000 + $0 * 3000),topic\($0 % 3)" }
    let events = (0..<200).map { index in
      let action = ["opened", "opened", "liked", "commented"][index % 4]
      return "\(index / 10),\(index * 7 % 40),\(1_760_010_000 + index * 1700),\(action)"
    }
    let folder = try ScratchFolder([
      "follows.csv": "follower_id,followed_id\n1,2\n2,1\n3,1\n4,1\n",
      "posts.csv": (["post_id,author_id,created_at,topic"] + posts).joined(separator: "\n"),
      "events.csv": (["user_id,post_id,time,action"] + events).joined(separator: "\n"),
    ])
    let outcome = try feedlab("init", "calibrate", in: folder)
    #expect(outcome.output.hasPrefix("Wrote mapping.yml. Next:\n"))
    #expect(!folder.contains("feedlab.schema.json"))
    let commands = next(outcome)
    // The four members who follow are too few for a community, and one of default size takes minutes.
    let fit = try feedlab(commands[0] + ["--members", "80"], in: folder)
    expectEqual(fit.code, 0, "\(fit.error)")
    let run = try feedlab(
      commands[1] + [
        "-n", "1", "--quiet", "--set", "world.members=80", "--set", "world.days=1", "--set",
        "world.warm-up=0.25",
      ], in: folder)
    expectEqual(run.code, 0, "\(run.error)")
  }

  /// The example's `try` proves in CI that this gate can fail.
  @Test(arguments: ["docs/guide/ci-gate-rules.md", "Examples/ci-gate/scenarios/feed.yml"])
  func `a gate is that of the guide and of the example`(path: String) throws {
    let folder = try ScratchFolder()
    try expectEqual(feedlab("init", "gate", "feed.yml", in: folder).code, 0)
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let file = try String(contentsOf: root.appending(path: path), encoding: .utf8)
    let shown = file.firstMatch(of: /```yaml\n(feedlab: 1\n(?:.*\n)*?)```/).map {
      String($0.output.1)
    }
    try expectEqual(keys(folder.read("feed.yml")), keys(shown ?? file))
  }

  /// The lines of a YAML file without comments.
  private func keys(_ text: String) -> [Substring] {
    text.replacing(/\s*#.*/, with: "").split(separator: "\n")
  }

  @Test func `the gate passes unchanged code and fails the oldest first`() throws {
    let folder = try ScratchFolder()
    try expectEqual(feedlab("init", "gate", in: folder).code, 0)
    let small = [
      "gate.yml", "--quiet", "--set", "world.members=150", "--set", "check.replications=4",
    ]
    try expectEqual(feedlab(["baseline", "record"] + small, in: folder).code, 0)
    try expectEqual(feedlab(["check", "--fail-on", "any"] + small, in: folder).code, 0)
    let oldest = ["--set", "arms.ours.home={ranker: formula, score: age_hours}"]
    let outcome = try feedlab(["check"] + small + oldest, in: folder)
    expectEqual(outcome.code, 2)
    expectEqual(outcome.error, "feedlab: gate.yml: regression: fresh_exposure_share\n")
  }

  /// An external ranker of a gate: what is said before the commands, and the edits after which the example runs.
  struct External: Sendable, CustomTestStringConvertible {
    let ranker: String
    let others: [String]
    let need: String
    let example: String?
    let edits: [(String, String)]
    var testDescription: String { ranker }

    static let all = [
      External(
        ranker: "command", others: ["mine.py", "feedlab_ranker.py"], need: "", example: nil,
        edits: []),
      // The service is started, so that the test needs no port.
      External(
        ranker: "url", others: [], need: " Start your service at http://127.0.0.1:8000.",
        example: "Examples/rankers/http/warm.py",
        edits: [(":8000", ":{port}"), ("# start:", "start:")]),
      External(
        ranker: "library", others: [], need: " Put your library, libmine.so, beside them.",
        example: testLibrary, edits: [("{fade: 12}", "{weight: 3}")]),
    ]
  }

  /// It starts Python for two of them.
  @Test(arguments: External.all)
  func `a gate of an external ranker has the same rules, is valid and runs`(
    external: External
  ) throws {
    let folder = try ScratchFolder()
    try expectEqual(feedlab("init", "gate", "plain.yml", in: folder).code, 0)
    let outcome = try feedlab(
      "init", "gate", "mine.yml", "--ranker", external.ranker, in: folder)
    let others = external.others.map { "\($0), " }.joined().dropLast(2)
    outcome.expectOutput(
      """
      Wrote mine.yml\(others.isEmpty ? "" : ", \(others)") and feedlab.schema.json.\(external.need) Next:
        feedlab baseline record mine.yml
        feedlab check mine.yml --fail-on any

      """)
    let text = try folder.read("mine.yml")
    let ends = [text, try folder.read("plain.yml")].map { $0.split(separator: "\narms:\n")[0] }
    expectEqual(keys(String(ends[0])), keys(String(ends[1].replacing("plain", with: "mine"))))
    let rules = [text, try folder.read("plain.yml")].map {
      $0.split(separator: "\n# The largest ")[1]
    }
    expectEqual(rules[0], rules[1])
    if let example = external.example {
      let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
      let source = example.hasPrefix("/") ? URL(filePath: example) : root.appending(path: example)
      let name = external.ranker == "url" ? "service.py" : "libmine.so"
      try FileManager.default.copyItem(at: source, to: folder.url.appending(component: name))
    }
    try expectEqual(feedlab("validate", "mine.yml", in: folder).code, 0)
    try folder.write(
      external.edits.reduce(text) { $0.replacing($1.0, with: $1.1) }, to: "mine.yml")
    for command in next(outcome) {
      let outcome = try feedlab(
        command + [
          "--quiet", "--set", "world.members=80", "--set", "world.days=1", "--set",
          "world.warm-up=0.25", "--set", "check.replications=2",
        ], in: folder)
      expectEqual(outcome.code, 0, "\(command): \(outcome.error)")
    }
    // As it is, it may become another kind.
    try folder.write(text, to: "mine.yml")
    try expectEqual(feedlab("init", "gate", "mine.yml", in: folder).code, 0)
  }

  @Test func `an external ranker that does not exist, or of another kind, is refused`() throws {
    let folder = try ScratchFolder()
    let unknown = try feedlab("init", "gate", "--ranker", "comand", in: folder)
    expectEqual(unknown.code, 64)
    #expect(
      unknown.error.hasPrefix(
        "feedlab: error: The value 'comand' is invalid for '--ranker <kind>'. Please provide one of"
          + " 'command', 'url' or 'library'.\n"), "\(unknown.error)")
    try expectRefusal(
      ["init", "tune", "--ranker", "url"],
      "--ranker needs the kind gate, as in 'feedlab init gate --ranker url'", in: folder)
    try expectEqual(folder.entries, [])
  }

  /// It starts Python, since the four files have to go together.
  @Test func `a ranker in Python has all that it needs beside its scenario, and runs`() throws {
    let folder = try ScratchFolder()
    let outcome = try feedlab("init", "ranker", "mine/mine.yml", in: folder)
    outcome.expectOutput(
      """
      Wrote mine/mine.yml, mine/mine.py, mine/feedlab_ranker.py and mine/feedlab.schema.json. Next:
        python3 mine/mine.py --check
        feedlab ab mine/mine.yml

      """)
    let source = URL(filePath: #filePath).appending(path: "../../../../Rankers").standardized
    for (written, path) in [
      ("mine/feedlab_ranker.py", "python/feedlab_ranker.py"), ("mine/mine.py", "starter/mine.py"),
    ] {
      try expectEqual(
        folder.read(written), String(contentsOf: source.appending(path: path), encoding: .utf8))
    }
    let run = try feedlab(
      [
        "run", "mine/mine.yml", "-n", "1", "--quiet", "--set", "world.members=80", "--set",
        "world.days=1", "--set", "world.warm-up=0.25",
      ], in: folder)
    expectEqual(run.code, 0, "\(run.error)")
    // As it is, it may be written again; what somebody has edited stays.
    try expectEqual(feedlab("init", "ranker", "mine/mine.yml", in: folder).code, 0)
    try folder.write("# mine\n", to: "mine/mine.py")
    try feedlab("init", "ranker", "mine/mine.yml", in: folder).expectRefusal(
      "cannot write an unedited file of 'feedlab init' to mine/mine.py: the file that is there is not an unedited file of"
        + " 'feedlab init' written by feedlab; name another path, or replace it with --force"
    )
    try expectEqual(folder.read("mine/mine.py"), "# mine\n")
  }

  @Test(arguments: [
    ("ranker mine.py", "mine.yml"), ("ranker new/feedlab_ranker.py", "mine.yml"),
    ("ranker ./feedlab.schema.json", "mine.yml"), ("compare feedlab.schema.json", "feed.yml"),
    ("gate mine.py --ranker command", "gate.yml"),
  ])
  func `no two files of one call have one name`(line: String, usual: String) throws {
    let folder = try ScratchFolder()
    let words = line.split(separator: " ").map(String.init)
    try expectRefusal(
      ["init"] + words,
      "init: \(words[1]): another file that is written beside the scenario has this name; name the scenario otherwise,"
        + " such as \(usual)", in: folder)
    try expectEqual(folder.entries, [])
    // A gate of a formula has no such file beside it.
    try expectEqual(feedlab("init", "gate", "mine.py", in: folder).code, 0)
  }

  @Test func `names of files are shown as text`() throws {
    let folder = try ScratchFolder()
    let name = "x\u{1B}[2J\ny.yml"
    let written = try feedlab("init", "compare", name, in: folder)
    written.expectOutput(
      """
      Wrote x\u{FFFD}[2J\u{FFFD}y.yml and feedlab.schema.json. Next:
        feedlab ab $'x\\033\\1332J\\ny.yml'

      """)
    let valid = try feedlab("validate", name, "--no-trend", in: folder)
    #expect(
      valid.output.hasPrefix("x\u{FFFD}[2J\u{FFFD}y.yml: scenario 'x-2j-y' is valid\n"),
      "\(valid.output)")
    #expect(!(valid.output + valid.error).contains("\u{1B}"))
  }

  /// The Python package writes dictionaries to such files, of which a killed process leaves one.
  @Test func `files that a killed process of Python left are no scenarios of a folder`() throws {
    let folder = try ScratchFolder([
      ".tiny.feedlab.json": "{", ".tiny-1.feedlab.yml": "arms: {", "small.yml": smallScenario,
    ])
    let valid = try feedlab("validate", ".", "--no-trend", in: folder)
    #expect(valid.code == 0 && valid.output.hasPrefix("small.yml: "), "\(valid)")
    // Somebody who names it means it.
    try expectEqual(feedlab("validate", ".tiny-1.feedlab.yml", in: folder).code, 65)
    try feedlab("check", ".", in: folder).expectRefusal("no scenario in . has a section check")
  }

  @Test func `the file's name is the scenario's, and its folder is made`() throws {
    let folder = try ScratchFolder()
    let outcome = try feedlab("init", "gate", "checks/Pet Town.yml", in: folder)
    outcome.expectOutput(
      """
      Wrote checks/Pet Town.yml and checks/feedlab.schema.json. Next:
        feedlab baseline record 'checks/Pet Town.yml'
        feedlab check 'checks/Pet Town.yml' --fail-on any

      """)
    #expect(try folder.read("checks/Pet Town.yml").contains("\nname: pet-town\n"))
  }

  @Test func `a path of several lines is one word of a command`() throws {
    let folder = try ScratchFolder()
    let outcome = try feedlab("init", "compare", "a\nb.yml", in: folder)
    outcome.expectOutput(
      """
      Wrote a\u{FFFD}b.yml and feedlab.schema.json. Next:
        feedlab ab $'a\\nb.yml'

      """)
    #expect(try folder.read("a\nb.yml").contains("\n#   feedlab ab $'a\\nb.yml'\n"))
    try expectEqual(feedlab("validate", "a\nb.yml", in: folder).code, 0)
  }

  @Test func `an edited file is refused, and replaced where that is forced`() throws {
    let folder = try ScratchFolder()
    try expectEqual(feedlab("init", in: folder).code, 0)
    // What nobody has edited can become another kind.
    try expectEqual(feedlab("init", "tune", "feed.yml", in: folder).code, 0)
    try folder.write(try folder.read("feed.yml") + "# mine\n", to: "feed.yml")
    try expectRefusal(
      ["init"],
      "init: cannot write an unedited file of 'feedlab init' to feed.yml: the file that is there is not"
        + " an unedited file of 'feedlab init' written by feedlab; name another path, or replace it with"
        + " --force", in: folder)
    try expectEqual(feedlab("init", "--force", in: folder).code, 0)
    #expect(try !folder.read("feed.yml").contains("# mine"))
  }

  @Test func `a schema of somebody else is refused before anything is written`() throws {
    let folder = try ScratchFolder(["feedlab.schema.json": "{}\n"])
    let outcome = try feedlab("init", in: folder)
    expectEqual(outcome.code, 64)
    #expect(outcome.error.contains("cannot write the JSON Schema of scenarios to "))
    try expectEqual(folder.entries, ["feedlab.schema.json"])
  }
}
