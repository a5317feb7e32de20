/// A generator for shuffled and random inputs of tests: the same numbers in every process.
///
/// Source: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Numbers that depend only on the seed, world and arm of a run.
  public init(seed: UInt64, world: Int, arm: String) {
    state = seed &+ UInt64(world) &* 0x9E37_79B9_7F4A_7C15
    for byte in arm.utf8 { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }

  /// A number in `0..<1` with 53 random bits.
  public mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
