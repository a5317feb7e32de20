public import ArgumentParser
internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Scenarios
internal import Studies

/// In whose worlds today's arm is compared with its baseline.
struct BaselineWorlds: ParsableArguments {
  @Flag(
    help: """
      If the worlds have changed since the baseline was recorded, simulate the recorded arm in today's \
      worlds and compare with it.
      """)
  var rerunBaseline = false
}

/// What fails a check, and whether it is proved that it can fail.
struct GateOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Changes that fail the check: worse (regressions), improved (improvements too), any (every change).",
      valueName: "what"))
  var failOn = GatePolicy.Failure.worse

  @Option(
    help: ArgumentHelp(
      "Outcome of rules that are still undecided after the last world: warn (fail where another order is served), fail or pass.",
      valueName: "what"))
  var undecided = GatePolicy.Undecided.warn

  @Flag(
    help: """
      Sabotages the arm on purpose. Fails unless the check detects the sabotage and every rule of level \
      error has 80 % power to detect a harm of twice its margin that spreads between worlds like the \
      sabotage. Prints for each rule the smallest harm that it detects with that power. Writes no report \
      files.
      """)
  var prove = false
}

/// Checks arms against their recorded baselines.
struct CheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Fail if a ranker is worse than its baseline by more than a margin.",
    discussion: """
      Simulates the arm that a scenario names under check in 8 worlds of its own, and pairs each with \
      the values that 'feedlab baseline record' stored for the same world. While a rule is undecided it \
      simulates more worlds, up to 64; unchanged code is identical after 8. It writes only the files \
      of --report.

      Checks all scenarios and reports all failures. The exit code is the first that applies: 130 \
      interrupted; 64 wrong usage; 65 a scenario or baseline is invalid, and nothing was checked; 2 \
      regression; 1 could not finish; 6 a baseline has another seed, format or world (see \
      --rerun-baseline); 5 no baseline; 7 a baseline in a folder whose scenario was not checked, or two scenarios \
      with one name; 3 undecided, with --undecided fail or where another order is served; 4 improved, with \
      --fail-on improved or any; 0 otherwise.

      Examples:
        feedlab check scenarios/
        feedlab check scenarios/quickstart.yml --set arms.newest.home=popularity
        feedlab check scenarios/ --report junit=reports/check.xml --report sarif=reports/check.sarif
      """)

  @OptionGroup var files: CheckedFiles

  @OptionGroup(title: OptionSection.what) var worlds: BaselineWorlds

  @OptionGroup(title: OptionSection.what) var tapes: TapeOptions

  @OptionGroup(title: OptionSection.what) var probe: ProbeOptions

  @OptionGroup(title: OptionSection.howSure) var gate: GateOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  @OptionGroup(title: OptionSection.output) var reportFiles: ReportFileOptions

  private var policy: GatePolicy {
    GatePolicy(failure: gate.failOn, undecided: gate.undecided)
  }

  func run() throws {
    let failures: [GateFailure]
    do { failures = try checked() } catch {
      // A build server would publish the report of an earlier check.
      reportFiles.removeEarlier(of: .checks)
      throw error
    }
    guard failures.isEmpty else { throw CommandFailure.gate(failures) }
  }

  /// Checks or proves the scenarios, prints and writes the reports.
  ///
  /// - Returns: What fails a build.
  private func checked() throws -> [GateFailure] {
    try tapes.refuse(beside: "--prove", if: gate.prove)
    try tapes.refuse(beside: "--rerun-baseline", if: worlds.rerunBaseline)
    let index = try tapes.index()
    let (found, unchecked) = try files.found(index)
    let scenarios = found.map { (scenario: probe.applied(to: $0.scenario), baseline: $0.baseline) }
    let subjects = try scenarios.map { scenario, file in
      CheckSubject(
        scenario, try file.read(remedy: BaselineCommand.recording(scenario)), file: file.path)
    }
    let inputs = scenarios.flatMap { scenario, file in scenario.inputs + [file.path] }
    let rule = outputs.rule(reading: inputs)
    for (scenario, _) in scenarios {
      try MemoryNeed(scenario: scenario, worlds: files.threads).check(quiet: report.quiet)
    }
    let monitor = ExperimentMonitor()
    let interrupt = SignalRequest.interrupt(cancelling: monitor)
    defer { interrupt.end() }
    if gate.prove {
      guard reportFiles.requests.isEmpty else {
        throw CommandFailure.usage(
          "--prove and --report: a proof is only printed, in the format of --format")
      }
      return try proveGates(subjects, unchecked, monitor)
    }
    let reports = try reportFiles.files(of: .checks, by: rule)
    defer { reports.removeEmptyFolders() }
    let use = try tapes.use(checking: scenarios.map(\.scenario), index, rule)
    var (checked, failures): ([CheckedScenario], [GateFailure]) = ([], [])
    for subject in subjects {
      let (scenario, failure) = try checkedScenario(subject, use, monitor)
      checked.append(scenario)
      failures += failure.map { [$0] } ?? []
    }
    checked += unchecked.map(\.result)
    failures += unchecked.map(\.failure)
    try StandardStream.output.write(report.render(checked.document))
    try reports.write(checked, by: policy)
    return failures
  }

  /// The results of a scenario, and why they fail a build, if they do.
  private func checkedScenario(
    _ subject: CheckSubject, _ tapes: TapeUse?, _ monitor: ExperimentMonitor
  ) throws -> (CheckedScenario, GateFailure?) {
    let scenario = subject.scenario
    switch try outcome(
      of: subject, monitor,
      { check throws(CheckFailure) in
        var check = check
        check.tapes = tapes
        return try check.run(jobs: files.threads, monitor: monitor)
      })
    {
    case .success(let results):
      return (
        CheckedScenario(results, at: RuleLocations(checking: scenario)),
        GateFailure(results, by: policy)
      )
    case .failure(let failure):
      let unfinished = CheckedScenario(
        unfinished: scenario.name, file: scenario.file, because: failure.reason)
      return (unfinished, GateFailure(failure.code, "\(scenario.file): \(failure.reason)"))
    }
  }

  private func proveGates(
    _ subjects: [CheckSubject], _ unchecked: [UncheckedBaseline], _ monitor: ExperimentMonitor
  ) throws -> [GateFailure] {
    var failures = unchecked.map(\.failure)
    var proved: [ProvedScenario] = []
    for subject in subjects {
      let file = subject.scenario.file
      switch try outcome(
        of: subject, monitor,
        { check throws(CheckFailure) in
          try check.proof(jobs: files.threads, monitor: monitor)
        })
      {
      case .success(let proof):
        let scenario = ProvedScenario(proof, file: file)
        proved.append(scenario)
        failures += scenario.faults.map { GateFailure(.unfinished, $0) }
      case .failure(let failure):
        failures.append(GateFailure(failure.code, "\(file): \(failure.reason)"))
      }
    }
    try StandardStream.output.write(report.render(proved.document))
    return failures
  }

  /// Why a scenario could not be checked.
  private struct Obstacle: Error {
    let code: DataFiles.ExitCode
    let reason: String
  }

  /// Does the work of a check if there is a baseline that fits.
  private func outcome<Results>(
    of subject: CheckSubject, _ monitor: ExperimentMonitor,
    _ work: (Check) throws(CheckFailure) -> Results
  ) throws -> Result<Results, Obstacle> {
    let command = BaselineCommand.recording(subject.scenario)
    let check: Check
    switch subject.baseline {
    case .missing:
      return .failure(
        Obstacle(
          code: .noBaseline, reason: "there is no baseline \(subject.file); record it: \(command)"))
    case .otherFormat(let misfit):
      return .failure(obstacle([misfit], subject))
    case .read(let baseline):
      check = Check(
        subject.scenario, against: baseline, file: subject.file, rerun: worlds.rerunBaseline,
        hasOptions: !files.settings.settings.isEmpty)
    }
    if let budget = check.budget, check.misfits.isEmpty, !gate.prove, !report.quiet {
      StandardStream.error.printLine("feedlab: \(subject.scenario.file): \(budget)")
    }
    do throws(CheckFailure) {
      return .success(
        try LongWork.watch(monitor, arms: 1, quiet: report.quiet || report.noProgress) {
          () throws(CheckFailure) in
          try work(check)
        })
    } catch {
      switch error {
      case .misfit(let misfits): return .failure(obstacle(misfits, subject))
      case .unknownArm(let invalid):
        return .failure(
          Obstacle(code: .unusableBaseline, reason: "cannot rebuild the recorded arm: \(invalid)"))
      case .unfinished(.cancelled(let worlds, let all)):
        throw CommandFailure.interrupted(
          "\(subject.scenario.file): interrupted after \(worlds) of \(all) worlds; nothing was written"
        )
      case .unfinished(let found):
        let failure = found.savingRequest(
          of: subject.scenario, in: ResultFolderOptions.usualFolder(of: subject.scenario.name))
        return .failure(Obstacle(code: failure.exitCode, reason: failure.description))
      }
    }
  }

  private func obstacle(_ misfits: [BaselineMisfit], _ subject: CheckSubject) -> Obstacle {
    let facts = misfits.map(\.description).joined(separator: "; ")
    let canRerun = misfits.allSatisfy(\.canRerun) && !worlds.rerunBaseline
    let isForeign = misfits.contains { if case .scenario = $0 { true } else { false } }
    let remedy =
      isForeign
      ? "name another under check.baseline"
      : "accept today's: \(BaselineCommand.accepting(subject.scenario))"
    return Obstacle(
      code: .unusableBaseline,
      reason: "the baseline \(subject.file) does not fit: \(facts)"
        + (canRerun
          ? "; --rerun-baseline simulates the recorded arm in today's worlds, or \(remedy)"
          : "; \(remedy)"))
  }
}

/// A scenario with the content of its baseline file.
struct CheckSubject {
  let scenario: Scenario
  let baseline: BaselineFile.Content
  /// The path of the baseline.
  let file: String

  init(_ scenario: Scenario, _ baseline: BaselineFile.Content, file: String) {
    self.scenario = scenario
    self.baseline = baseline
    self.file = file
  }
}

extension GatePolicy.Failure: ExpressibleByArgument {}

extension GatePolicy.Undecided: ExpressibleByArgument {}
