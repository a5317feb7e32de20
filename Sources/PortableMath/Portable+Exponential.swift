extension Portable {
  /// e to the power `x`: 2*ᵏ*eʳ with |*r*| ≤ ½ log 2.
  @inlinable public static func exp(_ x: Double) -> Double {
    guard x.magnitude < 708 else { return farExp(x) }
    let (count, shifted) = nearestInteger(x * 0x1.71547652b82fep0)
    let power = exponential(x - count * logTwoHigh, minus: count * logTwoLow)
    return (power.high + power.low) * powerOfTwo(shifted)
  }

  /// 2 to the power `x`; exact when `x` is an integer.
  @inlinable public static func exp2(_ x: Double) -> Double {
    guard x.magnitude < 1022 else { return farExp2(x) }
    let (count, shifted) = nearestInteger(x)
    return binaryExponential(x - count) * powerOfTwo(shifted)
  }

  /// 1 / (1 + e⁻ˣ).
  @inlinable public static func logistic(_ x: Double) -> Double {
    // Below, 1 + e⁻ˣ is e⁻ˣ to the last bit, and e⁻ˣ will overflow before eˣ underflows.
    guard x > -38 else { return exp(x) }
    return 1 / (1 + exp(-x))
  }

  /// The hyperbolic tangent: (e²ˣ − 1) / (e²ˣ + 1).
  @inlinable public static func tanh(_ x: Double) -> Double {
    // Beyond, the nearest number is 1; NaN fails the comparison.
    guard x.magnitude < 20 else { return x.isNaN ? x : Double(signOf: x, magnitudeOf: 1) }
    let doubled = 2 * x.magnitude
    let (count, shifted) = nearestInteger(doubled * 0x1.71547652b82fep0)
    let power = exponential(doubled - count * logTwoHigh, minus: count * logTwoLow)
    let scale = powerOfTwo(shifted)
    let (high, low) = (power.high * scale, power.low * scale)
    let value = count == 0 ? powerMinusOne(doubled) : (high - 1) + low
    return Double(signOf: x, magnitudeOf: value / (value + 2))
  }

  /// 2 to the integer that `nearestInteger` shifted, in the normal range.
  @inlinable static func powerOfTwo(_ shifted: Double) -> Double {
    Double(bitPattern: (shifted.bitPattern &+ 1023) << 52)
  }

  /// e to the power `high` − `low`, of magnitude at most ½ log 2, as a sum with a small second part: 1 + *r*, rounded,
  /// and what it lacks.
  @inlinable @inline(__always)
  static func exponential<Number: PortableNumber>(
    _ high: Number, minus low: Number
  ) -> (high: Number, low: Number) {
    let r = high - low
    let lost = (high - r) - low
    let sum = 1.0 + r
    return (sum, ((1.0 - sum) + r) + (lost + r * r * secondOrder(r)))
  }

  /// eʳ − 1 for |*r*| ≤ ½ log 2.
  @inlinable static func powerMinusOne(_ r: Double) -> Double { r + r * r * secondOrder(r) }

  /// (eʳ − 1 − *r*) / *r*² for |*r*| ≤ ½ log 2, to 2⁻⁵⁸ of eʳ.
  @inlinable @inline(__always)
  static func secondOrder<Number: PortableNumber>(_ r: Number) -> Number {
    let r2 = r * r
    let a = 0.5000000000000013 + 0.166666666666667 * r
    let b = 0.041666666666514356 + 0.008333333333307021 * r
    let c = 0.0013888888947321436 + 0.00019841269917786073 * r
    let d = 2.4801489601117497e-05 + 2.7557215938242075e-06 * r
    let e = 2.763140988405184e-07 + 2.5117976845809212e-08 * r
    return (a + b * r2) + ((c + d * r2) + e * (r2 * r2)) * (r2 * r2)
  }

  /// 2ʳ for |*r*| ≤ ½, whose first-order term is a product with log 2 in two parts.
  @inlinable @inline(__always)
  static func binaryExponential<Number: PortableNumber>(_ r: Number) -> Number {
    let r2 = r * r
    let a = 0.24022650695910133 + 0.05550410866482169 * r
    let b = 0.009618129107593592 + 0.001333355814638667 * r
    let c = 0.00015403530457808908 + 1.5252733862537717e-05 * r
    let d = 1.3215434933155931e-06 + 1.0178048009967298e-07 * r
    let e = 7.0738425044512355e-09 + 4.4572039489708874e-10 * r
    let second = (a + b * r2) + ((c + d * r2) + e * (r2 * r2)) * (r2 * r2)
    let upper = r.upperHalf
    let first = upper * 0x1.62e42f8p-1
    let rest = upper * 0x1.be8e7bcd5e4f2p-27 + (r - upper) * 0x1.62e42fefa39efp-1
    let sum = 1.0 + first
    return sum + (((1.0 - sum) + first) + (rest + r2 * second))
  }
}

extension Portable {
  /// `exp` where the result or the scale may leave the normal range.
  @usableFromInline static func farExp(_ x: Double) -> Double {
    guard let edge = farPower(x, overflow: 0x1.62e42fefa39efp9, underflow: -745.2) else {
      let count = nearestInteger(x * 0x1.71547652b82fep0).value
      let power = exponential(x - count * logTwoHigh, minus: count * logTwoLow)
      return scaled(power.high + power.low, by: count)
    }
    return edge
  }

  @usableFromInline static func farExp2(_ x: Double) -> Double {
    guard let edge = farPower(x, overflow: 0x1.fffffffffffffp9, underflow: -1076) else {
      let count = nearestInteger(x).value
      return scaled(binaryExponential(x - count), by: count)
    }
    return edge
  }

  /// The value of a power beyond the greatest and least exponents that give a finite number above 0, and
  /// for NaN; `nil` between them.
  static func farPower(_ x: Double, overflow: Double, underflow: Double) -> Double? {
    if x.isNaN { return x }
    if x > overflow { return .infinity }
    return x < underflow ? 0 : nil
  }

  /// `x` · 2*ᶜᵒᵘⁿᵗ* in two steps, of which only the second can leave the normal range and round.
  static func scaled(_ x: Double, by count: Double) -> Double {
    let first = Int(count) / 2
    return x * Double(sign: .plus, exponent: first, significand: 1)
      * Double(sign: .plus, exponent: Int(count) - first, significand: 1)
  }
}
