import Foundation
import SyntheticSociety
import TestSupport
import Testing

@Suite struct UsualCountsTests {
  /// E log₂(1 + n) of a Poisson number, term by term.
  private func oracle(_ mean: Double) -> Double {
    (0...4000).reduce(0) { sum, count in
      let n = Double(count)
      return sum + exp(n * log(mean) - mean - lgamma(n + 1)) * log2(1 + n)
    }
  }

  @Test(arguments: [1, 7, 255, 256, 1000, 5000] as [UInt32])
  func `what is usual is the mean over posts of that of Poisson numbers`(viewers: UInt32) {
    let usual = UsualCounts(rates: [0.001, 0.01, 0.08])
    let expected =
      [0.001, 0.01, 0.08].reduce(0) { $0 + oracle(Double(viewers) * $1) } / 3
    // Two terms of the expansion, and a straight line between eight steps an octave, which is below a
    // concave curve by at most (1/8)² ÷ 8 ÷ ln 2 = 0.003.
    #expect(abs(usual[viewers] - expected) < 0.004)
  }

  @Test func `nobody has liked what nobody has looked at, or where nobody likes anything`() {
    expectEqual(UsualCounts(rates: [0.01])[0], 0)
    expectEqual(UsualCounts(rates: [])[500], 0)
    expectEqual(UsualCounts(rates: [0, 0])[500], 0)
    #expect(UsualCounts(rates: [0.01])[.max] > 25)
  }
}
