internal import Experiments
internal import Foundation

/// Says which world a crash was in, and makes it exit code 1.
///
/// A broken precondition ends the process by a signal; nothing of it can be saved, but whoever reads
/// the log must know where it was.
package enum CrashNotice {
  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  package static func install() {
    for number in signals {
      signal(number) { number in
        // A second fault, or one that holds a lock, must not keep the process.
        signal(number, SIG_DFL)
        alarm(5)
        let place = LifeInProgress.current?.description ?? "the program"
        StandardStream.error.tell("feedlab: error: \(place) crashed (signal \(number))")
        _exit(1)
      }
    }
  }
}
