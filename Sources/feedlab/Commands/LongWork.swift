internal import Experiments
internal import Foundation
internal import OutputFiles
internal import Reports

/// Work that people wait for: with a folder that is tried before it begins, progress, Ctrl-C, and
/// files that are whole or not there.
struct LongWork {
  /// Path of the folder that files go to.
  let folder: String
  /// How many live in each world.
  let arms: Int
  let report: ReportOptions

  /// Does the work, then writes its files and prints its report.
  ///
  /// - Parameters:
  ///   - publish: Writes the files and returns the report.
  func perform<Results>(
    _ work: (ExperimentMonitor) throws(ExperimentFailure) -> Results,
    publish: (Results, OutputFolder) throws(UnwritableFolder) -> String
  ) throws(CommandFailure) {
    let monitor = ExperimentMonitor()
    let interrupt = Interrupt(cancelling: monitor)
    defer { interrupt.end() }
    let folder = try openFolder()
    let start = ContinuousClock.now
    let results: Results
    do throws(CommandFailure) {
      results = try watched(monitor, work)
    } catch {
      folder.removeIfEmpty()
      throw error
    }
    let text: String
    do throws(UnwritableFolder) {
      text = try publish(results, folder)
    } catch {
      throw .unfinished(error.description)
    }
    try StandardStream.output.write(text)
    if !report.quiet {
      let seconds = ((ContinuousClock.now - start) / .seconds(1) * 10).rounded() / 10
      StandardStream.error.tell("feedlab: done in \(seconds) s; files are in \(folder.path)")
    }
  }

  private func openFolder() throws(CommandFailure) -> OutputFolder {
    do throws(UnwritableFolder) {
      return try OutputFolder(path: folder)
    } catch {
      throw .usage(error.description)
    }
  }

  private func watched<Results>(
    _ monitor: ExperimentMonitor,
    _ work: (ExperimentMonitor) throws(ExperimentFailure) -> Results
  ) throws(CommandFailure) -> Results {
    CrashNotice.install()
    let hasProgress = !report.quiet && !report.noProgress && StandardStream.error.isCapable
    let display = hasProgress ? ProgressDisplay(monitor, arms: arms) : nil
    defer { display?.end() }
    do throws(ExperimentFailure) {
      return try work(monitor)
    } catch {
      switch error {
      case .cancelled: throw .interrupted("\(error); nothing was written")
      case .notFinite: throw .unfinished("\(error)")
      }
    }
  }
}
