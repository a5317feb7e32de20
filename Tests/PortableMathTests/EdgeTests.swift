import PortableMath
import Stochastics
import TestSupport
import Testing

/// Arguments at the ends of the domains, against IEEE 754 and values worked by hand.
@Suite struct EdgeTests {
  private static let greatest = Double.greatestFiniteMagnitude
  private static let least = Double.leastNonzeroMagnitude

  @Test(
    arguments: [
      (0, 1), (-0.0, 1), (.infinity, .infinity), (-.infinity, 0), (.nan, .nan),
      (greatest, .infinity),
      (-greatest, 0), (least, 1),
      // The last finite result and the first infinite one; the last above 0 and the first 0.
      (0x1.62e42fefa39efp9, 0x1.fffffffffff2ap1023), (0x1.62e42fefa39f0p9, .infinity),
      (-745.1332191019411, least), (-745.1332191019412, 0), (-1000, 0),
    ] as [(Double, Double)])
  func `exp`(x: Double, expected: Double) { expectSame(Portable.exp(x), expected) }

  @Test(
    arguments: [
      (0, 1), (.infinity, .infinity), (-.infinity, 0), (.nan, .nan), (1023, 0x1p1023),
      (1024, .infinity), (greatest, .infinity), (-1022, 0x1p-1022), (-1074, least), (-1075, 0),
      (-1074.999, least), (-1080, 0), (-greatest, 0), (10, 1024), (-3, 0.125),
    ] as [(Double, Double)])
  func `exp2`(x: Double, expected: Double) { expectSame(Portable.exp2(x), expected) }

  @Test(
    arguments: [
      (1, 0), (0, -.infinity), (-0.0, -.infinity), (-1, .nan), (-.infinity, .nan), (.nan, .nan),
      (.infinity, .infinity), (least, -744.4400719213812), (greatest, 709.782712893384),
      (-least, .nan),
    ] as [(Double, Double)])
  func `log`(x: Double, expected: Double) { expectSame(Portable.log(x), expected) }

  @Test(
    arguments: [
      (1, 0), (0, -.infinity), (-1, .nan), (.nan, .nan), (.infinity, .infinity), (least, -1074),
      (0x1p1023, 1023), (0x1p-1022, -1022), (1024, 10), (0.125, -3),
    ] as [(Double, Double)])
  func `log2`(x: Double, expected: Double) { expectSame(Portable.log2(x), expected) }

  @Test(
    arguments: [
      (1, 0), (0, -.infinity), (-1, .nan), (.nan, .nan), (.infinity, .infinity),
      (least, -323.3062153431158), (greatest, 308.25471555991675), (1000, 3), (1e22, 22),
    ] as [(Double, Double)])
  func `log10`(x: Double, expected: Double) { expectSame(Portable.log10(x), expected) }

  @Test(
    arguments: [
      (0, 0), (-0.0, -0.0), (-1, -.infinity), (-1.5, .nan), (.nan, .nan), (.infinity, .infinity),
      (least, least), (-least, -least), (-.infinity, .nan), (greatest, 709.782712893384),
    ] as [(Double, Double)])
  func `log1p`(x: Double, expected: Double) { expectSame(Portable.log1p(x), expected) }

  @Test(
    arguments: [
      (0, 0), (-0.0, -0.0), (.infinity, 1), (-.infinity, -1), (.nan, .nan), (greatest, 1),
      (-30, -1),
      (least, least), (0x1p-1000, 0x1p-1000),
    ] as [(Double, Double)])
  func `tanh`(x: Double, expected: Double) { expectSame(Portable.tanh(x), expected) }

  @Test(
    arguments: [
      (0, 0.5), (.infinity, 1), (-.infinity, 0), (.nan, .nan), (greatest, 1), (-greatest, 0),
      (40, 1),
      (-745.1332191019411, least),
    ] as [(Double, Double)])
  func `logistic`(x: Double, expected: Double) { expectSame(Portable.logistic(x), expected) }

  @Test(
    arguments: [
      (0, 0, 1), (-0.0, -0.0, 1), (.infinity, .nan, .nan), (-.infinity, .nan, .nan),
      (.nan, .nan, .nan), (least, least, 1),
    ] as [(Double, Double, Double)])
  func `sin and cos`(x: Double, sine: Double, cosine: Double) {
    expectSame(Portable.sin(x), sine)
    expectSame(Portable.cos(x), cosine)
  }

  /// The list of IEEE 754-2019, 9.2.1, and exact cases.
  private static let powers: [(Double, Double, Double)] = [
    (.nan, 0, 1), (1, .nan, 1), (.nan, 1, .nan), (2, .nan, .nan), (0, 0, 1), (.infinity, 0, 1),
    (0, 3, 0), (-0.0, 3, -0.0), (-0.0, 2, 0), (0, -3, .infinity), (-0.0, -3, -.infinity),
    (-0.0, -2, .infinity), (0, 0.5, 0), (-0.0, 0.5, 0), (0, .infinity, 0),
    (0, -.infinity, .infinity),
    (-1, .infinity, 1), (-1, -.infinity, 1), (0.5, .infinity, 0), (0.5, -.infinity, .infinity),
    (-2, .infinity, .infinity), (2, -.infinity, 0), (.infinity, 2, .infinity), (.infinity, -2, 0),
    (-.infinity, 3, -.infinity), (-.infinity, 2, .infinity), (-.infinity, 0.5, .infinity),
    (-.infinity, -3, -0.0), (-.infinity, -0.5, 0), (-8, 1.0 / 3, .nan), (-2, 3, -8), (-2, 2, 4),
    (-2, -3, -0.125), (-1, 0x1p60, 1), (-1, 9_007_199_254_740_991, -1), (2, 1024, .infinity),
    (-2, 1025, -.infinity), (2, -1074, least), (2, -1080, 0), (-2, -1081, -0.0), (10, 2, 100),
    (3, 20, 3_486_784_401), (0.5, 1074, least), (greatest, 1, greatest), (least, 1, least),
    (least, -1, .infinity), (1.5, least, 1), (4, 0.5, 2), (greatest, greatest, .infinity),
  ]

  @Test(arguments: powers)
  func `pow`(x: Double, y: Double, expected: Double) { expectSame(Portable.pow(x, y), expected) }

  /// The double nearest to a multiple of π/2, where 61 bits cancel; expected values from mpmath.
  @Test func `the hardest angle keeps its digits`() {
    let x = 6_381_956_970_095_103 * 0x1p797
    #expect(abs(Portable.cos(x) / -4.6871659242546277e-19 - 1) < 3e-16)
    expectEqual(Portable.sin(x), 1)
  }

  private func expectSame(_ value: Double, _ expected: Double) {
    if expected.isNaN { return #expect(value.isNaN) }
    #expect(value == expected && value.sign == expected.sign)
  }
}
