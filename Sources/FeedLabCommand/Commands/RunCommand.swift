internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Reports
internal import Scenarios
internal import SocialFeed
internal import Studies
internal import SyntheticSociety
internal import Traces

/// Which arms are measured.
struct ArmSelection: ParsableArguments {
  @Option(
    name: .customLong("arm"),
    help: ArgumentHelp(
      "Arm to measure; may be repeated. Default: all arms.", valueName: "arm"), completion: .arm)
  var arms: [String] = []

  @Option(
    name: .customLong("ranker"),
    help: ArgumentHelp(
      """
      A ranker to measure, instead of the scenario's arms; may be repeated. It orders the home feed, \
      or the contest feed if it can order no other; all else is as in the scenario's baseline.
      """, valueName: "name"),
    completion: .list(RankerCatalogue.available.descriptors.map(\.name)))
  var rankers: [String] = []
}

/// What is written besides the results, and where.
struct RunOutputs: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Output folder; with several scenarios, the parent of one folder per scenario. Default: reports.",
      valueName: "dir"), completion: .directory)
  var out: String?

  @Option(
    help: ArgumentHelp("Write a trace of one world of each arm to this path.", valueName: "path"),
    completion: .file())
  var trace: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Index of the world that --trace writes. Default: 0.", valueName: "i"))
  var world: Int?

  @Flag(help: "Print a time breakdown.")
  var profile = false
}

/// Simulates the arms of scenarios in parallel worlds and reports the metrics of each arm.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measure each arm of a scenario in parallel worlds, without comparing them.",
    discussion: """
      Prints under which arms the primary metric is highest and lowest, then the means of it, the \
      guardrails and five usual metrics over the worlds, each ± half of its 95 % interval (Student's t). \
      --full and --filter print metrics with their intervals, the standard deviation between worlds, the \
      number of worlds with a value, and the number of observations behind a value. The default number of \
      worlds is ab.replications of the scenario, or 8, as for 'feedlab ab'. One world (-n 1) has no \
      interval.

      Writes report.html, results.json, replications.csv, breakdown.csv (metrics by surface, ranker \
      and day), summary.md and summary.html (for mail) to reports/NAME, where NAME is the name of the scenario; several \
      scenarios get a folder each. Without --metrics it measures every metric. Worlds that are saved \
      in ledger.sqlite in that folder are not simulated again, except with --fresh or for a trace.

      --trace writes everything that happened in one world of each arm. For one arm it writes a \
      folder of CSV files, or a SQLite database if the path ends in .sqlite or .db. For several arms \
      it writes a folder for each below that folder, or a database for each with -ARM before the ending.

      --profile prints a time breakdown by stage, event and operation to standard error, as one line \
      of JSON with --format json. It simulates all worlds again; the results are the same.

      Examples:
        feedlab run scenarios/quickstart.yml -n 2
        feedlab run scenarios/quickstart.yml -n 1 --arm newest --trace reports/newest.sqlite
        feedlab run scenarios/quickstart.yml --ranker hot --ranker trending --references
        feedlab run scenarios/quickstart.yml -n 2 --profile
      """)

  @Argument(help: "Scenario files.", completion: .scenario)
  var scenarios: [String]

  @OptionGroup(title: OptionSection.what) var selection: ArmSelection

  @OptionGroup var worlds: ExperimentOptions

  @OptionGroup var measurement: MeasurementOptions

  @OptionGroup(title: OptionSection.what) var tapes: TapeOptions

  @OptionGroup(title: OptionSection.what) var probe: ProbeOptions

  @OptionGroup(title: OptionSection.output) var rows: RowOptions

  @OptionGroup(title: OptionSection.output) var extent: ExtentOptions

  @OptionGroup(title: OptionSection.output) var written: RunOutputs

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  @OptionGroup(title: OptionSection.output) var reportFiles: ReportFileOptions

  @OptionGroup var ledger: LedgerOptions

  func run() throws {
    let index = try tapes.index(scenarios: scenarios.count)
    var experiments = try experiments(index)
    if scenarios.count > 1, let first = reportFiles.requests.first {
      throw CommandFailure.usage(
        "--report \(first): it is for one scenario, not for \(scenarios.count)")
    }
    let rule = outputs.rule(reading: experiments.flatMap(\.scenario.inputs))
    for (number, experiment) in experiments.enumerated() {
      experiments[number].tapes = try tapes.use(
        experiment.scenario, experiment.simulatedArms, index, rule)
    }
    func folder(of experiment: Experiment) -> String {
      ResultFolderOptions.folder(
        of: experiment.design.scenario, in: written.out, among: scenarios.count)
    }
    let files = try reportFiles.files(by: rule, beside: experiments.first.map(folder))
    defer { files.removeEmptyFolders() }
    let parts = try experiments.map { experiment in
      var study = try ExperimentStudy(beside: experiment)
      study.scope = measurement.by
      study.hiddenMetrics = try rows.hidden(in: experiment.design)
      study.isFull = extent.full
      var part = LongWork.Part(
        study, folder: folder(of: experiment), isFresh: ledger.fresh, files: files
      )
      part.aside = experiment.profiler.map { profiler in
        {
          profiler.profile.text(
            as: report.format, width: ReportOptions.width, hasStyle: report.color.allows(.error))
        }
      }
      return part
    }
    try LongWork(report: report, rule: rule, jobs: worlds.threads).perform(parts)
  }

  /// An experiment for each scenario, after all checks of the options.
  private func experiments(_ tapes: TapeIndex?) throws -> [Experiment] {
    try worlds.check()
    try checkTrace()
    let descriptors = try descriptors()
    try report.checkFormat(prints: scenarios.count)
    let set = measurement.metrics ?? .all
    var experiments: [Experiment] = []
    let loaded = try Scenario.load(
      files: scenarios, overrides: worlds.overrides, tapes: tapes, simulating: simulatedArms
    ).map(probe.applied)
    for scenario in loaded {
      if let other = experiments.firstIndex(where: { $0.design.scenario == scenario.name }) {
        throw CommandFailure.usage(
          "\(scenario.file) and \(scenarios[other]): both are named '\(scenario.name)' and would share a results folder; rename one"
        )
      }
      let chosen =
        descriptors.isEmpty ? scenario : try scenario.ordered(by: descriptors)
      var experiment = Experiment(
        measuring: chosen, arms: try chosenArms(of: chosen),
        worlds: try worlds.fixedReplications(for: "run"),
        metrics: try set.chosen(for: chosen))
      try measurement.apply(to: &experiment)
      try addTrace(to: &experiment)
      if written.profile { experiment.profiler = RunProfiler() }
      experiments.append(experiment)
    }
    return experiments
  }

  /// The rankers that `--ranker` names.
  private func descriptors() throws -> [RankerDescriptor] {
    guard selection.rankers.isEmpty || selection.arms.isEmpty else {
      throw CommandFailure.usage(
        "--ranker and --arm cannot be combined: --ranker replaces the scenario's arms")
    }
    let catalogue = RankerCatalogue.available
    var descriptors: [RankerDescriptor] = []
    for (index, name) in selection.rankers.enumerated() {
      guard let descriptor = catalogue[name] else {
        throw CommandFailure.unknownName(
          name, kind: "ranker", at: "--ranker", among: catalogue.descriptors.map(\.name))
      }
      if selection.rankers[..<index].contains(name) {
        throw CommandFailure.usage("--ranker '\(name)': this ranker is given twice")
      }
      if descriptor.needsMore {
        let what =
          descriptor.takesFormula ? "a score" : descriptor.takesScores ? "scores" : "its \(name)"
        throw CommandFailure.usage(
          "--ranker '\(name)': it needs \(what); define it as an arm in the scenario")
      }
      descriptors.append(descriptor)
    }
    return descriptors
  }

  /// The arms that `--arm` picks; `nil` for all.
  private func chosenArms(of scenario: Scenario) throws -> [String]? {
    let names = scenario.arms.map(\.name)
    for (index, name) in selection.arms.enumerated() {
      guard names.contains(name) else {
        throw CommandFailure.unknownName(name, kind: "arm", at: "--arm", among: names)
      }
      if selection.arms[..<index].contains(name) {
        throw CommandFailure.usage("--arm '\(name)': this arm is given twice")
      }
    }
    return selection.arms.isEmpty ? nil : selection.arms
  }

  /// The arms of a scenario that are simulated.
  private func simulatedArms(_ scenario: Scenario) -> [String] {
    // Arms made by --ranker copy the baseline.
    guard selection.rankers.isEmpty else { return [scenario.comparison.baseline] }
    return scenario.simulated(
      beside: selection.arms.isEmpty ? scenario.arms.map(\.name) : selection.arms,
      hasReferences: measurement.measured.hasReferences)
  }

  private func checkTrace() throws {
    guard written.trace != nil else {
      guard written.world == nil else {
        throw CommandFailure.usage("--world: it selects the world of --trace")
      }
      return
    }
    guard scenarios.count == 1 else {
      throw CommandFailure.usage("--trace: it applies to one scenario, not to \(scenarios.count)")
    }
  }

  private func addTrace(to experiment: inout Experiment) throws {
    guard let trace = written.trace else { return }
    let (world, last) = (written.world ?? 0, experiment.design.worlds - 1)
    guard (0...last).contains(world) else {
      throw CommandFailure.usage(
        "--world \(world): "
          + (last == 0 ? "the only world is 0" : "there are worlds 0 to \(last)"))
    }
    do throws(UnwritableTrace) {
      try experiment.trace(to: trace, world: world)
    } catch {
      throw CommandFailure.refused(error, at: "--trace")
    }
  }
}

extension Scenario {
  /// The scenarios of files, or the faults of all of them.
  static func load(
    files: [String], overrides: [String], tapes: TapeIndex? = nil,
    simulating arms: ((Scenario) -> [String])? = nil
  ) throws -> [Scenario] {
    var scenarios: [Scenario] = []
    var invalid: [InvalidScenario] = []
    for file in files {
      do throws(InvalidScenario) {
        scenarios.append(
          try Scenario.load(file: file, overrides: overrides, tapes: tapes, simulating: arms))
      } catch {
        invalid.append(error)
      }
    }
    guard invalid.isEmpty else { throw CommandFailure.invalid(invalid) }
    return scenarios
  }

  /// The scenario with an arm for each of some rankers.
  fileprivate func ordered(by descriptors: [RankerDescriptor]) throws -> Scenario {
    let baseline = arms.first { $0.name == comparison.baseline }!
    var arms: [Arm] = []
    for descriptor in descriptors {
      let surface = descriptor.surfaces.contains(.home) ? .home : descriptor.surfaces[0]
      let arm = baseline.choosing([(surface, RankerSettings(descriptor))], name: descriptor.name)
      if let conflict = arm.affinityConflict {
        throw CommandFailure.usage("--ranker '\(descriptor.name)': \(conflict.message)")
      }
      arms.append(arm)
    }
    return replacingArms(arms)
  }
}
