internal import DataFiles
internal import Experiments
internal import Foundation
internal import ReportKit
internal import Reports
internal import RunStore
internal import Studies

/// The work of studies: output folders are checked before it begins, it shows progress, can be interrupted, and
/// writes files completely or not at all.
struct LongWork {
  /// A study with its output folder.
  struct Part<S: Study> {
    let study: S
    /// The path of the output folder.
    let folder: String
    /// Whether runs in the folder's ledger are simulated again.
    var isFresh = false
    /// Further work with the results after their files; returns a text to print after the report.
    var publishing: ((S.Results) throws(UnwritableOutput) -> String)?
    /// A text for standard error after the report, which is not reproducible.
    var aside: (() -> String)?
    /// Removes what an earlier command wrote outside of the folder.
    var removing: (() -> Void)?

    var name: String { study.experiment.design.scenario }

    /// Removes the files of an earlier command, so that none of them stands beside a failure.
    fileprivate func removeFiles() {
      // A tuning goes on from its log.
      for file in study.allFiles where file.name != ResultFile.tuningLog.name {
        file.remove(from: folder)
      }
      removing?()
    }
  }

  let report: ReportOptions
  /// Which files may be overwritten.
  let rule: OutputRule
  /// How many worlds are simulated at the same time.
  let jobs: Int

  /// Does the work of each part, then writes its files and prints its report.
  func perform<S: Study>(_ parts: [Part<S>]) throws {
    let monitor = ExperimentMonitor()
    for part in parts {
      let design = part.study.experiment.design
      let worlds = min(jobs, design.worlds * design.simulatedArms.count)
      try MemoryNeed(scenario: part.study.experiment.scenario, worlds: worlds)
        .check(quiet: report.quiet)
    }
    let made = FoldersInUse()
    let interrupt = SignalRequest.interrupt(cancelling: monitor, leaving: made)
    defer { interrupt.end() }
    defer { made.removeEmpty() }
    let folders = try parts.map { part in
      let folder = try rule.folder(part.folder, part.study.allFiles)
      made.add(folder)
      return folder
    }
    CrashNotice.install()
    CrashNotice.publish { _ in
      made.removeEmpty()
      return .unfinished
    }
    for (index, part) in parts.enumerated() {
      let start = ContinuousClock.now
      let prefix = parts.count == 1 ? "" : "\(part.name): "
      if let budget = part.study.budget, !report.quiet {
        StandardStream.error.printLine("feedlab: \(budget)")
      }
      let results = try results(of: part, monitor, prefix: prefix)
      let text = try publish(part, results, folders[index])
      try StandardStream.output.write(index == 0 ? text : "\n" + text)
      if let aside = part.aside { try StandardStream.error.write(aside()) }
      if !report.quiet {
        let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
        let page = part.study.page.map { "; open \(part.folder)/\($0.name)" } ?? ""
        StandardStream.error.printLine(
          "feedlab: done in \(seconds) s; files are in \(part.folder)\(page)")
      }
    }
  }

  /// Does work without an output folder, with progress; the caller handles Ctrl-C.
  ///
  /// - Parameters:
  ///   - arms: How many arms are simulated in each world.
  ///   - quiet: Whether progress is not shown.
  static func watch<Results, Failure: Error>(
    _ monitor: ExperimentMonitor, arms: Int, quiet: Bool, _ work: () throws(Failure) -> Results
  ) throws(Failure) -> Results {
    CrashNotice.install()
    let display = display(monitor, arms: arms, quiet: quiet)
    defer { display?.end() }
    return try work()
  }

  /// The progress display, if somebody watches standard error.
  private static func display(
    _ monitor: ExperimentMonitor, arms: Int, quiet: Bool
  ) -> ProgressDisplay? {
    guard !quiet, let reader = ProgressDisplay.Reader.current else { return nil }
    return ProgressDisplay(monitor, arms: arms, for: reader)
  }

  /// Does the work of a part with its ledger, and prints messages of the ledger.
  ///
  /// - Parameter prefix: The beginning of messages.
  private func results<S: Study>(
    of part: Part<S>, _ monitor: ExperimentMonitor, prefix: String
  ) throws -> S.Results {
    let ledger = part.study.ledger(in: part.folder, isFresh: part.isFresh)
    printTroubles(of: ledger, prefix)
    if let ledger { printKnown(in: ledger, of: part.study.fixedWorlds, prefix) }
    do throws(ExperimentFailure) {
      defer {
        ledger?.close()
        printTroubles(of: ledger, prefix)
      }
      let results = try watched(monitor, part, ledger)
      ledger?.close(with: results)
      return results
    } catch {
      if !monitor.isCancelled { part.removeFiles() }
      let failure = error.savingRequest(of: part.study.experiment.scenario, in: part.folder)
      throw self.failure(failure, prefix: prefix, ledger?.resumption)
    }
  }

  /// Prints how many worlds are known, and whose rankers are not asked in them; the latter with `--quiet` too, since an edit
  /// that a ranker's files do not have would go unnoticed.
  private func printKnown(in ledger: Ledger, of fixedWorlds: Int?, _ prefix: String) {
    let arms = ledger.reusedArms.map { "'\($0)'" }.joined(separator: ", ")
    guard !report.quiet || !arms.isEmpty, ledger.knownWorlds > 0 || !arms.isEmpty else { return }
    let worlds = fixedWorlds ?? ledger.knownWorlds
    let known = fixedWorlds == nil ? "" : "\(ledger.knownWorlds) of "
    let counted =
      ledger.knownWorlds == 0
      ? "worlds of \(arms) were"
      : known + NumberText.counted(worlds, "world was", plural: "worlds were")
    let reused = arms.isEmpty ? "" : ", and no ranker of \(arms) is called in them"
    StandardStream.error.printLine("feedlab: \(prefix)\(counted) known already\(reused)")
  }

  private func printTroubles(of ledger: Ledger?, _ prefix: String) {
    for trouble in ledger?.takeProblems() ?? [] {
      StandardStream.error.printLine("feedlab: \(prefix)\(trouble)")
    }
  }

  private func watched<S: Study>(
    _ monitor: ExperimentMonitor, _ part: Part<S>, _ ledger: Ledger?
  ) throws(ExperimentFailure) -> S.Results {
    let display = Self.display(
      monitor, arms: part.study.experiment.design.simulatedArms.count,
      quiet: report.quiet || report.noProgress)
    defer { display?.end() }
    return try part.study.run(in: StudyContext(jobs: jobs, monitor: monitor, store: ledger))
  }

  private func publish<S: Study>(
    _ part: Part<S>, _ results: S.Results, _ folder: OutputFolder
  ) throws -> String {
    try part.study.writeAll(results, to: folder)
    let end = try part.publishing?(results) ?? ""
    return report.render(part.study.document(of: results)) + end
  }

  /// - Parameter resumption: The command that resumes the work, if runs were saved.
  private func failure(
    _ failure: ExperimentFailure, prefix: String, _ resumption: String?
  ) -> CommandFailure {
    switch failure {
    case .cancelled:
      if let resumption {
        .interrupted(
          "\(prefix)\(failure); finished runs are saved; resume with:\n"
            + "  \(resumption)")
      } else {
        .interrupted("\(prefix)\(failure); nothing\(prefix.isEmpty ? "" : " of it") was written")
      }
    case .notFinite, .undefined, .neverAsked, .unrepeatable, .rankerFailed, .unwritten:
      .experiment(failure, "\(prefix)\(failure)")
    }
  }
}

extension Study {
  /// The HTML page; `nil` for a study without one.
  var page: ResultFile? { (Results.self as? any PagedResults.Type)?.pageFile }

  /// All files of the results, including the page.
  var allFiles: [ResultFile] { files + (page.map { [$0] } ?? []) }

  /// Writes all files of the results, including the page, and removes the request of an earlier command that failed.
  func writeAll(_ results: Results, to folder: OutputFolder) throws(UnwritableOutput) {
    try write(results, to: folder)
    ResultFile.failedRequest.remove(from: folder.path)
    guard let paged = results as? any PagedResults else { return }
    try folder.write(paged.page, to: type(of: paged).pageFile)
  }
}

extension Ledger {
  /// Closes the ledger with the parts of the results that are not runs.
  func close(with results: some Sendable) {
    close(realism: (results as? ExperimentResults)?.realism)
  }

  /// The command that resumes the work; `nil` if no run was saved.
  fileprivate var resumption: String? { keepsRuns ? LedgerOptions.resumingCommand : nil }
}

extension ExperimentStudy {
  /// The study of an experiment, with the real community that its scenario names, if any.
  init(beside experiment: Experiment) throws {
    self = try .besideReality(experiment)
  }
}

extension LongWork.Part where S == ExperimentStudy {
  /// - Parameter files: Further files to write.
  init(
    _ study: ExperimentStudy, folder: String, isFresh: Bool,
    files: ReportFiles
  ) {
    self.init(
      study: study, folder: folder, isFresh: isFresh,
      publishing: { results throws(UnwritableOutput) in
        try files.write(results, of: study.experiment.scenario)
        return ""
      }, removing: files.remove)
  }
}
