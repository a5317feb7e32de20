internal import Dispatch
internal import Experiments
internal import Foundation
internal import Reports
internal import Synchronization

/// Shows the progress of an experiment on standard error, ten times a second, until it ends.
final class ProgressDisplay {
  private let timer: any DispatchSourceTimer
  private let queue = DispatchQueue(label: "feedlab.progress")
  private let stream = StandardStream.error

  /// - Parameter arms: How many arms are simulated in each world.
  init(_ monitor: ExperimentMonitor, arms: Int) {
    let start = ContinuousClock.now
    let width = (stream.width ?? 80) - 1
    let line = Mutex(ProgressLine(arms: arms))
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + .milliseconds(100), repeating: .milliseconds(100))
    timer.setEventHandler { [stream] in
      let progress = monitor.progress
      let time = (ContinuousClock.now - start) / .seconds(1)
      let text = line.withLock { line in
        line.update(progress, time: time)
        return line.text(progress, width: width)
      }
      stream.rewriteLine(text)
    }
    timer.resume()
  }

  /// Stops, and leaves an empty line.
  func end() {
    timer.cancel()
    queue.sync { stream.rewriteLine("") }
  }
}
