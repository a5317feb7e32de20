internal import Foundation
internal import Synchronization

/// The standard output of this process, only for results.
package enum StandardOutput {
  private static let current = Atomic<Int32>(STDOUT_FILENO)

  /// The descriptor that results are written to.
  package static var descriptor: Int32 { current.load(ordering: .relaxed) }

  /// Keeps it for results: whatever else in the process writes to standard output, such as a library that prints, writes to
  /// standard error from now on.
  ///
  /// Where one of both is closed, this has no effect.
  package static func claim() {
    // Programs that are started do not get it.
    let own = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    guard own >= 0 else { return }
    guard dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      close(own)
      return
    }
    current.store(own, ordering: .relaxed)
  }
}
