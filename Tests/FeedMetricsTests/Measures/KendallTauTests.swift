internal import FeedMetrics
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
      expectEqual((fast == nil), (slow == nil), "seed \(seed)")
      #expect(abs((fast ?? 0) - (slow ?? 0)) < 1e-15, "seed \(seed)")
    }
  }

  @Test func `the same order is exactly one and the reverse minus one`() {
    let order = (0..<1000).map(Double.init)
    expectEqual(kendallTauB(order, order), 1)
    expectEqual(kendallTauB(order, order.reversed()), -1)
    let tied = order.map { ($0 / 3).rounded(.down) }
    expectEqual(kendallTauB(tied, tied), 1)
  }

  @Test func `a constant side, one thing or nothing has no order`() {
    expectEqual(kendallTauB([1, 1, 1], [1, 2, 3]), nil)
    expectEqual(kendallTauB([1, 2, 3], [4, 4, 4]), nil)
    expectEqual(kendallTauB([1], [2]), nil)
    expectEqual(kendallTauB([], []), nil)
  }

  @Test func `the partial coefficient takes out what a third order explains`() throws {
    // of six pairs of (x, y) one disagrees, of (x, z) two, of (y, z) three: τ = 2/3, 1/3, 0
    let (x, y, z) = ([1.0, 2, 3, 4], [1.0, 2, 4, 3], [3.0, 1, 2, 4])
    #expect(abs(try #require(kendallTauB(x, y)) - 2.0 / 3) < 1e-15)
    #expect(abs(try #require(kendallTauB(x, z)) - 1.0 / 3) < 1e-15)
    expectEqual(kendallTauB(y, z), 0)
    // (2/3 − 0) / √(1 − 1/9) = 1/√2
    #expect(abs(try #require(kendallPartialTau(x, y, given: z)) - 0.5.squareRoot()) < 1e-15)
  }

  @Test func `the partial coefficient is the correlation of signs beyond those of the third`() {
    // the correlation of what is left of the signs of all pairs after regression on the third's
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 2...9, using: &generator)
      func numbers() -> [Double] {
        (0..<count).map { _ in Double(Int.random(in: 0...4, using: &generator)) }
      }
      let (x, y, z) = (numbers(), numbers(), numbers())
      func signs(_ x: [Double]) -> [Double] {
        x.flatMap { a in x.map { b in a > b ? 1 : a < b ? -1 : 0 } }
      }
      func dot(_ x: [Double], _ y: [Double]) -> Double { zip(x, y).map(*).reduce(0, +) }
      let (sx, sy, sz) = (signs(x), signs(y), signs(z))
      func residual(_ s: [Double]) -> [Double] {
        zip(s, sz).map { $0 - dot(s, sz) / dot(sz, sz) * $1 }
      }
      let partial = kendallPartialTau(x, y, given: z)
      guard dot(sz, sz) > 0 else {
        expectEqual(partial, nil, "seed \(seed)")
        continue
      }
      let (rx, ry) = (residual(sx), residual(sy))
      let scale = (dot(rx, rx) * dot(ry, ry)).squareRoot()
      expectEqual((partial == nil), (scale < 1e-9), "seed \(seed)")
      if let partial { #expect(abs(partial - dot(rx, ry) / scale) < 1e-12, "seed \(seed)") }
    }
  }

  @Test func `what the third order settles is left undefined`() {
    let order: [Double] = [1, 2, 3]
    expectEqual(kendallPartialTau(order, [2, 1, 3], given: order), nil)
    expectEqual(kendallPartialTau([2, 1, 3], order, given: [3, 2, 1]), nil)
    expectEqual(kendallPartialTau(order, [2, 1, 3], given: [5, 5, 5]), nil)
    expectEqual(kendallPartialTau([], [], given: []), nil)
  }
}
