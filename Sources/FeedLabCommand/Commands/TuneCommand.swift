public import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
public import Scenarios
internal import Studies

/// Which arm is tuned.
struct TunedArm: ParsableArguments {
  @Option(
    help: ArgumentHelp("Arm to tune. Default: the scenario's.", valueName: "arm"),
    completion: .arm)
  var arm: String?
}

/// How many worlds a search may spend, and how.
struct SearchOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Search method: race, cmaes, nelder-mead, random, grid or pareto. Default: the scenario's.",
      valueName: "method"))
  var method: Scenario.Tuning.Method?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of worlds that the search may simulate. Default: the scenario's.", valueName: "worlds"
    ))
  var budget: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of fresh worlds for each finalist. Default: the scenario's.", valueName: "n"))
  var validate: Int?
}

/// What becomes of the scenario.
struct ChangedScenario: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write the scenario with the better values to this file, and keep its comments.",
      valueName: "file"), completion: .scenario)
  var write: String?

  @Flag(help: "Write the better values into the scenario itself, and keep its comments.")
  var inPlace = false

  @Flag(help: "Show what --in-place would change, and change no scenario.")
  var dryRun = false

  /// The options that are given, of which only one can be meant.
  fileprivate var given: [String] {
    [write == nil ? nil : "--write", inPlace ? "--in-place" : nil, dryRun ? "--dry-run" : nil]
      .compactMap { $0 }
  }
}

/// Tunes the numbers of an arm's rankers.
struct TuneCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune",
    abstract: "Find better ranker weights within limits, and measure the gain in fresh worlds.",
    discussion: """
      A scenario marks the numbers that may vary, as in {value: 3, tune: [0, 10]}, and names the \
      objective under tune:. The search uses its own worlds, in which every trial meets the same people. \
      It estimates the gain of a trial, and the probability that fresh worlds will confirm its limits. \
      The finalists are compared in --validate fresh worlds, and then tested in as many others, from the \
      safest to the boldest for as long as each passes. FeedLab keeps the incumbent values unless the \
      new ones are significantly better there by a change that matters, and surely keep the limits.

      Methods: race (Sobol points race in paired worlds, then fitted surfaces propose more), cmaes, \
      nelder-mead, random, grid, and pareto for several objectives (NSGA-II).

      Prints values, gain and limits, and writes tune.html, tune.json, tune.csv (every trial), tune.md \
      and tune.jsonl (every world; the input of --resume) to reports/NAME. Finished worlds are saved in \
      ledger.sqlite there, so that the same command continues after Ctrl-C or a crash.

      The exit code is 3 when no trial is confirmed to keep the limits.

      Example:
        feedlab tune scenarios/tuned-blend.yml --budget 100 --validate 8 --dry-run
      """)

  @Argument(help: "A scenario file.", completion: .scenario)
  var scenario: String

  @OptionGroup(title: OptionSection.what) var tuned: TunedArm

  @OptionGroup(title: OptionSection.what) var settings: ScenarioSettings

  @OptionGroup(title: OptionSection.howSure) var search: SearchOptions

  @OptionGroup(title: OptionSection.output) var changed: ChangedScenario

  @OptionGroup(title: OptionSection.output) var results: ResultFolderOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  @Option(
    help: ArgumentHelp(
      "Continue from the worlds of a log, such as reports/NAME/tune.jsonl.", valueName: "log"),
    completion: .file(extensions: ["jsonl"]))
  var resume: String?

  @OptionGroup var ledger: LedgerOptions

  @OptionGroup var parallel: JobOptions

  func run() throws {
    try check()
    let scenario = try loaded()
    var tuner = try tuner(scenario)
    let rule = outputs.rule(reading: scenario.inputs)
    let patcher = try ScenarioWriter(scenario, self, rule)
    defer { patcher.removeEmptyFolders() }
    tuner.log = try log(tuner)
    var isInfeasible = false
    let part = LongWork.Part(
      study: tuner, folder: results.folder(of: tuner.experiment.design), isFresh: ledger.fresh,
      publishing: { found throws(UnwritableOutput) in
        isInfeasible = found.conclusion == .infeasible
        return try patcher.apply(found, isText: report.format == .text)
      })
    try LongWork(
      report: report, rule: rule, jobs: parallel.threads
    ).perform([part])
    if isInfeasible {
      throw CommandFailure.undecided("no values surely keep the limits")
    }
  }

  /// The log of the tuning, with the runs of the log that it resumes.
  private func log(_ tuner: Tuner) throws -> TuningLog {
    guard let resume else { return TuningLog(tuner) }
    return try TuningLog(tuner, resuming: resume)
  }

  private func check() throws {
    if resume != nil, ledger.fresh {
      throw CommandFailure.usage("--resume and --fresh: only one of them can be given")
    }
    try parallel.check()
    if let validate = search.validate, validate < 2 {
      throw CommandFailure.usage("--validate \(validate): expected a number of worlds from 2 up")
    }
    let given = changed.given
    if given.count > 1 {
      throw CommandFailure.usage(
        "\(given.joined(separator: " and ")): only one of them can be meant")
    }
  }

  private func loaded() throws -> Scenario {
    // Options are validated as keys of the scenario.
    let arm = tuned.arm.map { ["tune.arm=\($0)"] } ?? []
    return try Scenario.load(file: scenario, overrides: settings.overrides + arm, tapes: nil) {
      [$0.comparison.baseline, $0.tuning?.arm].compactMap(\.self)
    }
  }

  private func tuner(_ scenario: Scenario) throws -> Tuner {
    guard var tuning = scenario.tuning else {
      throw CommandFailure.usage(
        "\(self.scenario): it has no objective for tuning; write tune: {maximize: METRIC}, and a"
          + " number of an arm's ranker as {value: 3, tune: [0, 10]}")
    }
    if let method = search.method {
      guard (method == .pareto) == (tuning.objectives.count > 1) else {
        throw CommandFailure.usage(
          method == .pareto
            ? "--method pareto: it needs at least two objectives, and the scenario has one"
            : "--method \(method.rawValue): it has one objective, not"
              + " \(tuning.objectives.count); pareto has several")
      }
      guard method.hasGenerations || tuning.lag == 0 else {
        throw CommandFailure.usage(
          "--method \(method.rawValue): it has no generations, which tune.lag: \(tuning.lag) of the scenario"
            + " needs; choose race, cmaes or pareto, or --set tune.lag=0")
      }
      tuning.method = method
    }
    tuning.budget = search.budget ?? tuning.budget
    tuning.validation = search.validate ?? tuning.validation
    return try Self.tuner(scenario, tuning)
  }

  /// The tuner of a scenario whose budget allows its method.
  static func tuner(
    _ scenario: Scenario, _ tuning: Scenario.Tuning
  ) throws -> Tuner {
    let tuner = Tuner(scenario, tuning)
    if let problem = tuner.design.problem {
      throw CommandFailure.usage("\(problem)")
    }
    return tuner
  }
}

extension Scenario.Tuning.Method: ExpressibleByArgument {}

/// Writes better values into a scenario file.
private struct ScenarioWriter {
  private let scenario: Scenario
  private let bytes: [UInt8]
  private let target: OutputFile?
  private let shows: Bool

  /// - Throws: When the file cannot be read again, or the values cannot be written into it.
  init(
    _ scenario: Scenario, _ command: TuneCommand, _ rule: OutputRule
  ) throws {
    self.scenario = scenario
    shows = command.changed.dryRun
    guard command.changed.inPlace || command.changed.write != nil || shows else {
      (target, bytes) = (nil, [])
      return
    }
    guard let data = FileManager.default.contents(atPath: command.scenario) else {
      throw CommandFailure.unfinished("\(command.scenario): the file cannot be read again")
    }
    bytes = Array(data)
    let tunables = scenario.tunables.filter { $0.arm == scenario.tuning?.arm }
    do throws(UnpatchableScenario) {
      _ = try ScenarioPatch(
        scenario, bytes: bytes, values: tunables.map { ($0, $0.value) })
    } catch {
      throw CommandFailure.usage("\(command.scenario): \(error)")
    }
    target = try Self.target(of: command, rule)
  }

  /// The file for better values, if any.
  private static func target(
    of command: TuneCommand, _ rule: OutputRule
  ) throws -> OutputFile? {
    if let path = command.changed.write {
      let log = command.resume.map { [$0] } ?? []
      return try rule.reading(log).file(path, .tunedScenario, of: "--write \(path)")
    }
    guard command.changed.inPlace else { return nil }
    do throws(RefusedOutput) {
      return try rule.changed(command.scenario)
    } catch {
      throw CommandFailure.refused(error, at: "--in-place")
    }
  }

  /// Removes a folder that was created and not used.
  func removeEmptyFolders() { target?.removeEmptyFolders() }

  /// Writes the scenario if the tuning found better values.
  ///
  /// - Returns: A text to print after the report.
  func apply(_ results: TuningResults, isText: Bool) throws(UnwritableOutput) -> String {
    guard target != nil || shows else { return "" }
    guard results.isImproved || results.conclusion == .paretoFront && results.winner != nil else {
      return isText ? "\nNo scenario was changed.\n" : ""
    }
    let values = zip(results.design.space.parameters, results.trials[results.shown].values)
    let patch: ScenarioPatch
    do throws(UnpatchableScenario) {
      patch = try ScenarioPatch(
        scenario, bytes: bytes, values: values.map { (parameter: $0, value: $1) })
    } catch {
      preconditionFailure("it was tried: \(error)")
    }
    guard let target else {
      return isText ? "\n" + patch.difference(file: scenario.file) : ""
    }
    try target.write(TuningNote(results).added(to: patch.text, of: target.path))
    return isText ? "\nWritten to \(target.path).\n" : ""
  }
}
