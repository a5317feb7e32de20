internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import RunStore

/// Work that people wait for: with folders that are tried before it begins, progress, Ctrl-C, and
/// files that are whole or not there.
struct LongWork {
  /// One piece of work, with results and a folder of its own.
  struct Part<Results> {
    /// What it is called where there are several.
    let name: String
    /// Path of the folder that files go to.
    let folder: String
    /// All that is written there, but for the ledger, which replaces nothing.
    let files: [ResultFile]
    /// The file among them that people open first; `nil` when there is none.
    var page: String?
    /// How many live in each world.
    let arms: Int
    /// How many worlds there are; `nil` where their results decide that.
    let worlds: Int?
    /// Opens the ledger of the folder, where worlds are kept.
    var ledger: (() -> Ledger)?
    let work: (ExperimentMonitor, Ledger?) throws(ExperimentFailure) -> Results
    /// Writes the files and returns the report.
    let publish: (Results, OutputFolder) throws(UnwritableOutput) -> String
    /// What is told on standard error after the report: what the same work need not tell again.
    var aside: (() -> String)?
  }

  let report: ReportOptions
  /// What may be written over.
  let rule: OutputRule

  /// Does the work of each part, then writes its files and prints its report.
  func perform<Results>(_ parts: [Part<Results>]) throws(CommandFailure) {
    let monitor = ExperimentMonitor()
    let interrupt = SignalRequest.interrupt(cancelling: monitor)
    defer { interrupt.end() }
    var folders: [OutputFolder] = []
    defer { for folder in folders.reversed() { folder.removeIfEmpty() } }
    for part in parts { folders.append(try rule.results(part.folder, part.files)) }
    CrashNotice.install()
    for (index, part) in parts.enumerated() {
      let start = ContinuousClock.now
      let place = parts.count == 1 ? "" : "\(part.name): "
      let results = try results(of: part, monitor, place: place)
      let text = try publish(part, results, folders[index])
      try StandardStream.output.write(index == 0 ? text : "\n" + text)
      if let aside = part.aside { try StandardStream.error.write(aside()) }
      if !report.quiet {
        let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
        let page = part.page.map { "; open \(part.folder)/\($0)" } ?? ""
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
  private func results<Results>(
    of part: Part<Results>, _ monitor: ExperimentMonitor, place: String
  ) throws(CommandFailure) -> Results {
    let ledger = part.ledger?()
    tellTroubles(of: ledger, place)
    if let ledger, ledger.knownWorlds > 0, !report.quiet {
      let worlds = part.worlds ?? ledger.knownWorlds
      let known = part.worlds == nil ? "" : "\(ledger.knownWorlds) of "
      StandardStream.error.tell(
        "feedlab: \(place)\(known)\(worlds) \(worlds == 1 ? "world was" : "worlds were")"
          + " there already")
    }
    do throws(ExperimentFailure) {
      defer {
        ledger?.close()
        tellTroubles(of: ledger, place)
      }
      return try watched(monitor, part, ledger)
    } catch {
      throw failure(error, place: place, ledger?.resumption)
    }
  }

  private func tellTroubles(of ledger: Ledger?, _ place: String) {
    for trouble in ledger?.takeTroubles() ?? [] {
      StandardStream.error.tell("feedlab: \(place)\(trouble)")
    }
  }

  private func watched<Results>(
    _ monitor: ExperimentMonitor, _ part: Part<Results>, _ ledger: Ledger?
  ) throws(ExperimentFailure) -> Results {
    let display = Self.display(
      monitor, arms: part.arms, quiet: report.quiet || report.noProgress)
    defer { display?.end() }
    return try part.work(monitor, ledger)
  }

  private func publish<Results>(
    _ part: Part<Results>, _ results: Results, _ folder: OutputFolder
  ) throws(CommandFailure) -> String {
    do throws(UnwritableOutput) {
      return try part.publish(results, folder)
    } catch {
      throw .unfinished(error.description)
    }
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

extension Ledger {
  /// The command that goes on from its worlds; `nil` when it holds none.
  fileprivate var resumption: String? { keepsRuns ? LedgerOptions.resumingCommand : nil }
}
