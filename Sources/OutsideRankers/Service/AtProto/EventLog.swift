/// The events of a stream that its reader may still need, by number, each in the form that is sent.
package struct EventLog {
  /// The number of the first one.
  private var first: UInt64 = 1
  private var frames: [[UInt8]] = []
  /// How many bytes all of them have.
  package private(set) var byteCount = 0

  package init() {}

  /// The number that the next one gets.
  package var next: UInt64 { first + UInt64(frames.count) }

  package mutating func append(_ frame: [UInt8]) {
    frames.append(frame)
    byteCount += frame.count
  }

  /// Forgets those up to a number.
  package mutating func drop(through number: UInt64) {
    guard number >= first else { return }
    let count = min(Int(number - first) + 1, frames.count)
    byteCount -= frames[..<count].reduce(0) { $0 + $1.count }
    frames.removeFirst(count)
    first += UInt64(count)
  }

  /// The bytes of the next ones, about as many as are sent at a time.
  ///
  /// - Parameter number: The number of the first; those that are forgotten are skipped.
  /// - Returns: No bytes at the end, and the number of the one behind them.
  package func bytes(from number: UInt64) -> (bytes: [UInt8], next: UInt64) {
    var (bytes, number): ([UInt8], UInt64) = ([], max(number, first))
    while number < next, bytes.count < Self.portion {
      bytes += frames[Int(number - first)]
      number += 1
    }
    return (bytes, number)
  }

  private static let portion = 1 << 16
}
