extension Portable {
  /// The sine of `x` radians; NaN when `x` is not finite.
  @inlinable public static func sin(_ x: Double) -> Double {
    // The nearest number to a small sine is the angle, with its sign when it is 0.
    guard x.magnitude >= 0x1p-27 else { return x }
    let (angle, low, quadrant) = quarterTurns(x)
    let value = quadrant & 1 == 0 ? sine(angle, low) : cosine(angle, low)
    return quadrant & 2 == 0 ? value : -value
  }

  /// The cosine of `x` radians; NaN when `x` is not finite.
  @inlinable public static func cos(_ x: Double) -> Double {
    let (angle, low, quadrant) = quarterTurns(x)
    let value = quadrant & 1 == 0 ? cosine(angle, low) : sine(angle, low)
    return (quadrant &+ 1) & 2 == 0 ? value : -value
  }

  /// What is left of `x` after a whole number of quarter turns, as a sum of two parts of at most ⅛
  /// turn, and that number modulo 4.
  ///
  /// π/2 goes in three parts, of which the first two have 33 bits and exact multiples. What
  /// cancellation would then leave inexact, and larger angles, go to `exactQuarterTurns`.
  @inlinable
  static func quarterTurns(_ x: Double) -> (angle: Double, low: Double, quadrant: UInt64) {
    guard x.magnitude < 0x1p20 else { return exactQuarterTurns(x) }
    let (count, shifted) = nearestInteger(x * 0x1.45f306dc9c883p-1)
    let first = x - count * 0x1.921fb544p0
    let second = count * 0x1.0b4611a6p-34
    let difference = first - second
    guard difference.magnitude > 0x1p-20 || count == 0 else { return exactQuarterTurns(x) }
    let lost = (first - difference) - second
    let third = count * 0x1.3198a2e037073p-69 - lost
    let angle = difference - third
    return (angle, (difference - angle) - third, shifted.bitPattern & 3)
  }

  /// The sine of `angle` + `low`, at most π/4.
  @inlinable static func sine(_ angle: Double, _ low: Double) -> Double {
    let z = angle * angle
    let z2 = z * z
    let a = -0.16666666666666632 + 0.008333333333322411 * z
    let b = -0.00019841269829805796 + 2.755731369118991e-06 * z
    let c = -2.5050757996857646e-08 + 1.5896788549380946e-10 * z
    let cubic = angle * z * (a + (b + c * z2) * z2)
    return angle + (cubic + (low - 0.5 * z * low))
  }

  /// The cosine of `angle` + `low`, at most π/4.
  @inlinable static func cosine(_ angle: Double, _ low: Double) -> Double {
    let z = angle * angle
    let z2 = z * z
    let a = 0.0416666666666666 - 0.001388888888887412 * z
    let b = 2.480158728948006e-05 - 2.7557314351690836e-07 * z
    let c = 2.087572318241451e-09 - 1.1359642928180469e-11 * z
    let quartic = z2 * (a + (b + c * z2) * z2)
    let half = 0.5 * z
    let sum = 1 - half
    return sum + (((1 - sum) - half) + (quartic - angle * low))
  }
}
