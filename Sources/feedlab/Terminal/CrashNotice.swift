package import DataFiles
internal import Experiments
internal import Foundation
internal import Synchronization

/// Says which world a crash was in, and makes it exit code 1.
///
/// A broken precondition ends the process by a signal; nothing of it can be saved, but whoever reads
/// the log must know where it was.
package enum CrashNotice {
  /// What is done after it was said, with what the process ends.
  private static let ending = Mutex<(@Sendable (_ reason: String) -> ExitCode)?>(nil)

  /// Lets a crash be told to others too.
  ///
  /// - Parameter ending: Tells it, on the thread that crashed, and returns the exit code.
  package static func publish(_ ending: @escaping @Sendable (_ reason: String) -> ExitCode) {
    guard CommandEnvironment.current.ownsProcess else { return }
    self.ending.withLock { $0 = ending }
  }

  private static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Begins to say it; does nothing for a command among others in a process.
  package static func install() {
    guard CommandEnvironment.current.ownsProcess else { return }
    for number in signals {
      signal(number) { number in
        // A second fault, or one that holds a lock, must not keep the process.
        signal(number, SIG_DFL)
        alarm(5)
        let place = LifeInProgress.current?.description ?? "the program"
        StandardStream.error.tell("feedlab: error: \(place) crashed (signal \(number))")
        let ending = CrashNotice.ending.withLock { $0 }
        _exit((ending?("crashed (signal \(number))") ?? .unfinished).rawValue)
      }
    }
  }
}
