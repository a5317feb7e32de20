import FeedMetrics
import TestSupport
import Testing

@Suite struct KendallTauTests {
  /// The definition, pair by pair.
  private func slowTau(_ x: [Double], _ y: [Double]) -> Double? {
    var (balance, untiedX, untiedY) = (0, 0, 0)
    for i in x.indices {
      for j in 0..<i {
        let (dx, dy) = (x[i] - x[j], y[i] - y[j])
        balance += dx * dy > 0 ? 1 : dx * dy < 0 ? -1 : 0
        untiedX += dx != 0 ? 1 : 0
        untiedY += dy != 0 ? 1 : 0
      }
    }
    guard untiedX > 0, untiedY > 0 else { return nil }
    return Double(balance) / (Double(untiedX) * Double(untiedY)).squareRoot()
  }

  @Test func `agrees with the count of all pairs`() {
    for seed in 0..<500 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 0...60, using: &generator)
      let levels = Int.random(in: 1...30, using: &generator)
      func numbers() -> [Double] {
        (0..<count).map { _ in Double(Int.random(in: 0..<levels, using: &generator)) - 3 }
      }
      let (x, y) = (numbers(), numbers())
      let (fast, slow) = (kendallTauB(x, y), slowTau(x, y))
      #expect((fast == nil) == (slow == nil), "seed \(seed)")
      #expect(abs((fast ?? 0) - (slow ?? 0)) < 1e-15, "seed \(seed)")
    }
  }

  @Test func `the same order is exactly one and the reverse minus one`() {
    let order = (0..<1000).map(Double.init)
    #expect(kendallTauB(order, order) == 1)
    #expect(kendallTauB(order, order.reversed()) == -1)
    let tied = order.map { ($0 / 3).rounded(.down) }
    #expect(kendallTauB(tied, tied) == 1)
  }

  @Test func `a constant side, one thing or nothing has no order`() {
    #expect(kendallTauB([1, 1, 1], [1, 2, 3]) == nil)
    #expect(kendallTauB([1, 2, 3], [4, 4, 4]) == nil)
    #expect(kendallTauB([1], [2]) == nil)
    #expect(kendallTauB([], []) == nil)
  }
}
