import DataFiles
import TestSupport
import Testing

@Suite struct RecordReaderTests {
  /// A table in pieces of given sizes, the rest in one piece.
  private final class Pieces: ByteSource {
    private var rest: [UInt8]
    private var sizes: [Int]
    private let failure: UnreadableFile?

    init(_ text: String, sizes: [Int], failure: UnreadableFile? = nil) {
      rest = Array(text.utf8)
      self.sizes = sizes
      self.failure = failure
    }

    func next() throws(UnreadableFile) -> [UInt8] {
      if rest.isEmpty, let failure { throw failure }
      let size = sizes.isEmpty ? rest.count : min(sizes.removeFirst(), rest.count)
      defer { rest.removeFirst(size) }
      return Array(rest.prefix(size))
    }
  }

  /// Each record as its line, its fields and what is wrong with its quotes.
  private func records(_ reader: inout RecordReader) -> [String] {
    var records: [String] = []
    while reader.readNext() {
      let fault = reader.quoteFault.map { " \($0.message)" } ?? ""
      records.append("\(reader.line): \(reader.fields.map(reader.text))\(fault)")
    }
    return records
  }

  private let table =
    "\u{FEFF}# comment\r\na,b,\"c \"\"quoted\"\"\"\r\n\r\n1,\"two\r\nlines\",3\r\n,,\r\r\n"
    + "\"never closed,1\r\né,\"x\"y,ü\r\nlast,row,"

  private let expected = [
    "2: [\"a\", \"b\", \"c \\\"quoted\\\"\"]", "4: [\"1\", \"two\\r\\nlines\", \"3\"]",
    "6: [\"\", \"\", \"\"]",
    "8: [\"never closed,1\\r\\né,\", \"ü\"] there is text after the closing quote",
    "10: [\"last\", \"row\", \"\"]",
  ]

  @Test func `a table is read alike from memory and in pieces of any size`() {
    var whole = RecordReader(Array(table.utf8))
    expectEqual(records(&whole), expected)
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let sizes = (0..<table.utf8.count).map { _ in Int.random(in: 1...9, using: &generator) }
      var reader = RecordReader(Pieces(table, sizes: sizes))
      expectEqual(records(&reader), expected, "seed \(seed)")
      expectEqual(reader.failure, nil)
    }
  }

  @Test func `a quote that is never closed spoils its line alone`() {
    for sizes in [[], [1, 1, 1, 2, 3]] {
      var reader = RecordReader(Pieces("a,b\n\"1,2\n3,4\n5,6\n", sizes: sizes))
      expectEqual(
        records(&reader),
        [
          "1: [\"a\", \"b\"]", "2: [\"1,2\\n3,4\\n5,6\\n\"] this quote is never closed",
          "3: [\"3\", \"4\"]", "4: [\"5\", \"6\"]",
        ])
    }
  }

  @Test func `a source that fails ends the table with the reason`() {
    let failure = UnreadableFile(reason: "unexpected end of file")
    var reader = RecordReader(Pieces("a,b\n1,2\n3,", sizes: [5], failure: failure))
    expectEqual(records(&reader), ["1: [\"a\", \"b\"]", "2: [\"1\", \"2\"]"])
    expectEqual(reader.failure, failure)
  }

  @Test func `a line without end is given up after a mebibyte`() {
    let text = "a,b\n1,2\n" + String(repeating: "x", count: 3 << 20)
    let sizes = [Int](repeating: 65_536, count: 60)
    var reader = RecordReader(Pieces(text, sizes: sizes))
    expectEqual(records(&reader), ["1: [\"a\", \"b\"]", "2: [\"1\", \"2\"]"])
    expectEqual(reader.failure, UnreadableFile(reason: "line 3 has more than 1,048,576 bytes"))
  }

  @Test(arguments: ["", "\n\n", "# nothing\n", "\u{FEFF}"])
  func `a table without records`(text: String) {
    var reader = RecordReader(Pieces(text, sizes: [1, 1]))
    #expect(records(&reader).isEmpty)
    expectEqual(reader.failure, nil)
  }
}
