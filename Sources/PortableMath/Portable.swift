/// Elementary functions that return the same bits on every machine.
///
/// The C library chooses its code by the processor: with and without fused multiply-add its results
/// differ in the last bit, which is enough for two runs of one world to part. These are made only of + − × ÷ √,
/// comparisons and bit operations, each of which IEEE 754 defines to the last bit, and Swift fuses none of them by
/// itself.
///
/// | function | greatest error found | arguments |
/// | --- | --- | --- |
/// | `exp`, `exp2` | 0.81 | all, results below the normal range included |
/// | `log`, `log2`, `log10` | 0.84, 0.93, 0.80 | all |
/// | `pow` | 0.89 | all |
/// | `sin`, `cos` | 0.85 | all, however large the angle |
/// | `log1p` | 1.44 | all |
/// | `logistic`, `tanh` | 2.45, 2.74 | all |
///
/// Errors are in units of the last place, found in 10⁷ arguments of each kind that the tests draw.
/// Not finite and extreme arguments give what IEEE 754 recommends. The polynomials are minimax, found
/// by Remez' exchange in 200-bit arithmetic with the weight that makes the error of the *result* even;
/// the reductions are the classical ones: Cody & Waite, *Software Manual for the Elementary Functions*,
/// 1980; Payne & Hanek, *ACM SIGNUM Newsletter* 18(1), 1983; Muller, *Elementary Functions*, 2016.
@frozen public enum Portable {}

extension Portable {
  /// log 2 in two parts: the first has 11 zeros at its end, so that its multiples by an exponent of a
  /// `Double` are exact.
  @inlinable static var logTwoHigh: Double { 0x1.62e42fefa3800p-1 }
  @inlinable static var logTwoLow: Double { 0x1.ef35793c76730p-45 }

  /// The nearest integer to `x`, ties to even, for magnitudes below 2⁵¹; its low bits are in the bit pattern of
  /// `shifted`.
  ///
  /// Adding 1.5 · 2⁵² leaves no room for a fraction: cheaper than `rounded()`, which needs an
  /// instruction that not every x86-64 processor has.
  @inlinable @inline(__always)
  static func nearestInteger<Number: PortableNumber>(
    _ x: Number
  ) -> (value: Number, shifted: Number) {
    let shifted = x + 0x1.8p52
    return (shifted - 0x1.8p52, shifted)
  }

  /// `x` without the last 27 bits of its significand: products of two such are exact.
  @inlinable static func upperHalf(_ x: Double) -> Double {
    Double(bitPattern: x.bitPattern & 0xFFFF_FFFF_F800_0000)
  }

  /// What rounding left out of `product`, which must be `x * y`.
  ///
  /// Source: Dekker, *Numerische Mathematik* 18, 1971, by bits instead of Veltkamp's multiplication.
  @inlinable static func remainder(of product: Double, _ x: Double, _ y: Double) -> Double {
    let (xHigh, yHigh) = (upperHalf(x), upperHalf(y))
    let (xLow, yLow) = (x - xHigh, y - yHigh)
    return ((xHigh * yHigh - product) + (xHigh * yLow + xLow * yHigh)) + xLow * yLow
  }
}
