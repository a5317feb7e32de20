/// A random order of 0, 1, …, `count` − 1 whose places are worked out one by one, without storage.
///
/// The index, cut into two halves of its bits, goes through eight rounds of a Feistel network, in which
/// each half is masked in turn by a hash of the other and of a word of the stream: a bijection of the
/// next power of 2. A result that is no index goes through again until it is one, which makes it a
/// bijection of the indices, since a cycle that left them comes back to them.
///
/// Source: Black & Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002 (cycle walking).
@frozen public struct KeyedPermutation: Sendable {
  public let count: Int
  @usableFromInline let keys: SIMD8<UInt32>
  @usableFromInline let lowBits: UInt32
  @usableFromInline let lowMask: UInt32
  @usableFromInline let highMask: UInt32

  /// The order that `stream` draws for `a`, `b` and `occurrence`.
  ///
  /// - Parameter count: In `0..<2³²`.
  @inlinable public init(
    count: Int, stream: KeyedStream, _ a: UInt32, _ b: UInt32 = 0, _ occurrence: UInt32 = 0
  ) {
    precondition(count >= 0 && count <= Int(UInt32.max), "a permutation of \(count)")
    self.count = count
    keys = Self.roundKeys(stream.bits(a, b, occurrence))
    let bits = UInt32(max(2, Int.bitWidth - max(0, count - 1).leadingZeroBitCount))
    lowBits = bits / 2
    lowMask = 1 << lowBits &- 1
    highMask = 1 << (bits - lowBits) &- 1
  }

  /// The element at place `index`.
  ///
  /// - Complexity: Less than two passes of the network on average, about 30 ns each.
  @inlinable public subscript(index: Int) -> Int {
    precondition(index >= 0 && index < count, "place \(index) of \(count)")
    var value = permuted(UInt32(truncatingIfNeeded: index))
    while value >= count { value = permuted(value) }
    return Int(value)
  }

  /// Two blocks of words under the first half of the stream's block as key.
  @inlinable static func roundKeys(_ words: SIMD4<UInt32>) -> SIMD8<UInt32> {
    let key = SIMD2(words.x, words.y)
    return SIMD8(
      lowHalf: Philox4x32.block(key: key, counter: SIMD4(words.z, words.w, 0, 0)),
      highHalf: Philox4x32.block(key: key, counter: SIMD4(words.z, words.w, 1, 0)))
  }

  /// The network's bijection of all words of as many bits as the halves have together.
  @inlinable func permuted(_ value: UInt32) -> UInt32 {
    var low = value & lowMask
    var high = value >> lowBits
    low ^= Self.hash(high ^ keys[0]) & lowMask
    high ^= Self.hash(low ^ keys[1]) & highMask
    low ^= Self.hash(high ^ keys[2]) & lowMask
    high ^= Self.hash(low ^ keys[3]) & highMask
    low ^= Self.hash(high ^ keys[4]) & lowMask
    high ^= Self.hash(low ^ keys[5]) & highMask
    low ^= Self.hash(high ^ keys[6]) & lowMask
    high ^= Self.hash(low ^ keys[7]) & highMask
    return high << lowBits | low
  }

  /// A bijection of words in which each bit of the input turns half of the output.
  ///
  /// Source: the multipliers are those of C. Wellons' `lowbias32`, 2018, found by search.
  @inlinable static func hash(_ word: UInt32) -> UInt32 {
    var word = (word ^ word >> 16) &* 0x7FEB_352D
    word = (word ^ word >> 15) &* 0x846C_A68B
    return word ^ word >> 16
  }
}
