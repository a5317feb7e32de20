internal import Experiments
internal import Foundation
internal import OutputFiles
internal import Reports

/// Work that people wait for: with folders that are tried before it begins, progress, Ctrl-C, and
/// files that are whole or not there.
struct LongWork {
  /// One piece of work, with results and a folder of its own.
  struct Part<Results> {
    /// What it is called where there are several.
    let name: String
    /// Path of the folder that files go to.
    let folder: String
    /// How many live in each world.
    let arms: Int
    let work: (ExperimentMonitor) throws(ExperimentFailure) -> Results
    /// Writes the files and returns the report.
    let publish: (Results, OutputFolder) throws(UnwritableFolder) -> String
  }

  let report: ReportOptions

  /// Does the work of each part, then writes its files and prints its report.
  func perform<Results>(_ parts: [Part<Results>]) throws(CommandFailure) {
    let monitor = ExperimentMonitor()
    let interrupt = Interrupt(cancelling: monitor)
    defer { interrupt.end() }
    var folders: [OutputFolder] = []
    defer { for folder in folders.reversed() { folder.removeIfEmpty() } }
    for part in parts { folders.append(try openFolder(part.folder)) }
    CrashNotice.install()
    for (index, part) in parts.enumerated() {
      let start = ContinuousClock.now
      let results: Results
      do throws(ExperimentFailure) {
        results = try watched(monitor, part)
      } catch {
        throw failure(error, of: part.name, isAlone: parts.count == 1)
      }
      let text = try publish(part, results, folders[index])
      try StandardStream.output.write(index == 0 ? text : "\n" + text)
      if !report.quiet {
        let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
        StandardStream.error.tell("feedlab: done in \(seconds) s; files are in \(part.folder)")
      }
    }
  }

  private func openFolder(_ path: String) throws(CommandFailure) -> OutputFolder {
    do throws(UnwritableFolder) {
      return try OutputFolder(path: path)
    } catch {
      throw .usage(error.description)
    }
  }

  private func watched<Results>(
    _ monitor: ExperimentMonitor, _ part: Part<Results>
  ) throws(ExperimentFailure) -> Results {
    let hasProgress = !report.quiet && !report.noProgress && StandardStream.error.isCapable
    let display = hasProgress ? ProgressDisplay(monitor, arms: part.arms) : nil
    defer { display?.end() }
    return try part.work(monitor)
  }

  private func publish<Results>(
    _ part: Part<Results>, _ results: Results, _ folder: OutputFolder
  ) throws(CommandFailure) -> String {
    do throws(UnwritableFolder) {
      return try part.publish(results, folder)
    } catch {
      throw .unfinished(error.description)
    }
  }

  private func failure(
    _ failure: ExperimentFailure, of name: String, isAlone: Bool
  ) -> CommandFailure {
    let place = isAlone ? "" : "\(name): "
    return switch failure {
    case .cancelled:
      .interrupted("\(place)\(failure); nothing\(isAlone ? "" : " of it") was written")
    case .notFinite, .unrepeatable, .unwritten: .unfinished("\(place)\(failure)")
    }
  }
}
