extension Portable {
  /// The natural logarithm; −∞ of 0, NaN below.
  ///
  /// With `x` = 2*ᵏ*(1 + *f*) and 1 + *f* between √½ and √2, *k* log 2 + 2 artanh(*f* / (2 + *f*)).
  @inlinable public static func log(_ x: Double) -> Double {
    guard isPositiveNormal(x) else { return edgeLog(x) }
    let (k, f) = binaryParts(x)
    return log(exponent: k, fraction: f)
  }

  /// The logarithm to base 2; exact for powers of 2; −∞ of 0, NaN below.
  @inlinable public static func log2(_ x: Double) -> Double {
    guard isPositiveNormal(x) else { return edgeLog2(x) }
    let (k, f) = binaryParts(x)
    return log2(exponent: k, fraction: f)
  }

  /// The logarithm to base 10; exact for powers of 10; −∞ of 0, NaN below.
  @inlinable public static func log10(_ x: Double) -> Double {
    guard isPositiveNormal(x) else { return edgeLog10(x) }
    let (k, f) = binaryParts(x)
    return log10(exponent: k, fraction: f)
  }

  /// log(1 + `x`), accurate near 0; −∞ of −1, NaN below.
  @inlinable public static func log1p(_ x: Double) -> Double {
    let sum = 1 + x
    guard sum > 0 && sum < .infinity && sum != 1 else { return sum == 1 ? x : log(sum) }
    return log(sum) + (x - (sum - 1)) / sum
  }

  @inlinable static func isPositiveNormal(_ x: Double) -> Bool {
    x.bitPattern &- 0x0010_0000_0000_0000 < 0x7FE0_0000_0000_0000
  }

  /// *k* and *f* of a positive normal number 2*ᵏ*(1 + *f*), with 1 + *f* in √½..<√2.
  @inlinable static func binaryParts(_ x: Double) -> (exponent: Double, fraction: Double) {
    // The upper half of the bits of √½: subtracting it makes the exponent field count from there.
    let origin: UInt64 = 0x3FE6_A09E_0000_0000
    let bits = x.bitPattern &- origin
    let exponent = UInt64(bitPattern: Int64(bitPattern: bits) >> 52)
    let significand = Double(bitPattern: bits & 0x000F_FFFF_FFFF_FFFF &+ origin)
    // The bits of 1.5 · 2⁵² take the integer in: processors convert vectors of 64-bit integers
    // slowly or not at all.
    let shifted = Double(bitPattern: exponent &+ 0x4338_0000_0000_0000)
    return (shifted - 0x1.8p52, significand - 1)
  }

  @inlinable @inline(__always)
  static func log<Number: PortableNumber>(exponent k: Number, fraction f: Number) -> Number {
    let s = f / (2.0 + f)
    let half = 0.5 * f * f
    let rest = s * (half + artanhRest(s * s)) + k * Number.logTwoLow
    return k * Number.logTwoHigh - ((half - rest) - f)
  }

  /// log(1 + *f*) is *f* minus a correction; *f* goes through a product with 1/log 2 in two parts.
  @inlinable @inline(__always)
  static func log2<Number: PortableNumber>(exponent k: Number, fraction f: Number) -> Number {
    let s = f / (2.0 + f)
    let half = 0.5 * f * f
    let correction = half - s * (half + artanhRest(s * s))
    let upper = (f - correction).upperHalf
    let lower = (f - upper) - correction
    let first = upper * 0x1.715476p0
    let rest = upper * 0x1.4ae0bf85ddf44p-26 + lower * 0x1.71547652b82fep0
    let sum = k + first
    return sum + (((k - sum) + first) + rest)
  }

  /// As for base 2; the multiples of log₁₀ 2 are in two parts as well, an exact one and the rest.
  @inlinable @inline(__always)
  static func log10<Number: PortableNumber>(exponent k: Number, fraction f: Number) -> Number {
    let s = f / (2.0 + f)
    let half = 0.5 * f * f
    let correction = half - s * (half + artanhRest(s * s))
    let upper = (f - correction).upperHalf
    let lower = (f - upper) - correction
    let (first, second) = (k * 0x1.34413509f78p-2, upper * 0x1.bcb7b1p-2)
    let rest =
      k * 0x1.fef311f12b358p-46 + (upper * 0x1.49b9438ca9aaep-28 + lower * 0x1.bcb7b1526e50ep-2)
    let sum = first + second
    return sum + (((first - sum) + second) + rest)
  }

  /// 2 (artanh *s* − *s*) / *s* for *z* = *s*² up to (√2 − 1)²/(√2 + 1)², to 2⁻⁶⁹ of the logarithm.
  @inlinable @inline(__always)
  static func artanhRest<Number: PortableNumber>(_ z: Number) -> Number {
    let z2 = z * z
    let a = 0.6666666666666665 + 0.4000000000001135 * z
    let b = 0.28571428567806445 + 0.22222222805593025 * z
    let c = 0.1818176484104088 + 0.1538750358572515 * z
    let d = 0.13241853906211642 + 0.13318968216746432 * z
    return z * ((a + b * z2) + (c + d * z2) * (z2 * z2))
  }
}

extension Portable {
  @usableFromInline static func edgeLog(_ x: Double) -> Double {
    guard let edge = logEdge(x) else {
      let (k, f) = binaryParts(x * 0x1p54)
      return log(exponent: k - 54, fraction: f)
    }
    return edge
  }

  @usableFromInline static func edgeLog2(_ x: Double) -> Double {
    guard let edge = logEdge(x) else {
      let (k, f) = binaryParts(x * 0x1p54)
      return log2(exponent: k - 54, fraction: f)
    }
    return edge
  }

  @usableFromInline static func edgeLog10(_ x: Double) -> Double {
    guard let edge = logEdge(x) else {
      let (k, f) = binaryParts(x * 0x1p54)
      return log10(exponent: k - 54, fraction: f)
    }
    return edge
  }

  /// The logarithm of what has none, of 0 and of infinity; `nil` for positive subnormal numbers.
  static func logEdge(_ x: Double) -> Double? {
    if x.isNaN || x == .infinity { return x }
    if x == 0 { return -.infinity }
    return x < 0 ? .nan : nil
  }
}
