internal import ArgumentParser
internal import Calibration
internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Reports
internal import Scenarios
internal import SocialFeed
internal import Studies

/// Which logs a community is fitted to.
struct MappingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("The mapping: a file in JSON or YAML.", valueName: "file"),
    completion: .file(extensions: ["json", "yml", "yaml"]))
  var mapping: String

  @Option(
    help: ArgumentHelp(
      "The ranker that ordered the logged pages. Default: recency, or affinity if the logs' order brought more opens than a random one.",
      valueName: "name"),
    completion: .list(RankerCatalogue.available.descriptors.map(\.name)))
  var ranker: String?

  @Option(
    help: ArgumentHelp(
      "Number of members. Default: as many as in the logs, at most 10,000.", valueName: "n"))
  var members: Int?

  func check() throws {
    if let members, !(50...1_000_000).contains(members) {
      throw CommandFailure.usage("--members \(members): expected a number from 50 to 1,000,000")
    }
    let rankers = RankerCatalogue.available.descriptors.filter {
      $0.surfaces.contains(.home) && !$0.needsMore
    }.map(\.name)
    if let ranker, !rankers.contains(ranker) {
      throw CommandFailure.unknownName(ranker, kind: "ranker", at: "--ranker", among: rankers)
    }
  }
}

/// How figures are fitted.
struct FitOptions: ParsableArguments {
  @Flag(
    help: "Fit each input to the logs by itself, without a simulation.")
  var inputsOnly = false
}

/// Where a fitted scenario goes, and how the fit is printed.
struct FittedScenarioOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Scenario to write.", valueName: "file"), completion: .scenario)
  var out: String

  @OptionGroup var form: PlainFormatOptions

  @Flag(help: "Print no closing line on standard error.")
  var quiet = false
}

/// Fits a community to real logs.
struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit a community to real logs.",
    discussion: """
      A mapping names the files and what their columns mean; 'feedlab describe mapping' documents it. \
      Files are CSV or TSV, plain or gzipped, of any size: memory grows with users and posts, not with \
      rows.

      Writes a scenario with every value that the logs determine, each with its number of observations, \
      standard error, goodness of fit and source. All other values keep their defaults. Then worlds of that scenario \
      are simulated in a few rounds, and keys are solved until the simulated figures match the logs: how \
      often, how long and how unequally members look, what they do in the order of the logs' ranker and in random \
      order, and how many they follow.

      Example:
        feedlab calibrate --mapping scenarios/data/mapping.json --out params.yml
      """)

  @OptionGroup(title: OptionSection.what) var logs: MappingOptions

  @OptionGroup(title: OptionSection.howSure) var fit: FitOptions

  @OptionGroup var parallel: JobOptions

  @OptionGroup(title: OptionSection.output) var target: FittedScenarioOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  func run() throws {
    try logs.check()
    try parallel.check()
    let out = target.out
    let rule = outputs.rule(reading: [logs.mapping])
    let file = try rule.file(out, .fittedScenario, of: "--out")
    defer { file.removeEmptyFolders() }
    let mapping = try LogMapping.load(file: logs.mapping)
    try rule.reading(mapping.inputs).check(out, .fittedScenario, of: "--out")
    let tallies = try LogReader.read(mapping)
    let real = RealCommunity(tallies)
    var society = FittedSociety(tallies, of: mapping, members: logs.members)
    if !fit.inputsOnly {
      society = society.setting(try solve(society, real))
    }
    try file.write(scenario(society, real).text)
    let report = CalibrationReport(society)
    try StandardStream.output.write(
      target.form.format == .json
        ? report.json : ReportFormat.text.render(report.document, width: ReportOptions.width))
    if !target.quiet { StandardStream.error.printLine("feedlab: wrote \(out)") }
  }

  private func scenario(_ society: FittedSociety, _ real: RealCommunity) -> CalibratedScenario {
    let realism =
      real.isKnown
      ? CalibratedScenario.Realism(
        mapping: RelativePath.of(logs.mapping, fromFolderOf: target.out),
        hasUniform: real.hasUniformOrder)
      : nil
    return CalibratedScenario(
      society, ranker: logs.ranker ?? (real.isPersonal ? "affinity" : "recency"), realism: realism)
  }

  /// The keys that are solved in simulated worlds.
  private func solve(_ society: FittedSociety, _ real: RealCommunity) throws -> [SolvedFigure] {
    let text = scenario(society, real).text
    let scenario = try Scenario.parse(Array(text.utf8), file: target.out)
    let fit = SimulatedFit(scenario, society, real)
    let monitor = ExperimentMonitor()
    let interrupt = SignalRequest.interrupt(cancelling: monitor)
    defer { interrupt.end() }
    do throws(ExperimentFailure) {
      return try LongWork.watch(monitor, arms: 1, quiet: target.quiet) {
        () throws(ExperimentFailure) in
        try fit.solve(jobs: parallel.threads, monitor: monitor)
      }
    } catch {
      throw CommandFailure.interrupted("\(error); nothing was written")
    }
  }
}
