/// Writes values as bytes, one behind the other; ``ByteReader`` reads them back in the same order.
package struct ByteWriter {
  package private(set) var bytes: [UInt8] = []

  package init() {}

  package mutating func reserveCapacity(_ count: Int) { bytes.reserveCapacity(count) }

  package mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a number in 1 to 10 bytes, fewer for a smaller one: seven bits a byte, the lowest first, and
  /// the highest bit set on all bytes but the last.
  package mutating func write(varint number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Writes a count or an index, which is not negative, as a varint.
  package mutating func write(count: Int) { write(varint: UInt64(count)) }

  /// Writes the bit pattern in 8 bytes, the lowest first, so that every value comes back unchanged.
  package mutating func write(double number: Double) { write(fixed: number.bitPattern) }

  /// Writes a number in 8 bytes, the lowest first.
  package mutating func write(fixed number: UInt64) {
    for shift in stride(from: UInt64(0), to: 64, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// Writes the number of UTF-8 bytes as a varint, and the bytes.
  package mutating func write(_ text: String) {
    let utf8 = text.utf8
    write(count: utf8.count)
    bytes.append(contentsOf: utf8)
  }

  /// Writes bytes unchanged, without their number.
  package mutating func write(raw bytes: some Sequence<UInt8>) {
    self.bytes.append(contentsOf: bytes)
  }
}

// MARK: Columns

extension ByteWriter {
  /// Writes numbers in as many bytes as their type has, the lowest first, without their count.
  package mutating func write<Number: FixedWidthInteger & UnsignedInteger>(column: [Number]) {
    write(column: column) { $0 }
  }

  /// Writes the bit patterns of numbers in 8 bytes each, without their count.
  package mutating func write(column: [Double]) { write(column: column, \.bitPattern) }

  @inline(__always)
  private mutating func write<Element, Bits: FixedWidthInteger & UnsignedInteger>(
    column: [Element], _ bits: (Element) -> Bits
  ) {
    let width = Bits.bitWidth / 8
    var index = makeRoom(for: width * column.count)
    let column = column.span
    var bytes = bytes.mutableSpan
    for element in column.indices {
      let number = bits(column[element])
      for offset in 0..<width {
        bytes[index + offset] = UInt8(
          truncatingIfNeeded: number >> Bits(truncatingIfNeeded: 8 * offset))
      }
      index += width
    }
  }

  /// Forgets what was written and keeps the room for it.
  package mutating func clear() { bytes.removeAll(keepingCapacity: true) }

  /// Appends zeros, and returns the index of the first.
  private mutating func makeRoom(for count: Int) -> Int {
    let start = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: count))
    return start
  }
}
