internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import RunStore
internal import Studies

/// Work that people wait for: with folders that are tried before it begins, progress, Ctrl-C, and
/// files that are whole or not there.
struct LongWork {
  /// A study with a folder of its own.
  struct Part<S: Study> {
    let study: S
    /// Path of the folder that files go to.
    let folder: String
    /// Whether worlds are simulated again that the folder's ledger has.
    var isFresh = false
    /// What draws the charts of its page, if it has one; `nil` for tables in their place.
    var library: ChartLibrary?
    /// What else is done with the results, after their files; returns what is printed behind the report.
    var publishing: ((S.Results) throws(UnwritableOutput) -> String)?
    /// What is told on standard error after the report: what the same work need not tell again.
    var aside: (() -> String)?

    var name: String { study.experiment.design.scenario }
  }

  let report: ReportOptions
  /// What may be written over.
  let rule: OutputRule
  /// How many worlds are simulated at the same time.
  let jobs: Int

  /// Does the work of each part, then writes its files and prints its report.
  func perform<S: Study>(_ parts: [Part<S>]) throws {
    let monitor = ExperimentMonitor()
    let interrupt = SignalRequest.interrupt(cancelling: monitor)
    defer { interrupt.end() }
    var folders: [OutputFolder] = []
    defer { for folder in folders.reversed() { folder.removeIfEmpty() } }
    for part in parts {
      folders.append(
        try rule.results(part.folder, part.study.files + (part.study.page.map { [$0] } ?? [])))
    }
    CrashNotice.install()
    for (index, part) in parts.enumerated() {
      let start = ContinuousClock.now
      let place = parts.count == 1 ? "" : "\(part.name): "
      if let budget = part.study.budget, !report.quiet {
        StandardStream.error.tell("feedlab: \(budget)")
      }
      let results = try results(of: part, monitor, place: place)
      let text = try publish(part, results, folders[index])
      try StandardStream.output.write(index == 0 ? text : "\n" + text)
      if let aside = part.aside { try StandardStream.error.write(aside()) }
      if !report.quiet {
        let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
        let page = part.study.page.map { "; open \(part.folder)/\($0.name)" } ?? ""
        StandardStream.error.tell(
          "feedlab: done in \(seconds) s; files are in \(part.folder)\(page)")
      }
    }
  }

  /// Does work that leaves no folder, with progress; Ctrl-C is the caller's.
  ///
  /// - Parameters:
  ///   - arms: How many live in each world.
  ///   - quiet: Whether nobody asks for progress.
  static func watch<Results, Failure: Error>(
    _ monitor: ExperimentMonitor, arms: Int, quiet: Bool, _ work: () throws(Failure) -> Results
  ) throws(Failure) -> Results {
    CrashNotice.install()
    let display = display(monitor, arms: arms, quiet: quiet)
    defer { display?.end() }
    return try work()
  }

  /// Progress where people see it.
  private static func display(
    _ monitor: ExperimentMonitor, arms: Int, quiet: Bool
  ) -> ProgressDisplay? {
    !quiet && StandardStream.error.isCapable ? ProgressDisplay(monitor, arms: arms) : nil
  }

  /// Does the work of a part with its ledger, and tells what is to tell of that.
  ///
  /// - Parameter place: What messages begin with.
  private func results<S: Study>(
    of part: Part<S>, _ monitor: ExperimentMonitor, place: String
  ) throws -> S.Results {
    let ledger = part.study.ledger(in: part.folder, isFresh: part.isFresh)
    tellTroubles(of: ledger, place)
    if let ledger, ledger.knownWorlds > 0, !report.quiet {
      let worlds = part.study.fixedWorlds ?? ledger.knownWorlds
      let known = part.study.fixedWorlds == nil ? "" : "\(ledger.knownWorlds) of "
      StandardStream.error.tell(
        "feedlab: \(place)\(known)\(worlds) \(worlds == 1 ? "world was" : "worlds were")"
          + " there already")
    }
    do throws(ExperimentFailure) {
      defer {
        ledger?.close()
        tellTroubles(of: ledger, place)
      }
      let results = try watched(monitor, part, ledger)
      ledger?.close(with: results)
      return results
    } catch {
      throw failure(error, place: place, ledger?.resumption)
    }
  }

  private func tellTroubles(of ledger: Ledger?, _ place: String) {
    for trouble in ledger?.takeTroubles() ?? [] {
      StandardStream.error.tell("feedlab: \(place)\(trouble)")
    }
  }

  private func watched<S: Study>(
    _ monitor: ExperimentMonitor, _ part: Part<S>, _ ledger: Ledger?
  ) throws(ExperimentFailure) -> S.Results {
    let display = Self.display(
      monitor, arms: part.study.experiment.design.livingArms.count,
      quiet: report.quiet || report.noProgress)
    defer { display?.end() }
    return try part.study.run(in: StudyContext(jobs: jobs, monitor: monitor, store: ledger))
  }

  private func publish<S: Study>(
    _ part: Part<S>, _ results: S.Results, _ folder: OutputFolder
  ) throws -> String {
    try part.study.write(results, to: folder, library: part.library)
    let end = try part.publishing?(results) ?? ""
    return report.render(part.study.document(of: results)) + end
  }

  /// - Parameter resumption: The command that goes on from what was kept, if anything was.
  private func failure(
    _ failure: ExperimentFailure, place: String, _ resumption: String?
  ) -> CommandFailure {
    switch failure {
    case .cancelled:
      if let resumption {
        .interrupted(
          "\(place)\(failure); what has ended is kept, and this goes on from there:\n"
            + "  \(resumption)")
      } else {
        .interrupted("\(place)\(failure); nothing\(place.isEmpty ? "" : " of it") was written")
      }
    case .notFinite, .undefined, .unrepeatable, .unwritten: .unfinished("\(place)\(failure)")
    }
  }
}

extension Study {
  /// The file that people open first; `nil` where there is none.
  var page: ResultFile? { (Results.self as? any PagedResults.Type)?.pageFile }

  /// Writes all files of its results, and the page where there is one.
  ///
  /// - Parameter library: What draws the charts of the page; `nil` for tables in their place.
  func write(
    _ results: Results, to folder: OutputFolder, library: ChartLibrary?
  ) throws(UnwritableOutput) {
    try write(results, to: folder)
    guard let paged = results as? any PagedResults else { return }
    try folder.write(paged.page(library: library), to: type(of: paged).pageFile)
  }
}

extension Ledger {
  /// Closes it with what results have besides their worlds.
  func close(with results: some Sendable) {
    close(realism: (results as? ExperimentResults)?.realism)
  }

  /// The command that goes on from its worlds; `nil` when it holds none.
  fileprivate var resumption: String? { keepsRuns ? LedgerOptions.resumingCommand : nil }
}
