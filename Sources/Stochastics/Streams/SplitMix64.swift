/// The output function of the generator SplitMix64, as a hash of few instructions.
///
/// Source: Steele, Lea & Flood, "Fast splittable pseudorandom number generators", *OOPSLA*, 2014.
@frozen public enum SplitMix64 {
  /// A hash of `word` under a key: what the generator that was started at `key` gives after `word` steps. For one key
  /// no two words have the same hash.
  @inlinable
  public static func hash(_ word: UInt64, key: UInt64) -> UInt64 {
    var state = key &+ word &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
    return state ^ state >> 31
  }
}
