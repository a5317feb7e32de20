internal import ArgumentParser
internal import DataFiles
internal import Foundation
internal import ReportKit
internal import Reports
internal import RunStore
internal import Studies

/// The page of a history.
struct HistoryPageOptions: ParsableArguments {
  @Flag(help: "Write a page with the tested metrics over time.")
  var html = false

  @Option(
    help: ArgumentHelp(
      "File for --html. Default: history.html in the folder.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var out: String?
}

/// Lists the experiments in ledgers.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the experiments that are saved in ledgers, or draw them over time.",
    discussion: """
      Each folder of results contains a ledger.sqlite. A row shows an experiment, how many of its \
      worlds have been simulated under all arms, and by which program. Worlds of another program are \
      never reused; --forget-others removes them.

      --html writes a page instead: for each scenario the tested metrics of every comparison in the \
      ledgers, and of every check whose JSON is in the folder ('feedlab check --report json=FILE'), as \
      differences from the baseline with their intervals, and where the verdict changed. Comparisons are \
      in the order of their requests; the files of checks, which have no time, in the order of their \
      paths, so name them by date or commit.

      A ledger is a SQLite database: its view 'value' has a row for each metric of each run, as in \
      sqlite3 reports/quickstart/ledger.sqlite "SELECT arm, avg(value) FROM value WHERE metric = \
      'engagement_rate' GROUP BY arm".

      Examples:
        feedlab history
        feedlab history reports/quickstart --html
        feedlab history checks --html --out history.html
      """)

  @Argument(
    help: ArgumentHelp(
      "A ledger, or a folder to search for ledgers.",
      valueName: "dir"), completion: .file(extensions: ["sqlite"]))
  var location = "reports"

  @Flag(help: "Remove the worlds of other programs from the ledgers first.")
  var forgetOthers = false

  @OptionGroup(title: OptionSection.output) var page: HistoryPageOptions

  @OptionGroup(title: OptionSection.output) var outputs: OutputOptions

  @OptionGroup(title: OptionSection.output) var form: FormatOptions

  func run() throws {
    guard page.html || page.out == nil else {
      throw CommandFailure.usage("--out: it names the page of --html")
    }
    let files = try HistoryFiles(at: location)
    guard !files.ledgers.isEmpty || page.html && !files.checks.isEmpty else {
      throw CommandFailure.usage(
        page.html
          ? "there is no ledger and no JSON of a check in \(location)"
          : "there is no ledger in \(location)")
    }
    var failures: [Message] = []
    for path in forgetOthers ? files.ledgers : [] {
      do throws(UnreadableLedger) {
        try Self.forgetOthers(in: path)
      } catch {
        failures.append(error.message)
      }
    }
    if page.html {
      try draw(files)
    } else if failures.isEmpty {
      try list(files)
    }
    try refuse(failures)
  }

  private func list(_ files: HistoryFiles) throws {
    let (ledgers, failures) = files.read()
    let report = HistoryReport(ledgers, build: ProgramDigest.current)
    if !ledgers.isEmpty { try StandardStream.output.write(form.render(report.document)) }
    try refuse(failures)
  }

  /// Writes the page, with what cannot be read listed on it and on standard error.
  private func draw(_ files: HistoryFiles) throws {
    let path = page.out ?? "\(files.folder)/history.html"
    let rule = outputs.rule(reading: files.ledgers + files.checks)
    let output = try rule.file(path, .historyPage, of: page.out == nil ? "--html" : "--out")
    defer { output.removeEmptyFolders() }
    let (points, failures) = files.points()
    let trends = HistoryTrends(points, faults: failures.map(\.text))
    guard !trends.isEmpty else {
      try refuse(failures)
      throw CommandFailure.unfinished(
        "\(location) has no comparison with a baseline and no check")
    }
    try output.write(trends.page)
    StandardStream.error.printLine("feedlab: open \(path)")
    try refuse(failures)
  }

  private func refuse(_ failures: [Message]) throws {
    guard failures.isEmpty else {
      throw CommandFailure(
        exitCode: .unfinished, message: .lines(failures.map(CommandFailure.error)))
    }
  }

  private static func forgetOthers(in path: String) throws(UnreadableLedger) {
    guard let build = ProgramDigest.current else {
      return StandardStream.error.printLine(
        "feedlab: \(path): no run is deleted, since this program cannot read its own file, which"
          + " identifies its runs")
    }
    let count = try LedgerContents.forgetOthers(path: path, than: build)
    guard count > 0 else { return }
    StandardStream.error.printLine(
      "feedlab: \(path): \(NumberText.counted(count, "run")) of other programs forgotten")
  }
}
