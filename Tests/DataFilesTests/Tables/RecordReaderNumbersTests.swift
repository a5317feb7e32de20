import DataFiles
import TestSupport
import Testing

@Suite struct RecordReaderNumbersTests {
  private func field(_ text: String) -> (RecordReader, RecordReader.Field) {
    var reader = RecordReader(Array("x,\(text)\n".utf8))
    let isThere = reader.readNext()
    #expect(isThere)
    return (reader, reader.fields[1])
  }

  private func decimal(_ text: String) -> Double? {
    let (reader, field) = field(text)
    return reader.decimal(of: field)
  }

  private func integer(_ text: String) -> Int? {
    let (reader, field) = field(text)
    return reader.integer(of: field)
  }

  @Test func `a number that was written reads back with the same bits`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<30_000 {
      let bits = Double(bitPattern: generator.next())
      let kinds = [
        generator.unit(), generator.unit() * 1e6, Double(generator.next() >> 40) / 8,
        (generator.unit() * 1e5).rounded() / 1e3, bits.isFinite ? bits : 1,
      ]
      for value in kinds.flatMap({ [$0, -$0] }) {
        expectEqual(decimal("\(value)")?.bitPattern, (value + 0).bitPattern, "\(value)")
      }
    }
  }

  @Test(arguments: [
    ("0", 0.0), ("-0", 0), ("7", 7), ("-7.25", -7.25), (".5", 0.5), ("1e3", 1000),
    ("9007199254740993", 0x1p53), ("0.30000000000000004", 0.1 + 0.2),
    ("18446744073709551617", 0x1p64), (" 3.5 ", 3.5),
    ("0.00000000000000000001", 1e-20), ("1.5e-7", 1.5e-7),
  ])
  func `decimals`(text: String, expected: Double) { expectEqual(decimal(text), expected) }

  @Test(arguments: [
    "", "-", ".", "1.2.3", "nan", "inf", "0x10", "1,5", "1e", "--1", "5.5.", "1_000",
  ])
  func `what is no decimal number`(text: String) {
    expectEqual(decimal("\"\(text)\""), nil)
  }

  @Test(arguments: [
    ("0", 0), ("-12", -12), ("007", 7), ("999999999999999999", 999_999_999_999_999_999),
    ("-99999999999999999", -99_999_999_999_999_999),
  ])
  func `whole numbers`(text: String, expected: Int) { expectEqual(integer(text), expected) }

  @Test(arguments: ["", "-", "1.0", "+1", "1e3", "9999999999999999999", "x"])
  func `what is no whole number`(text: String) { expectEqual(integer(text), nil) }
}
