/// A fast 64-bit hash of bytes, to notice altered bytes and to compare contents; no
/// protection from somebody who alters them with intent.
///
/// Eight bytes at a time, each step a bijection of what is hashed so far and of the eight bytes, so
/// that a change within eight bytes always gives another hash.
package struct ContentHash {
  private(set) var value: UInt64

  init(seed: UInt64 = 0) { value = seed ^ 0x9E37_79B9_7F4A_7C15 }

  mutating func add(_ word: UInt64) {
    let mixed = (value ^ word) &* 0xD6E8_FEB8_6659_FD93
    value = mixed ^ mixed >> 32
  }

  /// Adds bytes and how many they are.
  mutating func add(_ bytes: Span<UInt8>) {
    let whole = bytes.count & ~7
    var index = 0
    while index < whole {
      var word: UInt64 = 0
      for offset in 0..<8 { word |= UInt64(bytes[index + offset]) << UInt64(8 * offset) }
      add(word)
      index += 8
    }
    var (word, shift) = (UInt64(0), UInt64(0))
    while index < bytes.count {
      word |= UInt64(bytes[index]) << shift
      shift += 8
      index += 1
    }
    add(word)
    add(UInt64(bytes.count))
  }

  /// The hash of some bytes.
  package static func value(of bytes: Span<UInt8>) -> UInt64 {
    var hash = ContentHash()
    hash.add(bytes)
    return hash.value
  }

  /// Half of the hash of bytes, where 4 bytes are enough.
  package static func shortValue(of bytes: Span<UInt8>) -> UInt32 {
    UInt32(truncatingIfNeeded: value(of: bytes))
  }
}
