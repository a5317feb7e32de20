import FeedMetrics
import Foundation
import TestSupport
import Testing

@Suite struct PositionDiscountTests {
  @Test func `weights fall with the logarithm of the position`() {
    expectEqual(PositionDiscount.weight(at: 1), 1)
    expectEqual(PositionDiscount.weight(at: 3), 0.5)
    for position in 1...2000 {
      let expected = 1 / log2(Double(position) + 1)
      #expect(abs(PositionDiscount.weight(at: position) / expected - 1) < 1e-15)
    }
  }

  @Test func `gain reads the first ten positions`() {
    expectEqual(PositionDiscount.gain(of: []), 0)
    expectEqual(PositionDiscount.gain(of: [1, 0, 1]), 1.5)
    let ten = [Double](repeating: 1, count: 10)
    expectEqual(PositionDiscount.gain(of: ten), PositionDiscount.gain(of: ten + ten))
  }
}
