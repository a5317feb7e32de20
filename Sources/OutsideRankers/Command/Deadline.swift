/// The moment until which an answer is awaited, on a clock that stands still while the computer sleeps.
package struct Deadline: Sendable {
  private let end: SuspendingClock.Instant
  /// What is left of it at its beginning.
  private let seconds: Double

  package init(seconds: Double) {
    self.seconds = seconds
    // A thousand years are enough for everybody.
    end = SuspendingClock.now + .seconds(min(seconds, 3e10))
  }

  package var isOver: Bool { SuspendingClock.now >= end }

  /// What is left, at least 0, rounded up, for `poll`.
  package var milliseconds: Int32 {
    let (seconds, attoseconds) = (end - SuspendingClock.now).components
    let milliseconds = Double(seconds) * 1e3 + Double(attoseconds) * 1e-15
    return Int32(min(max(milliseconds.rounded(.up), 0), Double(Int32.max)))
  }
}
