extension Portable {
  /// `x` to the power `y`: e to the power `y` log `x`, with the logarithm to 2⁻⁶⁵ of itself.
  ///
  /// Edges follow IEEE 754's `pow`: 1 when `y` is 0 or `x` is 1, whatever the other; NaN for a
  /// negative `x` unless `y` is an integer, whose parity then gives the sign.
  public static func pow(_ x: Double, _ y: Double) -> Double {
    if y == 0 || x == 1 { return 1 }
    guard isPositiveNormal(x), y.isFinite else { return edgePower(x, y) }
    let (k, f) = binaryParts(x)
    return power(logarithm(exponent: k, fraction: f), y)
  }

  /// e to the power `y` · (`log.high` + `log.low`).
  private static func power(_ log: (high: Double, low: Double), _ y: Double) -> Double {
    let product = log.high * y
    // Far outside, so that the exact product below neither overflows nor loses its low part.
    guard product.magnitude < 800 else { return product > 0 ? .infinity : 0 }
    guard product.magnitude > 0x1p-60 else { return 1 + product }
    // A tiny y would take the parts of the product below the normal range, a huge one above.
    let scale = y.magnitude < 1 ? 0x1p200 : 0x1p-200
    let scaledY = y * scale
    let low = (remainder(of: product * scale, log.high, scaledY)) / scale + log.low * y
    let count = nearestInteger(product * 0x1.71547652b82fep0).value
    let power = exponential(product - count * logTwoHigh, minus: count * logTwoLow - low)
    return scaled(power.high + power.low, by: count)
  }

  /// *k* log 2 + log(1 + *f*) as a sum of two parts.
  ///
  /// With *s* = *f* / (2 + *f*), *z* = *s*² and *R* = 2/3 + *z* *Q*(*z*), log(1 + *f*) = 2*s* + *s* *z* *R*;
  /// the quotient, the square and the two products are carried with what rounding leaves out.
  private static func logarithm(
    exponent k: Double, fraction f: Double
  ) -> (high: Double, low: Double) {
    let divisor = 2 + f
    let divisorLow = f - (divisor - 2)
    let s = f / divisor
    let quotient = s * divisor
    let sLow =
      ((f - quotient) - (remainder(of: quotient, s, divisor) + s * divisorLow)) / divisor
    let z = s * s
    let zLow = remainder(of: z, s, s) + 2 * s * sLow
    let tail = z * thirdOrder(z)
    let r = 0x1.5555555555555p-1 + tail
    let rLow = ((0x1.5555555555555p-1 - r) + tail) + 0x1.5555555555555p-55
    let zr = z * r
    let zrLow = remainder(of: zr, z, r) + (z * rLow + zLow * r)
    let szr = s * zr
    let szrLow = remainder(of: szr, s, zr) + (s * zrLow + sLow * zr)
    let first = k * logTwoHigh + 2 * s
    let firstLow = k == 0 ? 0 : (k * logTwoHigh - first) + 2 * s
    let high = first + szr
    return (high, ((first - high) + szr) + (firstLow + (2 * sLow + szrLow + k * logTwoLow)))
  }

  /// *Q*: (2 (artanh *s* − *s*) / *s*³ − 2/3) / *s*² for *z* = *s*², to 2⁻⁷² of the logarithm.
  private static func thirdOrder(_ z: Double) -> Double {
    let z2 = z * z
    let a = 0.3999999999999998 + 0.285714285714451 * z
    let b = 0.22222222217539633 + 0.18181818869930794 * z
    let c = 0.1538455689692594 + 0.13336316429184936 * z
    let d = 0.11674838478786943 + 0.11988847630939296 * z
    return (a + b * z2) + (c + d * z2) * (z2 * z2)
  }

  private static func edgePower(_ x: Double, _ y: Double) -> Double {
    if x.isNaN || y.isNaN { return .nan }
    if y.isInfinite { return infinitePower(x.magnitude, y) }
    let isInteger = y.rounded(.towardZero) == y
    let isOdd = isInteger && y.magnitude < 0x1p53 && Int64(y) & 1 == 1
    if x < 0 && x.isFinite && !isInteger { return .nan }
    let magnitude = magnitudeOfPower(x.magnitude, y)
    return isOdd && x.sign == .minus ? -magnitude : magnitude
  }

  private static func infinitePower(_ magnitude: Double, _ y: Double) -> Double {
    if magnitude == 1 { return 1 }
    return (magnitude > 1) == (y > 0) ? .infinity : 0
  }

  /// `x` to the power `y` for an `x` that is 0, positive or infinite and a finite `y` other than 0.
  private static func magnitudeOfPower(_ x: Double, _ y: Double) -> Double {
    if x == 0 || x == .infinity { return (x == 0) == (y > 0) ? 0 : .infinity }
    if x == 1 { return 1 }
    let isNormal = isPositiveNormal(x)
    let (k, f) = binaryParts(isNormal ? x : x * 0x1p54)
    return power(logarithm(exponent: isNormal ? k : k - 54, fraction: f), y)
  }
}
