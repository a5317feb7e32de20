internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import RunStore
internal import Studies

/// Which experiment of a ledger is reported.
struct SavedExperiment: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Number of the experiment, as listed by 'feedlab history'. Default: the last one.
      """, valueName: "n"))
  var number: Int?
}

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
        feedlab report reports/quickstart --number 2 --out reports/again --format markdown
      """)

  @Argument(
    help: ArgumentHelp("A folder with a ledger, or a ledger.", valueName: "results"),
    completion: .file(extensions: ["sqlite"]))
  var results: String

  @OptionGroup(title: OptionSection.what) var experiment: SavedExperiment

  @OptionGroup(title: OptionSection.output) var target: ReportFolder

  @OptionGroup(title: OptionSection.output) var scope: ScopeOptions

  @OptionGroup(title: OptionSection.output) var page: PageOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var report: ReportOptions

  func run() throws {
    let library = try page.library()
    let (ledger, folder) = try paths()
    let found = try found(in: ledger)
    let files = try outputs.rule(reading: [ledger] + page.inputs)
      .folder(folder, ExperimentResults.files(of: found.design) + [ExperimentResults.pageFile])
    try found.write(to: files)
    try files.write(found.page(library: library), to: ExperimentResults.pageFile)
    try StandardStream.output.write(report.render(found.document(by: scope.by)))
    if !report.quiet { StandardStream.error.printLine("feedlab: files are in \(folder)") }
  }

  /// The paths of the ledger and of the output folder.
  private func paths() throws -> (ledger: String, folder: String) {
    switch PathKind(results) {
    case .nothing: throw CommandFailure.usage("'\(results)': there is no such file or folder")
    case .folder: return ("\(results)/\(SQLiteRunStore.fileName)", target.out ?? results)
    case .file:
      let folder = results.lastIndex(of: "/").map { String(results[..<$0]) } ?? "."
      return (results, target.out ?? folder)
    }
  }

  private func found(in path: String) throws -> ExperimentResults {
    let ledger = try LedgerContents(path: path)
    let entry = try entry(of: ledger)
    guard entry.version == FeedLab.version else {
      throw CommandFailure.unfinished(
        "\(path): experiment \(entry.number) was recorded by FeedLab \(entry.version); this is"
          + " \(FeedLab.version), whose report might differ")
    }
    guard let found = try ledger.results(of: entry) else {
      throw CommandFailure.unfinished(
        "\(path): experiment \(entry.number) has too few worlds that were simulated under all arms")
    }
    if found.ending == .interrupted {
      StandardStream.error.printLine(
        "feedlab: the experiment was interrupted; these are the results of"
          + " \(found.design.worlds == 1 ? "one world" : "\(found.design.worlds) worlds")")
    }
    return found
  }

  private func entry(of ledger: LedgerContents) throws -> LedgerContents.Entry {
    guard let last = ledger.entries.last else {
      throw CommandFailure.unfinished("\(ledger.path) contains no experiment")
    }
    guard let number = experiment.number else { return last }
    guard let entry = ledger.entries.first(where: { $0.number == number }) else {
      let numbers = ledger.entries.map { "\($0.number)" }.joined(separator: ", ")
      throw CommandFailure.usage("--number \(number): there are \(numbers)")
    }
    return entry
  }
}
