internal import CChildProcess
internal import DataFiles
internal import Foundation
internal import OutsideRankers
internal import Synchronization

/// Runs a command that loads libraries in a child, and looks from outside whether it finished: code of others can end
/// its process with success in ways that the process does not notice, such as `_exit(0)`, and a crash by its stack
/// leaves no room for a message.
///
/// A process can be split only before Swift's locks remember its thread. Therefore the program starts again before the
/// first library, and then splits itself before all other work. One with an input that can be read only once, such as a
/// pipe, splits itself at its first start.
enum LibraryGuard {
  private static let variable = "FEEDLAB_SPLIT"
  /// What the child reports to; −1 without a child.
  private static let report = Atomic<Int32>(-1)
  /// Stands before an exit code in the report.
  private static let mark: Character = "\u{4}"
  /// How many libraries the report names at most, so that it fits into a pipe.
  private static let mostNames = 16

  /// Begins the guard; to be called before anything else.
  static func begin() {
    #if os(Linux)
      let hasRestarted = unsafe getenv(variable) != nil
      unsafe unsetenv(variable)
      if hasRestarted || CommandLine.arguments.contains(where: isReadOnce) {
        let descriptor = unsafe child_process_split { code, signal, text in
          let text = unsafe text.map { unsafe String(cString: $0) } ?? ""
          LibraryGuard.endParent(code: code, signal: signal, report: text)
        }
        report.store(descriptor, ordering: .relaxed)
      }
      LibraryRanker.beforeLoading { path in
        if report.load(ordering: .relaxed) < 0 {
          if !hasRestarted { restart() }
        } else if LibraryRanker.loadedPaths.count <= mostNames {
          write("\(path)\n")
        }
      }
    #endif
  }

  /// Reports that the command ends with an exit code, whatever code of others does from now on.
  static func finish(_ code: Int32) { write("\(mark)\(code)") }

  /// Ends the process at once.
  static func exit(_ code: DataFiles.ExitCode) -> Never {
    finish(code.rawValue)
    _exit(code.rawValue)
  }

  /// Whether an argument, or the value of an option, is a path of a pipe or a device.
  private static func isReadOnce(_ argument: String) -> Bool {
    let value = argument.split(separator: "=", maxSplits: 1).last.map(String.init) ?? ""
    return [argument, value].contains { path in
      FileStatus(path: path).map { $0.kind == .stream } ?? false
    }
  }

  /// Starts the program again with the same arguments; returns where the system refuses.
  private static func restart() {
    unsafe setenv(variable, "1", 1)
    dup2(StandardOutput.descriptor, STDOUT_FILENO)
    // Threads of Dispatch block signals, and the new start would keep that.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    // Its name is that of the path.
    for path in [CommandEnvironment.process.program?.path(percentEncoded: false), "/proc/self/exe"]
    {
      if let path { unsafe execv(path, CommandLine.unsafeArgv) }
    }
    unsafe unsetenv(variable)
    StandardOutput.claim()
  }

  private static func write(_ text: String) {
    let descriptor = report.load(ordering: .relaxed)
    guard descriptor >= 0 else { return }
    _ = unsafe Array(text.utf8).withUnsafeBytes {
      unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
    }
  }

  /// Ends the parent as its child ended, or with 1 and a message if the child did not finish.
  private static func endParent(code: Int32, signal number: Int32, report: String) -> Never {
    let parts = report.split(separator: mark, omittingEmptySubsequences: false)
    if number == 0, parts.count > 1, let code = parts.last.flatMap({ Int32($0) }) { _exit(code) }
    if number != 0, !CrashNotice.signals.contains(number) {
      signal(number, SIG_DFL)
      raise(number)
    }
    let libraries = parts.first?.split(separator: "\n").map(String.init) ?? []
    let who = CrashNotice.subject(libraries) ?? "the program"
    let deed =
      number == 0
      ? "ended the program with the exit code \(code); a function that fails returns so"
      : "crashed (signal \(number))"
    StandardStream.error.printLine("feedlab: error: \(who) \(deed)")
    _exit(DataFiles.ExitCode.unfinished.rawValue)
  }
}
