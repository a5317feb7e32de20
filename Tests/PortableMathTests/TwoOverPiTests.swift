import PortableMath
import Stochastics
import TestSupport
import Testing

@Suite struct TwoOverPiTests {
  /// With *T* the table read as an integer, *T* = ⌊2¹²⁸⁰ · 2/π⌋ is the same as
  /// *T* · π ≤ 2 · 2¹²⁸⁰ < (*T* + 1) · π, and π = 16 arctan ⅕ − 4 arctan ¹⁄₂₃₉ (Machin).
  @Test func `the table holds the bits of 2 over π`() {
    let fractionWords = 50
    let pi = FixedPoint.difference(
      FixedPoint.arctangent(ofInverse: 5, times: 16, fractionWords: fractionWords),
      FixedPoint.arctangent(ofInverse: 239, times: 4, fractionWords: fractionWords))
    var table: [UInt32] = []
    for index in Portable.twoOverPi.indices {
      table.append(UInt32(Portable.twoOverPi[index] >> 32))
      table.append(UInt32(truncatingIfNeeded: Portable.twoOverPi[index]))
    }
    // The product has one word before the point and 90 after it, of which 40 are those of the table.
    let product = FixedPoint.product(table, pi)
    expectEqual(product[0], 1)
    #expect(product[1..<40].allSatisfy { $0 == .max })
    // One more in the table's last place adds π there, which must carry up to 2.
    let next = FixedPoint.total([0] + product[40...], [0] + pi)
    expectEqual(next[0], 1)
  }
}

/// Numbers in words of 32 bits, most significant first; the first is the integer part.
private enum FixedPoint {
  /// `factor` · arctan(1/`n`) = `factor` Σ (−1)ʲ / ((2*j* + 1) *n*²ʲ⁺¹).
  static func arctangent(ofInverse n: UInt64, times factor: UInt32, fractionWords: Int) -> [UInt32]
  {
    var power = quotient([factor] + Array(repeating: 0, count: fractionWords), by: n)
    var sum = power
    var j: UInt64 = 1
    while power.contains(where: { $0 != 0 }) {
      power = quotient(power, by: n * n)
      let term = quotient(power, by: 2 * j + 1)
      sum = j & 1 == 1 ? difference(sum, term) : total(sum, term)
      j += 1
    }
    return sum
  }

  static func quotient(_ words: [UInt32], by divisor: UInt64) -> [UInt32] {
    var remainder: UInt64 = 0
    return words.map { word in
      let dividend = remainder << 32 | UInt64(word)
      remainder = dividend % divisor
      return UInt32(dividend / divisor)
    }
  }

  static func total(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var (result, carry) = (a, UInt64(0))
    for index in a.indices.reversed() {
      carry += UInt64(a[index]) + UInt64(b[index])
      result[index] = UInt32(truncatingIfNeeded: carry)
      carry >>= 32
    }
    return result
  }

  static func difference(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var (result, borrow) = (a, Int64(0))
    for index in a.indices.reversed() {
      borrow += Int64(a[index]) - Int64(b[index])
      result[index] = UInt32(truncatingIfNeeded: borrow)
      borrow >>= 32
    }
    return result
  }

  static func product(_ a: [UInt32], _ b: [UInt32]) -> [UInt32] {
    var result = Array(repeating: UInt32(0), count: a.count + b.count)
    for i in a.indices.reversed() {
      var carry: UInt64 = 0
      for j in b.indices.reversed() {
        carry += UInt64(a[i]) * UInt64(b[j]) + UInt64(result[i + j + 1])
        result[i + j + 1] = UInt32(truncatingIfNeeded: carry)
        carry >>= 32
      }
      result[i] = UInt32(carry)
    }
    return result
  }
}
