/// A cheap generator of random numbers.
///
/// Source: Marsaglia, "Xorshift RNGs", *Journal of Statistical Software* 8(14), 2003.
package struct Xorshift {
  private var state: UInt64

  package init(seed: UInt64 = 0x9E37_79B9_7F4A_7C15) { state = seed }

  @inline(__always) package mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// A number from 0 to less than `bound`, which is at most 2³².
  @inline(__always) package mutating func number(below bound: Int) -> Int {
    Int(((next() >> 32) * UInt64(bound)) >> 32)
  }

  /// A number in [0, 1).
  @inline(__always) package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
