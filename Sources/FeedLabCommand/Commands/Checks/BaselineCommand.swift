internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Scenarios
internal import Studies

/// Records, updates and shows the baselines of checks.
struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Record and show the baselines of 'feedlab check'.",
    discussion: """
      A baseline is a JSON file beside the scenarios, and is committed with them. It contains the values \
      of the checked arm in each world, its definition, a fingerprint of each world and the reasons for \
      accepted changes. It contains no times and no paths: recording it again gives the same bytes.
      """,
    subcommands: [
      BaselineRecordCommand.self, BaselineUpdateCommand.self, BaselineShowCommand.self,
      BaselineDiffCommand.self, BaselineListCommand.self,
    ])

  /// The command that records the baseline of a scenario.
  static func recording(_ scenario: Scenario) -> String {
    ProgramName.command(["baseline", "record", scenario.file])
  }

  /// The command that accepts today's values.
  static func accepting(_ scenario: Scenario) -> String {
    ProgramName.command(["baseline", "update", scenario.file, "--reason", "TEXT"])
  }
}

/// The options of commands that write baselines.
struct BaselineWriting: ParsableArguments {
  @OptionGroup var files: CheckedFiles

  @Flag(
    name: .customLong("allow-ci"),
    help: "Write even if CI is set, where accepted values are not reviewed.")
  var allowCI = false

  @Option(
    help: ArgumentHelp(
      "Name for today's values as a release; later losses must not add up to more than the margin from there.",
      valueName: "name"))
  var anchor: String?

  @Flag(
    help: """
      Writes baselines that scenarios name outside of their own folders too; --baseline PATH may be anywhere.
      """)
  var allowOutside = false

  @OptionGroup(title: OptionSection.what) var tapes: TapeOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @Flag(help: "Print no progress and no closing line on standard error.")
  var quiet = false

  /// Throws if the baseline must not be written to the scenario's path: if that is a file that FeedLab did not
  /// write, or if it is outside of the scenario's folder, since the author of the scenario chose the path.
  func check(_ scenario: Scenario, _ file: BaselineFile) throws {
    let folder = scenario.file.lastIndex(of: "/").map { String(scenario.file[...$0]) } ?? "."
    guard file.isNamed || allowOutside || OutputRule.isFile(file.path, below: folder) else {
      throw CommandFailure.usage(
        "\(scenario.file): check.baseline: \(file.path) is outside of the scenario's folder; --allow-outside"
          + " writes it there, --baseline PATH elsewhere")
    }
    try rule(scenario).check(file.path, .baseline(of: scenario.name), of: scenario.file)
  }

  /// The scenarios with the files of their baselines, and what their runs do with tapes.
  func loaded() throws -> (
    subjects: [(scenario: Scenario, baseline: BaselineFile)], tapes: TapeUse?
  ) {
    let index = try tapes.index()
    let subjects = try files.loaded(index)
    for (scenario, file) in subjects { try check(scenario, file) }
    let scenarios = subjects.map(\.scenario)
    let rule = outputs.rule(reading: scenarios.flatMap(\.inputs))
    return (subjects, try tapes.use(checking: scenarios, index, rule))
  }

  func output(_ scenario: Scenario, _ file: BaselineFile) throws -> OutputFile {
    try rule(scenario).file(file.path, .baseline(of: scenario.name), of: scenario.file)
  }

  private func rule(_ scenario: Scenario) -> OutputRule { outputs.rule(reading: scenario.inputs) }

  func write(_ baseline: Baseline, to file: OutputFile) throws {
    try file.write(baseline.text)
  }

  /// Throws in CI, where accepted values are not reviewed.
  func refuseCI(_ command: String) throws {
    let variable = CommandEnvironment.current.variables["CI"] ?? ""
    // Some systems set it to their name, such as woodpecker.
    guard allowCI || ["", "0", "false", "no", "off"].contains(variable.lowercased()) else {
      throw CommandFailure.usage(
        "'feedlab baseline \(command)' accepts today's values, and CI=\(variable.excerpt) means that nobody"
          + " reviews them; record on a developer's machine and commit the file, or give --allow-ci"
      )
    }
  }

  /// Does work with progress, and turns its errors into failures of the command.
  func watch<Results>(
    _ scenario: Scenario, _ work: (ExperimentMonitor) throws(CheckFailure) -> Results
  ) throws -> Results {
    try MemoryNeed(scenario: scenario, worlds: files.threads).check(quiet: quiet)
    let monitor = ExperimentMonitor()
    let interrupt = SignalRequest.interrupt(cancelling: monitor)
    defer { interrupt.end() }
    do throws(CheckFailure) {
      return try LongWork.watch(monitor, arms: 1, quiet: quiet) { () throws(CheckFailure) in
        try work(monitor)
      }
    } catch {
      switch error {
      case .unfinished(.cancelled(let worlds, let all)):
        throw CommandFailure.interrupted(
          "\(scenario.file): interrupted after \(worlds) of \(all) worlds; nothing was written")
      case .unfinished(let found):
        let failure = found.savingRequest(
          of: scenario, in: ResultFolderOptions.usualFolder(of: scenario.name))
        throw CommandFailure.experiment(failure, "\(scenario.file): \(failure)")
      case .unknownArm(let invalid):
        throw CommandFailure.unfinished(
          "\(scenario.file): this version does not know the arm of the anchor; --anchor NAME sets another:"
            + " \(invalid)")
      case .misfit: preconditionFailure("a recording has no comparison")
      }
    }
  }

  func printLine(_ text: Message) {
    if !quiet { StandardStream.error.printLine("feedlab: \(text)") }
  }
}

/// Records baselines that do not exist yet.
struct BaselineRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the baselines of scenarios.",
    discussion: """
      An existing baseline with the same values is left unchanged, byte for byte. Only 'feedlab baseline \
      update' replaces one with other values. A file that was edited or cut short is recorded afresh.
      """)

  @OptionGroup var writing: BaselineWriting

  func run() throws {
    try writing.refuseCI("record")
    let (subjects, use) = try writing.loaded()
    for (scenario, file) in subjects {
      let output = try writing.output(scenario, file)
      defer { output.removeEmptyFolders() }
      var recorder = BaselineRecorder(scenario)
      recorder.tapes = use
      var baseline = try writing.watch(scenario) { monitor throws(CheckFailure) in
        try recorder.baseline(jobs: writing.files.threads, monitor: monitor)
      }
      if let anchor = writing.anchor { baseline = baseline.anchored(as: anchor) }
      if case .read(let old)? = try? file.read(remedy: "") {
        guard old.isSame(as: baseline), writing.anchor == nil else {
          throw CommandFailure.usage(
            "\(file.path): the baseline has other values; accept today's:"
              + " \(BaselineCommand.accepting(scenario))")
        }
        writing.printLine("\(file.path) is unchanged")
        continue
      }
      try writing.write(baseline, to: output)
      writing.printLine(
        "\(file.path): recorded \(baseline.arm.worlds.count) worlds of '\(baseline.arm.name)'")
    }
  }
}

/// Accepts a change.
struct BaselineUpdateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Accept today's values as the baseline, and keep the reason.",
    discussion: """
      Adds the reason and the changes of the metrics to the history in the file. Drift is still measured \
      from the same release, unless --anchor names today's values as a release.
      """)

  @OptionGroup var writing: BaselineWriting

  @Option(
    help: ArgumentHelp("Reason for the change, for readers of the history.", valueName: "text"))
  var reason: String

  func run() throws {
    guard !reason.allSatisfy(\.isWhitespace) else {
      throw CommandFailure.usage("--reason: expected a text, for readers of the history")
    }
    try writing.refuseCI("update")
    let (subjects, use) = try writing.loaded()
    for (scenario, file) in subjects {
      let recording = BaselineCommand.recording(scenario)
      guard case .read(let old) = try file.read(remedy: recording) else {
        throw CommandFailure.gate([
          GateFailure(
            .noBaseline,
            "\(scenario.file): there is no readable baseline \(file.path); record it: \(recording)"
          )
        ])
      }
      let output = try writing.output(scenario, file)
      var recorder = BaselineRecorder(scenario)
      recorder.tapes = use
      let new = try writing.watch(scenario) { monitor throws(CheckFailure) in
        let today = try recorder.baseline(jobs: writing.files.threads, monitor: monitor)
        return try recorder.updated(
          old, to: today, reason: reason, anchor: writing.anchor, jobs: writing.files.threads,
          monitor: monitor)
      }
      guard new != old else {
        writing.printLine("\(file.path) is unchanged: there is nothing to accept")
        continue
      }
      try writing.write(new, to: output)
      writing.printLine("\(file.path): accepted; commit it with the change")
    }
  }
}
