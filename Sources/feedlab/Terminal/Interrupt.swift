internal import Dispatch
internal import Experiments
internal import Foundation

/// Ctrl-C while an experiment runs: the first ends the experiment, the second the process.
final class Interrupt {
  private let source: any DispatchSourceSignal

  init(cancelling monitor: ExperimentMonitor) {
    signal(SIGINT, SIG_IGN)
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    source.setEventHandler {
      if monitor.isCancelled { _exit(130) }
      monitor.cancel()
    }
    source.resume()
  }

  /// Gives Ctrl-C its usual meaning back.
  func end() {
    source.cancel()
    signal(SIGINT, SIG_DFL)
  }
}
