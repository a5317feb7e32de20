extension Portable {
  /// `quarterTurns` of any angle, exact to 2⁻⁶⁰ of what is left.
  ///
  /// With `x` = *m* · 2ᵉ, the product of *m* with the 192 bits of 2/π that 2ᵉ moves below weight 4
  /// holds the number of quarter turns in its two top bits, modulo 4; all bits above are whole turns.
  /// No `Double` is nearer than 2⁻⁶² to a multiple of π/2, so that 64 bits of the fraction remain.
  @usableFromInline
  static func exactQuarterTurns(_ x: Double) -> (angle: Double, low: Double, quadrant: UInt64) {
    guard x.isFinite else { return (.nan, 0, 0) }
    let (turns, fraction) = productWithTwoOverPi(x.magnitude)
    let (angle, low) = quarterTurnFraction(fraction)
    return x < 0 ? (-angle, -low, 0 &- turns & 3) : (angle, low, turns)
  }

  /// |`x`| · 2/π modulo 4, rounded to the nearest integer, and what is then left, of magnitude at most
  /// ½, in units of 2⁻¹²⁸.
  private static func productWithTwoOverPi(_ x: Double) -> (turns: UInt64, fraction: Int128) {
    // x = m · 2ᵉ with m an integer of 53 bits. Bit i of 2/π has weight 2⁻ⁱ: those up to e − 2 give
    // multiples of 4, and with the next as first, the point comes after the second bit of `high`.
    let m = x.significandBitPattern | 0x0010_0000_0000_0000
    let start = Int(x.exponent) - 52 - 1
    let low = m.multipliedFullWidth(by: bitsOfTwoOverPi(from: start + 128))
    let middle = m.multipliedFullWidth(by: bitsOfTwoOverPi(from: start + 64))
    let high = m &* bitsOfTwoOverPi(from: start)
    let (word1, carry1) = middle.low.addingReportingOverflow(low.high)
    let word0 = high &+ middle.high &+ (carry1 ? 1 : 0)
    let bits = UInt128(word0) << 66 | UInt128(word1) << 2 | UInt128(low.low >> 62)
    let rounding = bits >> 127
    return ((word0 >> 62 &+ UInt64(rounding)) & 3, Int128(truncatingIfNeeded: bits))
  }

  /// 64 bits of the binary expansion of 2/π, the first of which is bit `start`; bits 0 and before are
  /// the zeros of its integer part.
  private static func bitsOfTwoOverPi(from start: Int) -> UInt64 {
    let (word, shift) = (start - 1).quotientAndRemainder(dividingBy: 64)
    guard start > 0 else { return start > -64 ? twoOverPi[0] >> UInt64(1 - start) : 0 }
    return shift == 0
      ? twoOverPi[word]
      : twoOverPi[word] << UInt64(shift) | twoOverPi[word + 1] >> UInt64(64 - shift)
  }

  /// `fraction` · 2⁻¹²⁸ quarter turns in radians, as a sum of two parts.
  private static func quarterTurnFraction(_ fraction: Int128) -> (angle: Double, low: Double) {
    let magnitude = fraction.magnitude
    guard magnitude > 0 else { return (0, 0) }
    let shift = magnitude.leadingZeroBitCount
    let normal = magnitude << UInt128(shift)
    // The first 53 bits, and the 64 that follow.
    let high = Double(UInt64(truncatingIfNeeded: normal >> 75))
    let next = Double(UInt64(truncatingIfNeeded: normal >> 11)) * 0x1p-64
    let angle = high * 0x1.921fb54442d18p0
    let low =
      remainder(of: angle, high, 0x1.921fb54442d18p0)
      + (high * 0x1.1a62633145c07p-54 + next * 0x1.921fb54442d18p0)
    let scale = Double(sign: fraction < 0 ? .minus : .plus, exponent: -53 - shift, significand: 1)
    let sum = angle + low
    return (sum * scale, ((angle - sum) + low) * scale)
  }
}

extension Portable {
  /// The first 1280 bits of 2/π after the point: word *i* is ⌊2⁶⁴⁽ⁱ⁺¹⁾ · 2/π⌋ modulo 2⁶⁴.
  ///
  /// The largest `Double` needs 1163 of them. Worked out with mpmath in 1500 bits; a test checks them
  /// against π by Machin's formula.
  package static let twoOverPi: InlineArray<20, UInt64> = [
    0xA2F9_836E_4E44_1529, 0xFC27_57D1_F534_DDC0, 0xDB62_9599_3C43_9041, 0xFE51_63AB_DEBB_C561,
    0xB724_6E3A_424D_D2E0, 0x0649_2EEA_09D1_921C, 0xFE1D_EB1C_B129_A73E, 0xE882_35F5_2EBB_4484,
    0xE99C_7026_B45F_7E41, 0x3991_D639_8353_39F4, 0x9C84_5F8B_BDF9_283B, 0x1FF8_97FF_DE05_980F,
    0xEF2F_118B_5A0A_6D1F, 0x6D36_7ECF_27CB_09B7, 0x4F46_3F66_9E5F_EA2D, 0x7527_BAC7_EBE5_F17B,
    0x3D07_39F7_8A52_92EA, 0x6BFB_5FB1_1F8D_5D08, 0x5603_3046_FC7B_6BAB, 0xF0CF_BC20_9AF4_361D,
  ]
}
