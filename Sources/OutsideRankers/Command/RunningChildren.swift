internal import CChildProcess
internal import Foundation
internal import Synchronization

/// The programs that were started and have not ended, none of which outlives this one.
///
/// A program that reads its standard input sees its end, in whichever way this program ends. One that does not, such as
/// one that works on a request, is ended when this program exits, and by ``endAllNow()`` when it ends otherwise. Only
/// SIGKILL leaves no time for that. Linux' signal that ends a child with its parent does not help: it comes with the
/// end of the *thread* that started the child.
package final class RunningChildren: Sendable {
  static let shared = RunningChildren()

  /// Ends all by SIGKILL, without a look at how they ended: for a program that ends at this moment without its usual
  /// work. A function for signals may call it.
  package static func endAllNow() { child_process_kill_all() }

  /// Makes the signals that end this program end all children first: signals from outside, such as SIGTERM, and from
  /// crashes. A signal that is ignored or handled already stays so.
  package static func endAllWithSignals() {
    let signals = [
      SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE,
      SIGSEGV,
    ]
    unsafe child_process_kill_all_at(signals, signals.count)
  }

  private let children = Mutex<Set<pid_t>>([])

  private init() {
    atexit { RunningChildren.shared.endAll() }
  }

  func add(_ child: pid_t) {
    children.withLock { children in
      children.insert(child)
      child_process_remember(child)
    }
  }

  /// Sends a signal to a child that is not reaped, and to what it has started.
  ///
  /// The lock is that under which children are reaped, since another program may get the number afterwards.
  func send(_ signal: Int32, to child: pid_t) {
    children.withLock { if $0.contains(child) { kill(-child, signal) } }
  }

  /// Waits for the end of a child, which is near, and ends what it has started.
  ///
  /// - Parameter status: As `waitpid` gives it.
  /// - Returns: Whether there was a child.
  func reap(_ child: pid_t, _ status: inout Int32) -> Bool {
    // Without the lock, since the end of a child that is being killed may take a moment.
    while child_process_has_ended(child) == 0 { poll(nil, 0, 1) }
    return children.withLock { children in
      guard children.remove(child) != nil else { return false }
      kill(-child, SIGKILL)
      child_process_forget(child)
      while true {
        let reaped = unsafe waitpid(child, &status, 0)
        if reaped == child { return true }
        if errno != EINTR { return false }
      }
    }
  }

  /// Ends all: by SIGTERM, and after half a second by SIGKILL.
  private func endAll() {
    let left = children.withLock { $0 }
    for child in left { send(SIGTERM, to: child) }
    for _ in 0..<50 where left.contains(where: { child_process_has_ended($0) == 0 }) {
      poll(nil, 0, 10)
    }
    for child in left { send(SIGKILL, to: child) }
  }
}
