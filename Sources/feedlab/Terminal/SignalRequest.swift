internal import DataFiles
internal import Dispatch
internal import Experiments
internal import Foundation

/// A signal that a command handles while it works. Commands that share a process ignore signals.
struct SignalRequest {
  private let number: Int32
  private let source: (any DispatchSourceSignal)?

  init(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    self.number = number
    guard CommandEnvironment.current.ownsProcess else {
      source = nil
      return
    }
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: action)
    // Another thread registers the handler; until then a signal would be lost.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    registered.wait()
    self.source = source
  }

  /// Ctrl-C while an experiment runs: the first ends the experiment, the second the process.
  static func interrupt(cancelling monitor: ExperimentMonitor) -> SignalRequest {
    SignalRequest(SIGINT) {
      if monitor.isCancelled { _exit(ExitCode.interrupted.rawValue) }
      monitor.cancel()
    }
  }

  /// Gives the signal its usual meaning back.
  func end() {
    guard let source else { return }
    source.cancel()
    signal(number, SIG_DFL)
  }
}
