internal import ArgumentParser
internal import DataFiles
internal import Experiments
internal import ReportKit
internal import RunStore
internal import Studies

/// Which experiment of a ledger a command reads.
struct ExperimentNumber: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      """
      Number of the experiment, as listed by 'feedlab history'. Default: the last one.
      """, valueName: "n"))
  var number: Int?
}

/// An experiment of a ledger, which a command reads instead of simulating it.
struct SavedExperiment: ParsableArguments {
  @Argument(
    help: ArgumentHelp("A folder with a ledger, or a ledger.", valueName: "results"),
    completion: .file(extensions: ["sqlite"]))
  var results: String

  @OptionGroup(title: OptionSection.what) var choice: ExperimentNumber

  /// The path of the ledger.
  var ledger: String {
    get throws {
      switch PathKind(results) {
      case .nothing: throw CommandFailure.usage("'\(results)': there is no such file or folder")
      case .folder: "\(results)/\(SQLiteRunStore.fileName)"
      case .file: results
      }
    }
  }

  /// The path of the folder that the ledger is in.
  var folder: String {
    get throws {
      switch PathKind(results) {
      case .nothing: throw CommandFailure.usage("'\(results)': there is no such file or folder")
      case .folder: results
      case .file: results.lastIndex(of: "/").map { String(results[..<$0]) } ?? "."
      }
    }
  }

  /// The results of the experiment, also of an interrupted one, which is noted on standard error.
  func found() throws -> ExperimentResults { try foundWithBuild().results }

  /// The results, and the digest of the program that simulated them.
  func foundWithBuild() throws -> (results: ExperimentResults, build: String) {
    let contents = try LedgerContents(path: ledger)
    let entry = try entry(of: contents)
    guard entry.version == FeedLab.version else {
      throw CommandFailure.unfinished(
        "\(contents.path): experiment \(entry.number) was recorded by FeedLab \(entry.version); this is"
          + " \(FeedLab.version), whose report might differ")
    }
    guard let found = try contents.results(of: entry) else {
      throw CommandFailure.unfinished(
        "\(contents.path): experiment \(entry.number) has too few worlds that were simulated under all arms"
      )
    }
    if found.ending == .interrupted {
      StandardStream.error.printLine(
        "feedlab: the experiment was interrupted; these are the results of"
          + " \(found.design.worlds == 1 ? "one world" : "\(found.design.worlds) worlds")")
    }
    return (found, entry.build)
  }

  private func entry(of contents: LedgerContents) throws -> LedgerContents.Entry {
    guard let last = contents.records.last else {
      throw CommandFailure.unfinished("\(contents.path) contains no experiment")
    }
    guard let number = choice.number else { return try last.entry.get() }
    guard let record = contents.records.first(where: { $0.number == number }) else {
      let numbers = contents.records.map { "\($0.number)" }.joined(separator: ", ")
      throw CommandFailure.usage("--number \(number): there are \(numbers)")
    }
    return try record.entry.get()
  }
}
