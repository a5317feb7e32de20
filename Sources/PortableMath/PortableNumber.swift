/// The operand of the elementary functions' formulas: a number, or two side by side.
///
/// Each operation equals `Double`'s in every lane, so that a formula has the same bits for either.
@usableFromInline protocol PortableNumber: ExpressibleByFloatLiteral
where FloatLiteralType == Double {
  static func + (left: Self, right: Self) -> Self
  static func - (left: Self, right: Self) -> Self
  static func * (left: Self, right: Self) -> Self
  static func / (left: Self, right: Self) -> Self

  /// Without the last 27 bits of the significand: products of two such are exact.
  var upperHalf: Self { get }
}

extension PortableNumber {
  @inlinable static var logTwoHigh: Self { Self(floatLiteral: Portable.logTwoHigh) }
  @inlinable static var logTwoLow: Self { Self(floatLiteral: Portable.logTwoLow) }
}

extension Double: PortableNumber {
  @inlinable @inline(__always)
  var upperHalf: Double { Portable.upperHalf(self) }
}

/// Two numbers side by side, as the vectors of every x86-64 and ARM processor hold them.
///
/// The optimiser does not vectorise a loop over a column, for the shifts and checks in it: written for
/// pairs it takes half the time.
struct NumberPair: PortableNumber {
  var lanes: SIMD2<Double>

  @inline(__always)
  init(_ lanes: SIMD2<Double>) { self.lanes = lanes }

  @inline(__always)
  init(floatLiteral value: Double) { lanes = SIMD2(repeating: value) }

  @inline(__always)
  private init(bits: SIMD2<UInt64>) {
    lanes = SIMD2(Double(bitPattern: bits[0]), Double(bitPattern: bits[1]))
  }

  @inline(__always)
  private var bits: SIMD2<UInt64> { SIMD2(lanes[0].bitPattern, lanes[1].bitPattern) }

  @inline(__always)
  var upperHalf: NumberPair { NumberPair(bits: bits & 0xFFFF_FFFF_F800_0000) }

  @inline(__always)
  static func + (left: Self, right: Self) -> Self { Self(left.lanes + right.lanes) }
  @inline(__always)
  static func - (left: Self, right: Self) -> Self { Self(left.lanes - right.lanes) }
  @inline(__always)
  static func * (left: Self, right: Self) -> Self { Self(left.lanes * right.lanes) }
  @inline(__always)
  static func / (left: Self, right: Self) -> Self { Self(left.lanes / right.lanes) }
}

extension NumberPair {
  /// ``Portable/binaryParts(_:)`` of two positive normal numbers.
  ///
  /// These vectors have no arithmetic shift: the code shifts the exponent and 1,023, which is never below 0, and the
  /// bits of 2⁵² take that in.
  @inline(__always)
  var binaryParts: (exponent: NumberPair, fraction: NumberPair) {
    let origin: UInt64 = 0x3FE6_A09E_0000_0000
    let raised = (bits &+ (0x3FF0_0000_0000_0000 - origin)) &>> 52 | 0x4330_0000_0000_0000
    let significand = (bits &- origin) & 0x000F_FFFF_FFFF_FFFF &+ origin
    return (NumberPair(bits: raised) - 4_503_599_627_371_519.0, NumberPair(bits: significand) - 1.0)
  }

  /// ``Portable/powerOfTwo(_:)`` of two integers that ``Portable/nearestInteger(_:)`` shifted.
  @inline(__always)
  static func powerOfTwo(_ shifted: NumberPair) -> NumberPair {
    NumberPair(bits: (shifted.bits &+ 1023) &<< 52)
  }
}
