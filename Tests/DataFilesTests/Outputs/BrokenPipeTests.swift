import DataFiles
import Foundation
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

  /// Many at once: whoever changed what the process does at the signal could leave it changed.
  @Test func `readers that have gone are errors for their writers, and the process is as it was`()
    throws
  {
    let before = Self.disposition()
    let pipes = (0..<16).map { _ in Pipe() }
    for pipe in pipes { try pipe.fileHandleForReading.close() }
    let descriptors = pipes.map { $0.fileHandleForWriting.fileDescriptor }
    let failures = LockedCount()
    DispatchQueue.concurrentPerform(iterations: 16) { index in
      for _ in 0..<50 {
        do {
          try OutputRule().file("/dev/fd/\(descriptors[index])", .plan).write("x")
        } catch {
          if "\(error)".contains("Broken pipe") { failures.add() }
        }
      }
    }
    #expect(failures.value == 16 * 50)
    #expect(Self.disposition() == before)
  }
}

/// A number that threads count up.
private final class LockedCount: @unchecked Sendable {
  private let lock = NSLock()
  private var number = 0
  var value: Int { lock.withLock { number } }
  func add() { lock.withLock { number += 1 } }
}
