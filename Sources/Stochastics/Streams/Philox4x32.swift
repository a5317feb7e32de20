/// The counter-based generator Philox4x32-10: a keyed bijection of 128-bit counters whose outputs
/// pass for independent uniform words, so that any draw can be had without the draws before it.
///
/// Source: Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy as 1, 2, 3", SC 2011.
@frozen public enum Philox4x32 {
  /// The four words of counter `counter` under `key`, after ten rounds.
  ///
  /// A round multiplies words 0 and 2 and swaps the products crosswise. Here both products are lanes
  /// of one vector, and odd rounds hold the lanes in reverse instead of swapping what the next
  /// multiplication waits for: half the time of four scalar words.
  ///
  /// - Complexity: Ten vector multiplications one after the other; no memory is touched.
  @inlinable
  public static func block(key: SIMD2<UInt32>, counter: SIMD4<UInt32>) -> SIMD4<UInt32> {
    var factors = SIMD2(UInt64(counter.x), UInt64(counter.z))
    var others = SIMD2(UInt64(counter.w), UInt64(counter.y))
    var keys = SIMD2(UInt64(key.y), UInt64(key.x))
    for _ in 0..<5 {
      let even = lowHalves(factors) &* SIMD2(0xD251_1F53, 0xCD9E_8D57)
      factors = highHalves(even) ^ (others ^ keys)
      others = reversed(even)
      keys = reversed(keys) &+ SIMD2(0x9E37_79B9, 0xBB67_AE85)
      let odd = lowHalves(factors) &* SIMD2(0xCD9E_8D57, 0xD251_1F53)
      factors = highHalves(odd) ^ (others ^ keys)
      others = reversed(odd)
      keys = reversed(keys) &+ SIMD2(0xBB67_AE85, 0x9E37_79B9)
    }
    return SIMD4(
      UInt32(truncatingIfNeeded: factors.x), UInt32(truncatingIfNeeded: others.y),
      UInt32(truncatingIfNeeded: factors.y), UInt32(truncatingIfNeeded: others.x))
  }

  @inlinable static func lowHalves(_ pair: SIMD2<UInt64>) -> SIMD2<UInt64> {
    pair & SIMD2(repeating: 0xFFFF_FFFF)
  }

  @inlinable static func highHalves(_ pair: SIMD2<UInt64>) -> SIMD2<UInt64> {
    pair &>> SIMD2(repeating: 32)
  }

  @inlinable static func reversed(_ pair: SIMD2<UInt64>) -> SIMD2<UInt64> { SIMD2(pair.y, pair.x) }
}

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
