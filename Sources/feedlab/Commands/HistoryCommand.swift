internal import ArgumentParser
internal import Foundation
internal import ReportKit
internal import Reports
internal import RunStore
internal import Studies

/// Lists the experiments in ledgers.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the experiments that are saved in ledgers.",
    discussion: """
      Each folder of results contains a ledger.sqlite. A row shows an experiment, how many of its \
      worlds have been simulated under all arms, and by which program. Worlds of another program are \
      never reused; --forget-others removes them.

      A ledger is a SQLite database: its view 'value' has a row for each metric of each run, as in \
      sqlite3 reports/quickstart/ledger.sqlite "SELECT arm, avg(value) FROM value WHERE metric = \
      'engagement_rate' GROUP BY arm".
      """)

  @Argument(
    help: ArgumentHelp(
      "A ledger, or a folder to search for ledgers.",
      valueName: "dir"), completion: .file(extensions: ["sqlite"]))
  var location = "reports"

  @Flag(help: "Remove the worlds of other programs from the ledgers first.")
  var forgetOthers = false

  @OptionGroup(title: OptionSection.output) var form: FormatOptions

  func run() throws {
    let paths = try paths()
    guard !paths.isEmpty else { throw CommandFailure.usage("there is no ledger in \(location)") }
    var ledgers: [LedgerContents] = []
    var failures: [String] = []
    for path in paths {
      do throws(UnreadableLedger) {
        if forgetOthers { try forgetOthers(in: path) }
        ledgers.append(try LedgerContents(path: path))
      } catch {
        failures.append(error.description)
      }
    }
    let report = HistoryReport(ledgers, build: ProgramDigest.current)
    if !ledgers.isEmpty { try StandardStream.output.write(form.render(report.document)) }
    guard failures.isEmpty else {
      throw CommandFailure.unfinished(failures.joined(separator: "\nfeedlab: error: "))
    }
  }

  private func forgetOthers(in path: String) throws(UnreadableLedger) {
    guard let build = ProgramDigest.current else {
      return StandardStream.error.printLine(
        "feedlab: \(path): nothing is forgotten, since this program cannot read its own file, which"
          + " identifies its runs")
    }
    let count = try LedgerContents.forgetOthers(path: path, than: build)
    guard count > 0 else { return }
    StandardStream.error.printLine(
      "feedlab: \(path): \(NumberText.counted(count, "run")) of other programs forgotten")
  }

  /// The paths of the ledgers, in order.
  private func paths() throws -> [String] {
    switch PathKind(location) {
    case .nothing: throw CommandFailure.usage("'\(location)': there is no such file or folder")
    case .file: return [location]
    case .folder:
      let inside = (try? FileManager.default.subpathsOfDirectory(atPath: location)) ?? []
      let prefix = location == "." ? "" : location.hasSuffix("/") ? location : location + "/"
      return inside.filter {
        $0.split(separator: "/").last.map(String.init) == SQLiteRunStore.fileName
      }
      .map { prefix + $0 }.filter { PathKind($0) == .file }.sorted()
    }
  }
}
