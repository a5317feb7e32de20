/// A column of Booleans, 64 to a word, so that a block of them is looked at as a whole.
struct BitColumn: Sendable {
  /// How many elements a word has.
  static let wordLength = 64

  /// Beyond the last element bits are not set.
  private(set) var words: [UInt64] = []
  private(set) var count = 0

  mutating func reserveCapacity(_ count: Int) {
    words.reserveCapacity((count + Self.wordLength - 1) / Self.wordLength)
  }

  mutating func append(_ element: Bool) {
    if count & 63 == 0 { words.append(0) }
    count += 1
    self[count - 1] = element
  }

  subscript(index: Int) -> Bool {
    @inline(__always)
    get {
      require(index < count, "there is no element \(index) in a column of \(count)")
      return words[index >> 6] >> UInt64(index & 63) & 1 == 1
    }
    set {
      require(index < count, "there is no element \(index) in a column of \(count)")
      let bit: UInt64 = 1 << UInt64(index & 63)
      if newValue { words[index >> 6] |= bit } else { words[index >> 6] &= ~bit }
    }
  }
}
