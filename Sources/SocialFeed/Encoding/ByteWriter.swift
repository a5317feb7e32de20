/// Writes values as bytes, one behind the other; ``ByteReader`` reads them back in the same order.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a number in 1 to 10 bytes, fewer for a smaller one: seven bits a byte, the lowest first, and
  /// the highest bit set on all bytes but the last.
  mutating func write(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a count or an index, which is not negative, as a varint.
  mutating func write(count: Int) { write(varint: UInt64(count)) }

  /// Writes the bit pattern in 8 bytes, the lowest first, so that every value comes back as it was.
  mutating func write(double number: Double) { write(fixed: number.bitPattern) }

  /// Writes a number in 8 bytes, the lowest first.
  mutating func write(fixed number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Writes the number of UTF-8 bytes as a varint, and the bytes.
  mutating func write(_ text: String) {
    let utf8 = text.utf8
    write(count: utf8.count)
    bytes.append(contentsOf: utf8)
  }

  /// Writes bytes as they are, without their number.
  mutating func write(raw bytes: some Sequence<UInt8>) { self.bytes.append(contentsOf: bytes) }
}
