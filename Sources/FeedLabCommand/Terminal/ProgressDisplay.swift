internal import DataFiles
internal import Dispatch
internal import Experiments
internal import Foundation
internal import Reports
internal import Synchronization

/// Shows the progress of an experiment on standard error, ten times a second, until it ends.
final class ProgressDisplay {
  /// The reader of progress.
  enum Reader: Equatable {
    /// Somebody at a terminal: a line that is overwritten.
    case terminal
    /// A program that shows it in its own way, such as a notebook: a line of JSON whenever it has changed.
    case program

    /// The reader of standard error; `nil` where it is a file or an unwatched pipe.
    static var current: Reader? {
      let asks = CommandEnvironment.current.variables["FEEDLAB_PROGRESS"] == "json"
      return asks ? .program : StandardStream.error.isCapable ? .terminal : nil
    }
  }

  private let timer: any DispatchSourceTimer
  private let queue = DispatchQueue(label: "feedlab.progress")
  private let stream = StandardStream.error
  private let reader: Reader

  /// - Parameter arms: How many arms are simulated in each world.
  init(_ monitor: ExperimentMonitor, arms: Int, for reader: Reader) {
    self.reader = reader
    let start = ContinuousClock.now
    let width = (stream.width ?? 80) - 1
    let line = Mutex(ProgressLine(arms: arms))
    let last = Mutex(ExperimentProgress())
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    timer.setEventHandler { [stream] in
      let progress = monitor.progress
      let time = (ContinuousClock.now - start) / .seconds(1)
      line.withLock { line in
        line.update(progress, time: time)
        switch reader {
        case .terminal:
          stream.rewriteLine(line.text(progress, width: width))
        case .program:
          let isNew = last.withLock { last in
            defer { last = progress }
            return last != progress
          }
          if isNew { stream.printLine("\(line.json(progress))") }
        }
      }
    }
    timer.resume()
  }

  /// Stops, and leaves an empty line on a terminal.
  func end() {
    timer.cancel()
    queue.sync { if reader == .terminal { stream.rewriteLine("") } }
  }
}
