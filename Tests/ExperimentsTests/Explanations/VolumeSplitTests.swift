import Experiments
import FeedMetrics
internal import Stochastics
import TestSupport
import Testing

@Suite struct VolumeSplitTests {
  private func isNear(_ value: Double?, _ expected: Double) -> Bool {
    value.map { abs($0 - expected) < 1e-12 } ?? false
  }

  // 2 · 3 becomes 4 · 5. Kitagawa: (4 − 2)(3 + 5)/2 = 8, (5 − 3)(2 + 4)/2 = 6, together 20 − 6.
  @Test func `two factors have the parts of Kitagawa`() {
    expectEqual(VolumeSplit.parts([2, 3], [4, 5]), [8, 6])
  }

  // 1 · 2 · 3 becomes 2 · 2 · 6. The first: 1 · (2 · 3 + 2 · 6)/2 = 9; the third: 3 · (1 · 2 + 2 · 2)/2 = 9.
  @Test func `a factor that stays has no part`() {
    expectEqual(VolumeSplit.parts([1, 2, 3], [2, 2, 6]), [9, 0, 9])
  }

  @Test func `factors may be zero`() {
    expectEqual(VolumeSplit.parts([0, 3], [2, 5]), [8, 2])  // 2 · (3 + 5)/2 and 2 · (0 + 2)/2
    expectEqual(VolumeSplit.parts([0, 0], [0, 0]), [0, 0])
    expectEqual(VolumeSplit.parts([], []), [])
  }

  /// All orders in which the factors may change, one after the other.
  private func meanOverOrders(_ before: [Double], _ after: [Double]) -> [Double] {
    func orders(_ rest: [Int]) -> [[Int]] {
      rest.isEmpty
        ? [[]] : rest.flatMap { first in orders(rest.filter { $0 != first }).map { [first] + $0 } }
    }
    let all = orders(Array(before.indices))
    var sums = [Double](repeating: 0, count: before.count)
    for order in all {
      var factors = before
      for factor in order {
        let product = factors.reduce(1, *)
        factors[factor] = after[factor]
        sums[factor] += factors.reduce(1, *) - product
      }
    }
    return sums.map { $0 / Double(all.count) }
  }

  @Test func `parts are means over the orders of change, and add up to the change`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...5, using: &generator)
      let (before, after) = (
        (0..<count).map { _ in generator.unit() * 4 - 1 },
        (0..<count).map { _ in generator.unit() * 4 - 1 }
      )
      let parts = VolumeSplit.parts(before, after)
      for (part, expected) in zip(parts, meanOverOrders(before, after)) {
        #expect(abs(part - expected) < 1e-10, "seed \(seed)")
      }
      let change = after.reduce(1, *) - before.reduce(1, *)
      #expect(abs(parts.reduce(0, +) - change) < 1e-10, "seed \(seed)")
    }
  }

  /// A volume of 0.1 · 10 · 2 · 0.4 = 0.8 becomes 0.09 · 12 · 2 · 0.4 = 0.864 in the first world, and half of these in the
  /// second; the third has no rate.
  @Test func `parts are paired by world, and a world without a factor is left out`() throws {
    let split = try #require(
      VolumeSplit(
        of: VolumeFactors.all[0], candidate: "new",
        baseline: [[0.1, 10, 2, 0.4], [0.05, 10, 2, 0.4], [0.1, 10, 2, 0.4]],
        candidate: [[0.09, 12, 2, 0.4], [0.045, 12, 2, 0.4], nil],
        rule: .student(alpha: 0.05)))
    // The rate: −0.01 · 11 · 0.8 = −0.088; looks per session: 2 · 0.095 · 0.8 = 0.152; three quarters of these on average.
    #expect(isNear(split.parts[0].difference.mean, -0.088 * 0.75))
    #expect(isNear(split.parts[1].difference.mean, 0.152 * 0.75))
    #expect(split.parts[2].difference.mean == 0 && split.parts[3].difference.mean == 0)
    #expect(isNear(split.whole.mean, 0.064 * 0.75))
    #expect(isNear(split.baseline, 0.6))
    expectEqual(split.whole.count, 2)
    #expect(isNear(split.parts[1].baseline, 10) && isNear(split.parts[1].candidate, 12))
    expectEqual(split.parts.map(\.factor), VolumeFactors.Factor.allCases)
  }

  @Test func `without a world there is no split`() {
    expectEqual(
      VolumeSplit(
        of: VolumeFactors.all[0], candidate: "new", baseline: [nil], candidate: [[1, 1, 1, 1]],
        rule: .student(alpha: 0.05)), nil)
  }
}
