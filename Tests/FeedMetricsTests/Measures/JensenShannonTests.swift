internal import FeedMetrics
import Foundation
import TestSupport
import Testing

@Suite struct JensenShannonTests {
  @Test func `agrees with values worked by hand`() {
    expectEqual(jensenShannonDivergence([0.3, 0.7], [0.3, 0.7]), 0)
    expectEqual(jensenShannonDivergence([1, 0], [0, 1]), 1)
    // m = (¾, ¼): ½ log₂(4/3) + ½ (½ log₂(2/3) + ½ log₂ 2)
    let expected = 0.5 * log2(4.0 / 3) + 0.25 * log2(2.0 / 3) + 0.25
    #expect(abs(jensenShannonDivergence([1, 0], [0.5, 0.5]) - expected) < 1e-15)
    expectEqual(jensenShannonDivergence([], []), 0)
  }

  @Test func `is symmetric, bounded and blind to the order of kinds`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let kinds = Int.random(in: 1...8, using: &generator)
      func shares() -> [Double] {
        let amounts = (0..<kinds).map { _ in max(0, generator.unit() - 0.3) }
        let total = amounts.reduce(0, +)
        return total > 0 ? amounts.map { $0 / total } : [1] + amounts.dropFirst()
      }
      let (p, q) = (shares(), shares())
      let one = jensenShannonDivergence(p, q)
      #expect((0...1).contains(one), "seed \(seed)")
      #expect(abs(one - jensenShannonDivergence(q, p)) < 1e-15, "seed \(seed)")
      let reversed = jensenShannonDivergence(p.reversed(), q.reversed())
      #expect(abs(one - reversed) < 1e-15, "seed \(seed)")
    }
  }
}
