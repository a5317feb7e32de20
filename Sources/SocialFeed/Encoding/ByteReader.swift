/// Why bytes, or a text of them, cannot be read.
package enum EncodingFault: Error, Hashable, Sendable {
  /// They end in the middle of a value, or a count promises more than is left.
  case cut
  /// There are more than the values need.
  case tooLong
  /// A value that its type does not have, or that has a shorter form.
  case malformed
  /// Not in the alphabet of ``CompactText``, or altered: the checksum is another.
  case altered
  /// A text of another kind, or of another version.
  case foreign
}

/// Reads what ``ByteWriter`` wrote. Whatever the bytes are, it ends with a value or an
/// ``EncodingFault``: it never traps, and allocates no more than the bytes that are there.
package struct ByteReader {
  private let bytes: [UInt8]
  private var index: Int
  private let end: Int

  package init(_ bytes: [UInt8]) { self.init(bytes, in: bytes.indices) }

  /// - Parameter range: Within the bytes.
  package init(_ bytes: [UInt8], in range: Range<Int>) {
    (self.bytes, index, end) = (bytes, range.lowerBound, range.upperBound)
  }

  /// How many bytes are left.
  package var remaining: Int { end - index }

  /// Throws if anything is left.
  package func finish() throws(EncodingFault) {
    guard remaining == 0 else { throw .tooLong }
  }

  package mutating func byte() throws(EncodingFault) -> UInt8 {
    guard index < end else { throw .cut }
    defer { index += 1 }
    return bytes[index]
  }

  /// A number in its shortest form.
  package mutating func varint() throws(EncodingFault) -> UInt64 {
    var (number, shift) = (UInt64(0), UInt64(0))
    while true {
      let byte = try byte()
      let bits = UInt64(byte & 0x7F)
      // The tenth byte has room for one bit alone.
      guard shift < 63 || bits <= 1 else { throw .malformed }
      number |= bits << shift
      guard byte >= 0x80 else {
        guard byte != 0 || shift == 0 else { throw .malformed }
        return number
      }
      shift += 7
      guard shift <= 63 else { throw .malformed }
    }
  }

  /// A varint below 2³².
  package mutating func uint32() throws(EncodingFault) -> UInt32 {
    guard let number = UInt32(exactly: try varint()) else { throw .malformed }
    return number
  }

  /// A count or an index that is not larger than a limit.
  package mutating func count(atMost limit: Int = .max) throws(EncodingFault) -> Int {
    guard let number = Int(exactly: try varint()), number <= limit else { throw .malformed }
    return number
  }

  /// The number of elements that follow, each of at least so many bytes: no more than can be left.
  package mutating func elementCount(bytesEach: Int = 1) throws(EncodingFault) -> Int {
    let count = try count()
    guard count <= remaining / max(1, bytesEach) else { throw .cut }
    return count
  }

  package mutating func double() throws(EncodingFault) -> Double { Double(bitPattern: try fixed()) }

  /// A double that is neither infinite nor not a number.
  package mutating func finiteDouble() throws(EncodingFault) -> Double {
    let number = try double()
    guard number.isFinite else { throw .malformed }
    return number
  }

  /// A number of 8 bytes.
  package mutating func fixed() throws(EncodingFault) -> UInt64 {
    guard remaining >= 8 else { throw .cut }
    var number: UInt64 = 0
    for offset in 0..<8 { number |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
    index += 8
    return number
  }

  package mutating func string() throws(EncodingFault) -> String {
    let count = try elementCount()
    defer { index += count }
    return try text(in: index..<index + count)
  }

  private func text(in range: Range<Int>) throws(EncodingFault) -> String {
    do {
      return String(copying: try UTF8Span(validating: bytes.span.extracting(range)))
    } catch { throw .malformed }
  }

  /// So many bytes, unchanged.
  package mutating func raw(_ count: Int) throws(EncodingFault) -> ArraySlice<UInt8> {
    guard count >= 0 && count <= remaining else { throw .cut }
    defer { index += count }
    return bytes[index..<index + count]
  }
}

// MARK: Columns

extension ByteReader {
  /// So many numbers, of as many bytes each as their type has.
  package mutating func column<Number: FixedWidthInteger & UnsignedInteger>(
    _ count: Int
  ) throws(EncodingFault) -> [Number] {
    try column(count) { $0 }
  }

  /// So many doubles.
  package mutating func doubleColumn(_ count: Int) throws(EncodingFault) -> [Double] {
    try column(count) { Double(bitPattern: $0) }
  }

  @inline(__always)
  private mutating func column<Element, Bits: FixedWidthInteger & UnsignedInteger>(
    _ count: Int, _ element: (Bits) -> Element
  ) throws(EncodingFault) -> [Element] {
    let width = Bits.bitWidth / 8
    guard count >= 0 && count <= remaining / width else { throw .cut }
    defer { index += count * width }
    return column(in: index..<index + count * width, element)
  }

  @inline(__always)
  private func column<Element, Bits: FixedWidthInteger & UnsignedInteger>(
    in range: Range<Int>, _ element: (Bits) -> Element
  ) -> [Element] {
    let width = Bits.bitWidth / 8
    let bytes = bytes.span.extracting(range)
    return [Element](capacity: range.count / width) { column in
      var start = 0
      while start < bytes.count {
        var number: Bits = 0
        for offset in 0..<width {
          number |=
            Bits(truncatingIfNeeded: bytes[start + offset]) << Bits(truncatingIfNeeded: 8 * offset)
        }
        column.append(element(number))
        start += width
      }
    }
  }
}
