internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import ReportKit
internal import Reports
internal import Studies

/// Where the files of a report go.
struct ReportFolder: ParsableArguments {
  @Option(
    help: ArgumentHelp("Output folder. Default: the folder of the ledger.", valueName: "dir"),
    completion: .directory)
  var out: String?
}

/// Renders the saved results of an experiment again, without simulating anything.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Render saved results again.",
    discussion: """
      Reads a folder of results, or its ledger.sqlite, and writes and prints what 'feedlab ab' or \
      'feedlab run' did. It needs neither the scenario nor a simulation, and works for interrupted \
      experiments, with the worlds that were finished.

      Examples:
        feedlab report reports/quickstart
        feedlab report reports/quickstart --report pdf
        feedlab report reports/quickstart --number 2 --out reports/again --format markdown
      """)

  @OptionGroup var experiment: SavedExperiment

  @OptionGroup(title: OptionSection.output) var target: ReportFolder

  @OptionGroup(title: OptionSection.output) var scope: ScopeOptions

  @OptionGroup(title: OptionSection.output) var extent: ExtentOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  @OptionGroup(title: OptionSection.output) var reportFiles: ReportFileOptions

  func run() throws {
    let (ledger, folder) = (try experiment.ledger, try target.out ?? experiment.folder)
    let found = try experiment.found()
    let rule = outputs.rule(reading: [ledger])
    let reports = try reportFiles.files(of: .saved, by: rule, beside: folder)
    defer { reports.removeEmptyFolders() }
    let files = try rule.folder(
      folder, ExperimentResults.files(of: found.design) + [ExperimentResults.pageFile])
    try found.write(to: files)
    try files.write(found.page, to: ExperimentResults.pageFile)
    try reports.write(found)
    try StandardStream.output.write(
      report.render(found.document(by: scope.by, isBrief: !extent.full)))
    if !report.quiet { StandardStream.error.printLine("feedlab: files are in \(folder)") }
  }
}
