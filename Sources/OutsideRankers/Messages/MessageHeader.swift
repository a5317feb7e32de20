/// What begins a message in binary frames: 24 bytes, so that arrays of numbers behind it are aligned.
///
/// | bytes | 0–1 | 2–3 | 4–7 | 8–15 | 16–19 | 20–23 |
/// | --- | --- | --- | --- | --- | --- | --- |
/// | | kind | version | lane | sequence | length | 0 |
///
/// All numbers are little-endian.
package struct MessageHeader: Hashable, Sendable {
  /// Bytes of a header.
  package static let size = 24
  /// The version of the protocol.
  package static let version: UInt16 = 1

  package var kind: MessageKind
  package var version = Self.version
  package var lane: UInt32
  package var sequence: UInt64
  /// Bytes behind the header, a multiple of 8.
  package var length: UInt32

  package init(_ kind: MessageKind, lane: UInt32, sequence: UInt64, length: UInt32) {
    self.kind = kind
    self.lane = lane
    self.sequence = sequence
    self.length = length
  }
}

/// The kind of a message; see `docs/reference/ranker-protocol.md`.
package enum MessageKind: UInt16, CaseIterable, Sendable {
  case hello = 1
  case open, close, score, scores, error, order, ordered, serve, page, events, batch

  /// The word of a message in JSON.
  package var name: String { "\(self)" }

  package init?(name: String) {
    guard let kind = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

extension MessageHeader {
  /// Appends the 24 bytes.
  package func append(to bytes: inout [UInt8]) {
    bytes.append(little: kind.rawValue)
    bytes.append(little: version)
    bytes.append(little: lane)
    bytes.append(little: sequence)
    bytes.append(little: length)
    bytes.append(little: UInt32(0))
  }

  /// Reads the first 24 bytes, which must be there; `nil` where they do not begin with a kind.
  package init?(_ bytes: ArraySlice<UInt8>) {
    let start = bytes.startIndex
    guard let kind = MessageKind(rawValue: bytes.little(at: start)) else { return nil }
    self.init(
      kind, lane: bytes.little(at: start + 4), sequence: bytes.little(at: start + 8),
      length: bytes.little(at: start + 16))
    version = bytes.little(at: start + 2)
  }
}

extension [UInt8] {
  /// Appends a number, its lowest byte first.
  package mutating func append<Number: FixedWidthInteger>(little number: Number) {
    var rest = number
    for _ in 0..<MemoryLayout<Number>.size {
      append(UInt8(truncatingIfNeeded: rest))
      rest = rest >> 8
    }
  }

  /// Appends numbers as their bytes in memory, which is little-endian on all systems of this program.
  mutating func append<Number: BitwiseCopyable>(bytesOf numbers: [Number]) {
    unsafe numbers.withUnsafeBytes { unsafe append(contentsOf: $0) }
  }
}

extension ArraySlice<UInt8> {
  /// The number whose lowest byte is at this index.
  package func little<Number: FixedWidthInteger>(at index: Int) -> Number {
    var number: Number = 0
    for byte in (0..<MemoryLayout<Number>.size).reversed() {
      number = number << 8 | Number(truncatingIfNeeded: self[index + byte])
    }
    return number
  }
}
