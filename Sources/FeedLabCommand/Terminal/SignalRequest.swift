internal import DataFiles
internal import Dispatch
internal import Experiments
internal import Foundation
internal import OutsideRankers
internal import Synchronization

/// The output folders of a command, which another thread can remove while they are empty.
final class FoldersInUse: Sendable {
  private let folders = Mutex<[OutputFolder]>([])

  func add(_ folder: OutputFolder) { folders.withLock { $0.append(folder) } }

  func removeEmpty() {
    folders.withLock { for folder in $0.reversed() { folder.removeIfEmpty() } }
  }
}

/// A signal that a command handles while it works. Commands that share a process ignore signals.
struct SignalRequest {
  private let number: Int32
  private let source: (any DispatchSourceSignal)?
  /// What the signal does otherwise.
  private let usual: (@convention(c) (Int32) -> Void)?

  init(_ number: Int32, _ action: @escaping @Sendable () -> Void) {
    self.number = number
    guard CommandEnvironment.current.ownsProcess else {
      source = nil
      usual = nil
      return
    }
    usual = signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler(handler: action)
    // Another thread registers the handler; until then a signal would be lost.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    registered.wait()
    self.source = source
  }

  /// Ctrl-C while an experiment runs: the first ends the experiment with a notice; the second ends the process.
  ///
  /// - Parameter folders: Those among them that are still empty do not outlive the process.
  static func interrupt(
    cancelling monitor: ExperimentMonitor, leaving folders: FoldersInUse = FoldersInUse()
  ) -> SignalRequest {
    let stream = StandardStream.error
    return SignalRequest(SIGINT) {
      if monitor.isCancelled {
        folders.removeEmpty()
        RunningChildren.endAllNow()
        LibraryGuard.exit(.interrupted)
      }
      if stream.isCapable { stream.rewriteLine("") }
      stream.printLine("feedlab: stopping the running worlds; press Ctrl-C again to quit at once")
      monitor.cancel()
    }
  }

  /// Gives the signal its usual meaning back.
  func end() {
    guard let source else { return }
    source.cancel()
    signal(number, usual)
  }
}
