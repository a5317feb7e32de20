internal import Foundation

/// Rows as text: RFC 4180 with a header, lines ended by a line feed alone.
///
/// A number is the shortest decimal one that reads back as the same, a whole number without a point.
/// What is written stays in a buffer until that is full.
struct CSVRows: TraceRows {
  private let file: CSVFile
  private var bytes: [UInt8] = []
  /// How the row begins, a separator at the end.
  private var shared: [UInt8] = []
  private var rowStart = 0

  private static let bufferSize = 1 << 18
  private static let separator = UInt8(ascii: ",")
  private static let lineFeed = UInt8(ascii: "\n")

  init(columns: [TraceColumn], file: CSVFile) {
    self.file = file
    bytes.reserveCapacity(Self.bufferSize + 4096)
    for column in columns { add(TraceName(column.name)) }
    endRow()
  }

  mutating func add(_ number: Int) {
    append(number)
    bytes.append(Self.separator)
  }

  mutating func add(_ number: Double) {
    if number == number.rounded(), number.magnitude < 0x1p53 {
      append(Int(number))
    } else {
      bytes.append(contentsOf: number.description.utf8)
    }
    bytes.append(Self.separator)
  }

  mutating func add(_ name: TraceName) {
    bytes.append(contentsOf: name.field)
    bytes.append(Self.separator)
  }

  mutating func addNone() { bytes.append(Self.separator) }

  mutating func endRow() {
    bytes[bytes.count - 1] = Self.lineFeed
    if bytes.count >= Self.bufferSize { flush() }
    rowStart = bytes.count
    if !shared.isEmpty { bytes.append(contentsOf: shared) }
  }

  mutating func share() {
    shared.append(contentsOf: bytes[rowStart...])
  }

  mutating func unshare() {
    bytes.removeLast(bytes.count - rowStart)
    shared.removeAll(keepingCapacity: true)
  }

  /// Hands the buffer to the file.
  mutating func flush() {
    file.write(bytes)
    bytes.removeAll(keepingCapacity: true)
    rowStart = 0
  }

  /// Writes what is left, and sees to it that it is on the disk.
  mutating func end() throws {
    flush()
    try file.end()
  }

  private mutating func append(_ number: Int) {
    var rest = number.magnitude
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    let start = bytes.count
    repeat {
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
      rest = quotient
    } while rest > 0
    var (low, high) = (start, bytes.count - 1)
    while low < high {
      bytes.swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}
