import DataFiles
import Foundation
import TestSupport
import Testing

@Suite struct BrokenPipeTests {
  /// What this process does at the signal: the default, which ends it, or nothing.
  private static func disposition() -> UInt {
    var action = sigaction()
    unsafe sigaction(SIGPIPE, nil, &action)
    #if os(Linux)
      return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    #else
      return unsafe unsafeBitCast(action.__sigaction_u.__sa_handler, to: UInt.self)
    #endif
  }

  /// A descriptor on which nobody reads or will read any more. A pipe's reader might live on in a process that another
  /// test started meanwhile; a socket that is shut down is so everywhere.
  private static func descriptorWithoutReader() -> (writer: Int32, reader: Int32) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    unsafe socketpair(AF_UNIX, stream, 0, &ends)
    shutdown(ends[0], Int32(SHUT_WR))
    return (ends[0], ends[1])
  }

  /// Many at once: whoever changed what the process does at the signal could leave it changed.
  @Test func `readers that have gone are errors for their writers, and the process is as it was`() {
    let before = Self.disposition()
    let pairs = (0..<16).map { _ in Self.descriptorWithoutReader() }
    defer {
      for pair in pairs {
        close(pair.writer)
        close(pair.reader)
      }
    }
    let failures = LockedCount()
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      for _ in 0..<50 {
        do {
          try OutputRule().file("/dev/fd/\(pairs[index].writer)", .plan).write("x")
        } catch {
          if "\(error)".contains("Broken pipe") { failures.add() }
        }
      }
    }
    expectEqual(failures.value, 16 * 50)
    expectEqual(Self.disposition(), before)
  }
}

/// A number that threads count up.
private final class LockedCount: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0
  var value: Int { lock.withLock { number } }
  func add() { lock.withLock { number += 1 } }
}
