internal import Dispatch
internal import Foundation

/// Dedicated threads for work that computes for seconds without a pause, which would starve the
/// concurrency pool.
package enum WorkerThreads {
  /// Runs `work` on `count` threads at the same time, and waits until all have returned. What scenarios can name here
  /// they can name there.
  package static func run(_ count: Int, _ work: @escaping @Sendable () -> Void) {
    precondition(count > 0, "\(count) threads")
    let done = DispatchGroup()
    let extensions = Extensions.current
    for _ in 0..<count {
      done.enter()
      let thread = Thread {
        extensions.available(work)
        done.leave()
      }
      thread.stackSize = 8 << 20
      thread.start()
    }
    done.wait()
  }
}
