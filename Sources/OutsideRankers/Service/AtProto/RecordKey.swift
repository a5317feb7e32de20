/// The key of a record in a collection of a repository: a TID, which is a time in microseconds and a number of ten bits.
///
/// Texts of keys have 13 characters and are in order of time. Source: the AT Protocol's specification of TIDs.
package struct RecordKey: Hashable, Comparable, Sendable {
  /// A bit that is 0, 53 bits of microseconds since 1970, and ten bits by which keys of one time differ.
  package let number: UInt64

  package init(number: UInt64) { self.number = number }

  /// The key of a simulated time.
  ///
  /// - Parameter last: The one before in its collection; the key is above it, as a server makes its keys. One that is due
  ///   before it takes the next number.
  package init(at seconds: Double, after last: RecordKey?) {
    let microseconds = ((WorldCalendar.start + seconds) * 1e6).rounded()
    // Of a number and NaN, these give the number.
    let time = UInt64(Double.minimum(Double.maximum(microseconds, 0), Self.latest)) << 10
    number = last.map { max(time, $0.number + 1) } ?? time
  }

  /// Above all simulated times, and far below the bit that is 0, so that there are keys above it.
  private static let latest = 0x1p52

  package static func < (left: RecordKey, right: RecordKey) -> Bool { left.number < right.number }

  package var text: String {
    var text = [UInt8](repeating: 0, count: 13)
    for index in text.indices {
      text[index] = Base32.sortable[Int(number >> UInt64(60 - 5 * index) & 31)]
    }
    return String(decoding: text, as: UTF8.self)
  }
}
