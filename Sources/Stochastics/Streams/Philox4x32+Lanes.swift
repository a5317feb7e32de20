extension Philox4x32 {
  /// The words of four counters under one key: lane *i* of the results holds the words of the
  /// counter in lane *i* of the arguments.
  ///
  /// - Complexity: Ten rounds of vector multiplications, of which four stand side by side.
  @inlinable
  public static func blocks(
    key: SIMD2<UInt32>, _ x: SIMD4<UInt32>, _ y: SIMD4<UInt32>, _ z: SIMD4<UInt32>,
    _ w: SIMD4<UInt32>
  ) -> (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>) {
    var (x, y) = (wide(x), wide(y))
    var (z, w) = (wide(z), wide(w))
    var (first, second) = (key.x, key.y)
    for _ in 0..<10 {
      let (one, other) = (x &* 0xD251_1F53, z &* 0xCD9E_8D57)
      let low = SIMD4<UInt64>(repeating: 0xFFFF_FFFF)
      x = (other &>> 32) ^ (y ^ SIMD4(repeating: UInt64(first)))
      z = (one &>> 32) ^ (w ^ SIMD4(repeating: UInt64(second)))
      y = other & low
      w = one & low
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
