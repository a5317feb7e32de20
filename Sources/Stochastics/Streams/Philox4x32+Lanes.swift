extension Philox4x32 {
  /// The words of four counters under one key: lane *i* of the results holds the words of the
  /// counter in lane *i* of the arguments.
  ///
  /// Only the lower half of each 64-bit lane is a word; what stands above it is left there, since the
  /// next multiplication does not look at it.
  ///
  /// - Complexity: Ten rounds of vector multiplications, of which four stand side by side.
  @inlinable
  public static func blocks(
    key: SIMD2<UInt32>, _ x: SIMD4<UInt32>, _ y: SIMD4<UInt32>, _ z: SIMD4<UInt32>,
    _ w: SIMD4<UInt32>
  ) -> (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>) {
    var (x, y) = (wide(x), wide(y))
    var (z, w) = (wide(z), wide(w))
    var (first, second) = (UInt64(key.x), UInt64(key.y))
    let word = SIMD4<UInt64>(repeating: 0xFFFF_FFFF)
    for _ in 0..<10 {
      let (one, other) = ((x & word) &* 0xD251_1F53, (z & word) &* 0xCD9E_8D57)
      x = (other &>> 32) ^ (y ^ SIMD4(repeating: first))
      z = (one &>> 32) ^ (w ^ SIMD4(repeating: second))
      y = other
      w = one
      first &+= 0x9E37_79B9
      second &+= 0xBB67_AE85
    }
    return (narrow(x), narrow(y), narrow(z), narrow(w))
  }

  @inlinable static func wide(_ words: SIMD4<UInt32>) -> SIMD4<UInt64> {
    SIMD4(truncatingIfNeeded: words)
  }

  @inlinable static func narrow(_ words: SIMD4<UInt64>) -> SIMD4<UInt32> {
    SIMD4(truncatingIfNeeded: words)
  }
}
