/// A word that names are searched for, without regard to case and to Unicode's ways of spelling a letter: `É` is found
/// by `é`, composed or decomposed, and `Straße` by `strasse`.
struct FoldedWord: Sendable {
  let text: String
  /// The bytes when all are ASCII, as they mostly are.
  private let ascii: [UInt8]?

  init(_ word: String) {
    text = word.folded
    ascii = text.utf8.isASCII ? Array(text.utf8) : nil
  }

  var isEmpty: Bool { text.isEmpty }

  /// FNV-1a of the bytes, 64 bits.
  var hash: UInt64 {
    text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }

  /// Whether the word, which is not empty, is in a name in one piece. O(length of the name × word).
  func isFound(in name: String) -> Bool {
    if let ascii, name.utf8.isASCII { return name.utf8.contains(ascii) }
    let name = Array(name.folded)
    let word = Array(text)
    guard word.count <= name.count else { return false }
    return (0...name.count - word.count).contains { start in
      name[start..<start + word.count].elementsEqual(word)
    }
  }
}

extension String {
  /// Without differences of case, by full mappings: `ß` is as `SS`, and a final sigma as any other.
  fileprivate var folded: String { uppercased().lowercased() }
}

extension String.UTF8View {
  fileprivate var isASCII: Bool { allSatisfy { $0 < 0x80 } }

  /// Whether ASCII bytes in lower case, at least one, are here in one piece, in any case.
  fileprivate func contains(_ word: [UInt8]) -> Bool {
    var start = startIndex
    while start < endIndex {
      if self[start...].lazy.map(\.lowercased).starts(with: word) { return true }
      formIndex(after: &start)
    }
    return false
  }
}

extension UInt8 {
  /// The small letter of an ASCII capital; every other byte unchanged.
  fileprivate var lowercased: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
