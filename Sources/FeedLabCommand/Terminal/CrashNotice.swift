package import DataFiles
internal import Experiments
internal import Foundation
internal import OutsideRankers
internal import Synchronization

/// Prints the run in which the program crashed, and makes the exit code 1.
///
/// A broken precondition ends the process by a signal. Results cannot be saved, but the log must show in which run it
/// happened.
package enum CrashNotice {
  /// Further work after the message, which returns the exit code.
  private static let ending = Mutex<(@Sendable (_ reason: String) -> ExitCode)?>(nil)

  /// Installs further work at a crash.
  ///
  /// - Parameter ending: Prints the message on the thread that crashed, and returns the exit code.
  package static func publish(_ ending: @escaping @Sendable (_ reason: String) -> ExitCode) {
    guard CommandEnvironment.current.ownsProcess else { return }
    self.ending.withLock { $0 = ending }
  }

  private static let isExitExpected = Atomic(false)

  /// Makes the exit code 1, with a message, where code of others ends the process by `exit`, such as a ranker's
  /// library: its own code would be taken for the command's, and 0 for a check that has passed.
  package static func watchForExit() {
    atexit {
      guard !CrashNotice.isExitExpected.load(ordering: .acquiring) else { return }
      alarm(5)
      RunningChildren.endAllNow()
      let who =
        CrashNotice.subject(LibraryRanker.loadedPaths) ?? "code of a ranker, metric or behaviour"
      let run = RunInProgress.current.map { "\($0): " } ?? ""
      StandardStream.error.printLine(
        "feedlab: error: \(run)\(who) ended the program by 'exit'; a function that fails returns so"
      )
      let ending = CrashNotice.ending.withLock { $0 }
      LibraryGuard.exit(ending?("ended the program") ?? .unfinished)
    }
  }

  /// The command has ended.
  package static func expectExit() { isExitExpected.store(true, ordering: .releasing) }

  /// The libraries of which one ended the program, as the subject of a sentence; `nil` without any.
  static func subject(_ libraries: [String]) -> String? {
    libraries.isEmpty
      ? nil : "the library " + libraries.map { "'\($0)'" }.joined(separator: " or ")
  }

  /// The signals of crashes.
  static let signals = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]

  /// Installs the notice, unless several commands run in the process.
  package static func install() {
    guard CommandEnvironment.current.ownsProcess else { return }
    for number in signals {
      signal(number) { number in
        // A second fault, or one that holds a lock, must not keep the process alive.
        signal(number, SIG_DFL)
        alarm(5)
        RunningChildren.endAllNow()
        let run = RunInProgress.current?.description ?? "the program"
        StandardStream.error.printLine("feedlab: error: \(run) crashed (signal \(number))")
        let ending = CrashNotice.ending.withLock { $0 }
        LibraryGuard.exit(ending?("crashed (signal \(number))") ?? .unfinished)
      }
    }
  }
}
