import Foundation
import TestSupport
import Testing

/// Every option of every command that names a file or a folder, and that none destroys what it was not given.
///
/// The options are those that the program itself lists, so that a new one is either declared here, and tried,
/// or fails.
@Suite struct OutputOptionTests {
  /// What a command does with the path.
  private enum Role {
    /// It only reads there.
    case input
    /// It writes there: there is a drive for it.
    case output
    /// The shared folder of distributed work, in which files get names that nothing has, and never others.
    case store
    /// A path for another machine or command.
    case handedOn
  }

  private static let roles = others.merging(
    StudyDrive.all.flatMap { [("\($0.name) <scenario>", .input), ("\($0.name) --out", .output)] }
  ) { $1 }

  /// Those of other commands than studies.
  private static let others: [String: Role] = [
    "run <scenarios>": .input, "run --out": .output, "run --trace": .output,
    "run --report": .output, "run --record-tape": .output, "run --replay-tape": .input,
    "ab --record-tape": .output, "ab --replay-tape": .input,
    "check --record-tape": .output, "check --replay-tape": .input,
    "baseline record --record-tape": .output, "baseline record --replay-tape": .input,
    "baseline update --record-tape": .output, "baseline update --replay-tape": .input,
    "ab <scenario>": .input, "ab --out": .output,
    "ab --report": .output,
    "tune <scenario>": .input, "tune --write": .output, "tune --in-place": .output,
    "sensitivity --record": .output, "plan sensitivity --record": .handedOn,
    "tune --resume": .input, "tune --out": .output,
    "compare <old>": .input, "compare <new>": .input, "explain <results>": .input,
    "explain --scenario": .input, "rank <scenario>": .input, "rank --request": .input,
    "report <results>": .input, "report --out": .output,
    "report --report": .output, "history --out": .output,
    "history <dir>": .input, "measure <trace>": .input,
    "check <scenario|dir>": .input, "check --baseline": .input, "check --report": .output,
    "baseline record <scenario|dir>": .input, "baseline record --baseline": .output,
    "baseline update <scenario|dir>": .input, "baseline update --baseline": .output,
    "baseline show <scenario|dir>": .input, "baseline show --baseline": .input,
    "baseline diff <old>": .input, "baseline diff <new>": .input,
    "baseline list <scenario|dir>": .input, "baseline list --baseline": .input,
    "calibrate --mapping": .input, "calibrate --out": .output, "validate <scenarios>": .input,
    "selftest --scenarios": .input, "selftest --scenario": .input,
    "plan write <scenarios>": .input, "plan write --out": .output, "plan write --store": .store,
    "plan sensitivity <scenario>": .input, "plan sensitivity --out": .output,
    "plan sensitivity --store": .store,
    "plan select <scenario>": .input, "plan select --out": .output, "plan select --store": .store,
    "plan status --plan": .input, "plan status --store": .input,
    "work --plan": .input, "work --store": .store,
    "gather --plan": .input, "gather --store": .store, "gather --out": .output,
    "gather --missing": .output, "gather --under-way": .input,
    "submit slurm <plan>": .input, "submit slurm --store": .store, "submit slurm --out": .handedOn,
    "submit slurm --feedlab": .handedOn,
    "submit k8s <plan>": .input, "submit k8s --store": .input, "submit k8s --mount": .handedOn,
    "init <path>": .output,
  ]

  /// What values are called that name no file.
  private static let plainValues: Set<String> = [
    "arm", "name", "n", "key=value", "regex", "s", "set", "scope", "i", "format", "when",
    "metric=h", "[metric=]d|d%", "metric", "a", "how", "design", "duration", "d", "method",
    "worlds", "d|d%", "h|h%", "p", "subject", "list", "r", "what", "text", "k", "j", "size",
    "image", "topic", "names", "subcommands", "kind", "shell", "dimension",
    "whom", "number", "time", "surface", "share",
  ]

  /// Flags that write nothing by themselves.
  private static let plainFlags: Set<String> = [
    "--version", "--help", "--references", "--yardsticks", "--profile", "--fresh", "--quiet",
    "--no-progress",
    "--dry-run", "--forget-others", "--tolerant", "--rerun-baseline", "--prove", "--allow-ci",
    "--allow-outside", "--quick", "--measure", "--tune", "--next-round", "--force", "--print",
    "--trend", "--no-trend", "--strict", "--full", "--inputs-only", "--html",
    "--leave-one-out", "--load",
  ]

  @Test
  func `every argument is known to name no file, or is declared with what becomes of the file`()
    throws
  {
    let arguments = try CommandTree().arguments
    #expect(arguments.count > 200)
    for argument in arguments where Self.roles[argument.name] == nil {
      let option = argument.name.split(separator: " ").last.map(String.init) ?? ""
      let isPlain =
        argument.valueName.map(Self.plainValues.contains) ?? Self.plainFlags.contains(option)
      #expect(isPlain, "\(argument.name): declare it, and if it writes, add a drive that tries it")
    }
    let names = Set(arguments.map(\.name))
    for name in Self.roles.keys { #expect(names.contains(name), "\(name) is no argument") }
    let driven = Set(OutputDrive.all.map(\.option))
    // Flags, which have no path and tests of their own.
    let outputs = Set(Self.roles.filter { $0.value == .output }.keys).subtracting([
      "tune --in-place", "sensitivity --record",
    ])
    expectEqual(outputs, driven)
  }

  @Test(arguments: OutputDrive.all)
  func `a file of somebody else is refused, and stays`(drive: OutputDrive) throws {
    let folder = try drive.folder()
    let path = drive.target
    try folder.write("dear diary\n", to: path)
    let before = try folder.entries
    let outcome = try feedlab(drive.command(drive.path), in: folder)
    expectEqual(outcome.code, 64, "\(outcome.error)")
    expectEqual(outcome.output, "")
    #expect(outcome.error.contains(path), "\(outcome.error)")
    expectEqual(outcome.error.contains("--force"), (drive.option != "run --trace"))
    try expectEqual(folder.read(path), "dear diary\n")
    // Who reads a ledger leaves what SQLite keeps beside it.
    try expectEqual(folder.entries.filter { !$0.hasPrefix("past/ledger.sqlite-") }, before)
  }

  @Test(arguments: OutputDrive.all)
  func `a folder in the way is refused with all that is in it, forced or not`(
    drive: OutputDrive
  ) throws {
    let folder = try drive.folder()
    let path = drive.target
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: path), withIntermediateDirectories: true)
    try folder.write("thesis", to: "\(path)/thesis.txt")
    for more in [[], ["--force"]] {
      let outcome = try feedlab(drive.command(drive.path) + more, in: folder)
      expectEqual(outcome.code, 64, "\(outcome.error)")
      try expectEqual(folder.read("\(path)/thesis.txt"), "thesis")
    }
  }

  /// Under another name of the same file, which no path shows.
  @Test(arguments: OutputDrive.all.filter { $0.input != nil })
  func `an input of the same command is refused, forced or not`(drive: OutputDrive) throws {
    let folder = try drive.folder()
    let path = drive.target
    let input = folder.url.appending(path: try #require(drive.input))
    try FileManager.default.linkItem(at: input, to: folder.url.appending(path: path))
    let before = try Data(contentsOf: input)
    for more in [[], ["--force"]] {
      let outcome = try feedlab(drive.command(drive.path) + more, in: folder)
      expectEqual(outcome.code, 64, "\(outcome.error)")
      #expect(outcome.error.contains(path), "\(outcome.error)")
      try expectEqual(Data(contentsOf: input), before)
    }
  }

  @Test(arguments: OutputDrive.all)
  func `a pipe gets the bytes and stays a pipe, or is refused at once`(drive: OutputDrive) throws {
    let folder = try drive.folder()
    let path = drive.target
    let pipe = try NamedPipe(folder.url.appending(path: path))
    let outcome = try feedlab(drive.command(drive.path), in: folder)
    let bytes = pipe.end()
    #expect(pipe.isThere)
    guard drive.isStreamed else {
      expectEqual(outcome.code, 64, "\(outcome.error)")
      return
    }
    // Results that no rule asks about have no commands for a workflow: a pipe with nothing to say.
    #expect([0, 3].contains(outcome.code), "\(outcome.error)")
    #expect(!bytes.isEmpty || drive.arguments.contains("github={}"))
  }

  /// What the command itself wrote is recognised, whatever kind it is.
  @Test(arguments: OutputDrive.all.filter { !$0.option.hasSuffix("--report") })
  func `the same command again needs no flag`(drive: OutputDrive) throws { try runTwice(drive) }

  @Test(arguments: OutputDrive.all.filter { $0.option.hasSuffix("--report") })
  func `the same report again needs no flag`(drive: OutputDrive) throws { try runTwice(drive) }

  private func runTwice(_ drive: OutputDrive) throws {
    let folder = try drive.folder()
    if drive.option == "baseline update --baseline" {
      try FileManager.default.copyItem(
        at: folder.url.appending(path: "first.json"), to: folder.url.appending(path: "out"))
    }
    for _ in 0..<2 {
      let outcome = try feedlab(drive.command(drive.path), in: folder)
      #expect([0, 3].contains(outcome.code), "\(outcome.error)")
    }
  }

  @Test func `a file of somebody else is replaced where that is forced`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario, "p.jsonl": "dear diary\n"])
    let outcome = try feedlab("plan", "small.yml", "--out", "p.jsonl", "--force", in: folder)
    expectEqual(outcome.code, 0)
    #expect(try folder.read("p.jsonl").hasPrefix("{\"digest\":"))
  }

  @Test func `a link stays, and what it leads to is written`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario, "mine.txt": "dear diary\n"])
    for (name, target) in [("new", "fresh.jsonl"), ("old", "mine.txt")] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.url.appending(path: name).path(), withDestinationPath: target)
    }
    try expectEqual(feedlab("plan", "small.yml", "--out", "new", in: folder).code, 0)
    #expect(try folder.read("fresh.jsonl").hasPrefix("{\"digest\":"))
    try expectEqual(
      FileManager.default.destinationOfSymbolicLink(
        atPath: folder.url.appending(path: "new").path()), "fresh.jsonl")
    let refused = try feedlab("plan", "small.yml", "--out", "old", in: folder)
    expectEqual(
      refused.error,
      "feedlab: error: --out old: cannot write a plan to old: the file that is there is not a plan"
        + " written by feedlab; name another path, or replace it with --force\n")
    try expectEqual(folder.read("mine.txt"), "dear diary\n")
  }

  /// Processes, since the streams of a process are what is written to and what ends.
  @Test func `what goes to standard output stays in order, and a reader that goes is an error`()
    throws
  {
    // In these worlds no metric has a value in one alone, with which the output would end.
    let folder = try ScratchFolder(["small.yml": smallScenarioText(members: 240)])
    let command = "$feedlab ab small.yml --full --out out --quiet --report"
    _ = try FeedLabProcess.shell("\(command) json=/dev/stdout >both", in: folder)
    let both = try folder.read("both")
    #expect(both.hasPrefix(try folder.read("out/results.json")))
    #expect(both.hasSuffix("it has fewer than two whole days.\n"))
    let cut = try FeedLabProcess.shell(
      "mkfifo pipe; head -c 1 pipe >one & \(command) json=pipe", in: folder)
    cut.expectRefusal("cannot write to pipe: Broken pipe", code: 1)
  }

  @Test func `what is no plan is refused before anything is gathered`() throws {
    let folder = try ScratchFolder(["small.yml": smallScenario, "notes.txt": "dear diary\n"])
    _ = try feedlab("plan", "small.yml", "--out", "p.jsonl", in: folder)
    _ = try feedlab("work", "--plan", "p.jsonl", "--shard", "0", "--of", "1", in: folder)
    for path in ["notes.txt", "p.jsonl", "p.store", "..", "p.store/plans/x.jsonl", "/dev/full/x"] {
      let outcome = try feedlab("gather", "--plan", "p.jsonl", "--missing", path, in: folder)
      // Below a device there is no folder that could be written to.
      expectEqual(outcome.code, (path == "/dev/full/x" ? 1 : 64), "\(path)")
      expectEqual(outcome.output, "")
    }
    try expectEqual(folder.read("notes.txt"), "dear diary\n")
    #expect(folder.contains("p.jsonl") && !folder.contains("reports"))
    // A plan of another store may be written over, and is not removed.
    let other = smallScenario.replacing("seed: 7", with: "seed: 8")
    try folder.write(other, to: "other.yml")
    _ = try feedlab("plan", "other.yml", "--out", "other.jsonl", in: folder)
    let whole = try feedlab(
      "gather", "--plan", "p.jsonl", "--missing", "other.jsonl", "--out", "out", in: folder)
    expectEqual(whole.code, 0)
    #expect(whole.error.contains("other.jsonl stays, since it is not a plan of this store\n"))
    #expect(folder.contains("other.jsonl"))
  }

  @Test func `a scenario names a baseline below its own folder only`() throws {
    let folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "theirs"), withIntermediateDirectories: true)
    let town = checkedTown().replacing("check:\n", with: "check:\n  baseline: ../town.json\n")
    try folder.write(town, to: "theirs/town.yml")
    try feedlab("baseline", "record", "theirs/town.yml", in: folder).expectRefusal(
      "theirs/town.yml: check.baseline: theirs/../town.json is outside of the"
        + " scenario's folder; --allow-outside writes it there, --baseline PATH elsewhere")
    try expectEqual(folder.entries, ["theirs", "theirs/town.yml"])
    let allowed = try feedlab(
      "baseline", "record", "theirs/town.yml", "--allow-outside", "--quiet", in: folder)
    expectEqual(allowed.code, 0)
    #expect(folder.contains("town.json"))
    // A link out of the folder is no way around.
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.appending(path: "theirs/baselines").path(), withDestinationPath: "..")
    try folder.write(checkedTown(), to: "theirs/town.yml")
    try expectEqual(feedlab("baseline", "record", "theirs/town.yml", in: folder).code, 64)
  }

  @Test func `a baseline of another scenario is not replaced, and one that was cut short is`()
    throws
  {
    let folder = try recordedTown()
    let whole = try folder.read("baselines/town.json")
    let hall = checkedTown().replacing("name: town", with: "name: hall")
    try folder.write(hall, to: "hall.yml")
    let other = try feedlab(
      "baseline", "record", "hall.yml", "--baseline", "baselines/town.json", in: folder)
    expectEqual(other.code, 64)
    #expect(other.error.contains("is not a baseline of 'hall' written by feedlab"))
    try folder.write(String(whole.prefix(500)), to: "baselines/town.json")
    try expectEqual(feedlab("baseline", "record", "town.yml", in: folder).code, 0)
    try expectEqual(folder.read("baselines/town.json"), whole)
  }

  @Test func `better values go into a scenario behind its byte order mark`() throws {
    let drive = try #require(OutputDrive.all.first { $0.option == "tune --write" })
    let folder = try drive.folder()
    let text = try folder.read("hamlet.yml")
    try folder.write("\u{FEFF}" + text.replacing("\n", with: "\r\n"), to: "windows.yml")
    for _ in 0..<2 {
      let outcome = try feedlab("tune", "windows.yml", "--in-place", "--quiet", in: folder)
      expectEqual(outcome.code, 0, "\(outcome.error)")
    }
    try expectEqual(feedlab("validate", "windows.yml", in: folder).code, 0)
    let bytes = try Data(contentsOf: folder.url.appending(path: "windows.yml"))
    #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
    expectEqual(bytes.count(where: { $0 == 10 }), bytes.count(where: { $0 == 13 }))
  }
}
