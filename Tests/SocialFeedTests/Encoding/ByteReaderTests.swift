import SocialFeed
import TestSupport
import Testing

@Suite struct ByteReaderTests {
  @Test func `what was written is read back in order`() throws {
    var writer = ByteWriter()
    writer.write(byte: 7)
    for number: UInt64 in [0, 127, 128, 300, .max] { writer.write(varint: number) }
    for number in [0.0, -0.0, 1.5, .infinity, -.leastNonzeroMagnitude] {
      writer.write(double: number)
    }
    writer.write("Käse 🧀")
    writer.write(count: 65)
    writer.write(raw: [1, 2])
    var reader = ByteReader(writer.bytes)
    try expectEqual(reader.byte(), 7)
    for number: UInt64 in [0, 127, 128, 300, .max] { try expectEqual(reader.varint(), number) }
    for number in [0.0, -0.0, 1.5, .infinity, -.leastNonzeroMagnitude] {
      try expectEqual(reader.double().bitPattern, number.bitPattern)
    }
    try expectEqual(reader.string(), "Käse 🧀")
    try expectEqual(reader.count(atMost: 65), 65)
    #expect(throws: EncodingFault.tooLong) { try reader.finish() }
    try expectEqual(reader.raw(2), [1, 2])
    try reader.finish()
    #expect(throws: EncodingFault.cut) { try reader.byte() }
  }

  @Test(
    arguments: [
      ([0x00], 0 as UInt64), ([0x7F], 127), ([0x80, 0x01], 128),
      ([0xAC, 0x02], 300),  // 300 = 0b10_0101100
    ] as [([UInt8], UInt64)])
  func `a number has seven bits a byte, the lowest first`(bytes: [UInt8], number: UInt64) throws {
    var writer = ByteWriter()
    writer.write(varint: number)
    expectEqual(writer.bytes, bytes)
  }

  @Test(
    arguments: [
      ([0x80, 0x00], .malformed),  // 0 in two bytes
      ([0x80], .cut),
      ([UInt8](repeating: 0xFF, count: 9) + [0x02], .malformed),  // 2⁶⁴ and more
      ([UInt8](repeating: 0x80, count: 10) + [0x01], .malformed),
    ] as [([UInt8], EncodingFault)])
  func `a number that is cut, too large or longer than it must be is a fault`(
    bytes: [UInt8], fault: EncodingFault
  ) {
    var reader = ByteReader(bytes)
    #expect(throws: fault) { try reader.varint() }
  }

  @Test func `a count that promises more than is left is a fault before anything is allocated`() {
    var writer = ByteWriter()
    writer.write(varint: 1 << 62)
    writer.write(raw: [1, 2, 3])
    var (text, list, index) = (
      ByteReader(writer.bytes), ByteReader(writer.bytes), ByteReader(writer.bytes)
    )
    #expect(throws: EncodingFault.cut) { try text.string() }
    #expect(throws: EncodingFault.cut) { try list.elementCount(bytesEach: 8) }
    #expect(throws: EncodingFault.malformed) { try index.uint32() }
  }

  @Test func `what is not a number or not UTF-8 is a fault where it must be`() {
    var writer = ByteWriter()
    writer.write(double: Double.nan)
    var reader = ByteReader(writer.bytes)
    #expect(throws: EncodingFault.malformed) { try reader.finiteDouble() }
    var text = ByteReader([2, 0xFF, 0xFE])
    #expect(throws: EncodingFault.malformed) { try text.string() }
  }

  @Test func `columns have the lowest byte first, and none is read that is not there whole`() throws
  {
    var writer = ByteWriter()
    writer.write(column: [0x0403_0201, .max] as [UInt32])
    writer.write(column: [0x0807_0605_0403_0201] as [UInt64])
    writer.write(column: [1, -.infinity])
    expectEqual(writer.bytes[..<16], [1, 2, 3, 4, 255, 255, 255, 255, 1, 2, 3, 4, 5, 6, 7, 8])
    // The bits of 1 are 3FF0 0000 0000 0000.
    expectEqual(writer.bytes[16..<24], [0, 0, 0, 0, 0, 0, 0xF0, 0x3F])
    var reader = ByteReader(writer.bytes)
    try expectEqual(reader.column(2), [0x0403_0201, .max] as [UInt32])
    try expectEqual(reader.column(1), [0x0807_0605_0403_0201] as [UInt64])
    #expect(throws: EncodingFault.cut) { try reader.doubleColumn(3) }
    #expect(throws: EncodingFault.cut) { try reader.doubleColumn(-1) }
    #expect(throws: EncodingFault.cut) { try reader.doubleColumn(.max) }
    #expect(try reader.doubleColumn(2) == [1, -.infinity] && reader.remaining == 0)
  }

  @Test func `random bytes never end the process`() {
    var random = SeededGenerator(seed: 1)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      var reader = ByteReader(bytes)
      do throws(EncodingFault) {
        while true {
          switch Int.random(in: 0..<8, using: &random) {
          case 0: _ = try reader.byte()
          case 1: _ = try reader.varint()
          case 2: _ = try reader.double()
          case 3: _ = try reader.string()
          case 4: _ = try reader.elementCount(bytesEach: 4)
          case 5: _ = try reader.column(Int.random(in: 0...3, using: &random)) as [UInt32]
          case 6: _ = try reader.doubleColumn(Int.random(in: 0...1, using: &random))
          default: _ = try reader.raw(Int.random(in: 0...4, using: &random))
          }
          if reader.remaining == 0 { _ = try reader.byte() }
        }
      } catch {
        #expect(reader.remaining >= 0)
      }
    }
  }
}
