import Dispatch
import Foundation

/// Threads of their own for lanes, which wait for other processes most of the time: as many as there are lanes, whatever
/// the number of cores.
package enum LaneThreads {
  /// Runs `work` for each lane, by its index, and waits until all have ended.
  ///
  /// - Returns: The seconds on the clock.
  package static func run(_ lanes: Int, _ work: @escaping @Sendable (Int) -> Void) -> Double {
    let start = ContinuousClock.now
    let done = DispatchGroup()
    for lane in 0..<lanes {
      done.enter()
      let thread = Thread {
        work(lane)
        done.leave()
      }
      // Frames of optimised code are small; rankers in libraries may have larger ones.
      thread.stackSize = 8 << 20
      thread.start()
    }
    done.wait()
    return (ContinuousClock.now - start) / .seconds(1)
  }
}
