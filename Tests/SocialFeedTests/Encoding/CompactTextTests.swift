import SocialFeed
import TestSupport
import Testing

@Suite struct CompactTextTests {
  @Test func `contents of every length come back from letters, digits, - and _`() throws {
    for length in 0...20 {
      let contents = (0..<length).map { UInt8(truncatingIfNeeded: $0 * 37 + 250) }
      let text = CompactText.text(.feedCursor, version: 1, contents)
      expectEqual(text.utf8.count, ((length + 6) * 4 + 2) / 3)
      #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
      var reader = try CompactText.reader(of: text, .feedCursor, version: 1)
      try expectEqual(Array(reader.raw(length)), contents)
      try reader.finish()
    }
  }

  @Test func `the checksum is CRC-32`() {
    // The check value of the catalogue of parametrised CRC algorithms.
    expectEqual(CompactText.checksum(Array("123456789".utf8)[...]), 0xCBF4_3926)
  }

  @Test func `every altered letter, cut and addition is noticed`() throws {
    let text = CompactText.text(.feedCursor, version: 1, [1, 2, 3, 200, 255])
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_ =é")
    for index in text.indices {
      for letter in letters where letter != text[index] {
        var altered = text
        altered.replaceSubrange(index...index, with: [letter])
        #expect(throws: EncodingFault.self) {
          try CompactText.reader(of: altered, .feedCursor, version: 1)
        }
      }
      #expect(throws: EncodingFault.self) {
        try CompactText.reader(of: text[..<index], .feedCursor, version: 1)
      }
    }
    for more in ["A", "AA", "=", "\n"] {
      #expect(throws: EncodingFault.self) {
        try CompactText.reader(of: text + more, .feedCursor, version: 1)
      }
    }
  }

  @Test func `a text of another kind or version is foreign`() {
    let text = CompactText.text(.feedCursor, version: 1, [])
    #expect(throws: EncodingFault.foreign) {
      try CompactText.reader(of: text, .memberCursor, version: 1)
    }
    #expect(throws: EncodingFault.foreign) {
      try CompactText.reader(of: text, .feedCursor, version: 2)
    }
  }
}
