/// Numbers for texts, from 0 in the order in which they appear.
///
/// Memory grows with the distinct texts only; hashing does not depend on the process.
package struct KeyTable: Sendable {
  private var text: [UInt8] = []
  /// Where each key ends in `text`.
  private var ends: [Int] = []
  /// By hash: its upper half, and the number of the key plus one; zero for none. A power of two of
  /// them.
  private var slots = [UInt64](repeating: 0, count: 64)

  package init() {}

  package var count: Int { ends.count }

  /// The number of a text; a new text gets the next number.
  package mutating func number(of key: ArraySlice<UInt8>) -> Int {
    let hash = Self.hash(key)
    let slot = slot(of: key, hash)
    if slots[slot] != 0 { return Int(slots[slot] & 0xFFFF_FFFF) - 1 }
    precondition(ends.count < Int(UInt32.max), "more than 2³² − 1 different texts")
    text += key
    ends.append(text.count)
    slots[slot] = (hash >> 32) << 32 | UInt64(ends.count)
    if ends.count * 2 > slots.count { grow() }
    return ends.count - 1
  }

  /// The number of a text that is known; `nil` for others.
  package func number(ofKnown key: String) -> Int? {
    let bytes = Array(key.utf8)[...]
    let slot = slot(of: bytes, Self.hash(bytes))
    return slots[slot] == 0 ? nil : Int(slots[slot] & 0xFFFF_FFFF) - 1
  }

  /// Where a text stands in `slots`; for a text that is not known the free slot for it.
  private func slot(of key: ArraySlice<UInt8>, _ hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = Int(slots[slot] & 0xFFFF_FFFF) - 1
      if slots[slot] >> 32 == hash >> 32, isKey(number, key) { break }
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  /// The text of a number.
  package subscript(number: Int) -> String { String(decoding: text[range(number)], as: UTF8.self) }

  private func range(_ number: Int) -> Range<Int> {
    (number == 0 ? 0 : ends[number - 1])..<ends[number]
  }

  private func isKey(_ number: Int, _ key: ArraySlice<UInt8>) -> Bool {
    let range = range(number)
    guard range.count == key.count else { return false }
    var position = key.startIndex
    for index in range {
      guard text[index] == key[position] else { return false }
      position += 1
    }
    return true
  }

  private mutating func grow() {
    slots = [UInt64](repeating: 0, count: slots.count * 2)
    for number in ends.indices {
      let hash = Self.hash(text[range(number)])
      var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = (hash >> 32) << 32 | UInt64(number + 1)
    }
  }

  /// FNV-1a with a final mix, because the low bits choose the slot and the high bits distinguish keys.
  private static func hash(_ key: ArraySlice<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in key { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ (hash >> 32)) &* 0x9e37_79b9_7f4a_7c15
    return hash ^ (hash >> 29)
  }
}
