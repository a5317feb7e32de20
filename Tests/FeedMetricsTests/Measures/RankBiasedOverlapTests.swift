internal import FeedMetrics
import TestSupport
import Testing

@Suite struct RankBiasedOverlapTests {
  @Test(
    arguments: [
      // X = 0, 2: ½/½ · (0 + 1 · ¼) + 2/2 · ¼
      ([1, 2], [2, 1], 0.5),
      // X = 1, 1, 2: 1/1 · ½ + ½ · ¼ + ⅔ · ⅛, and ⅔ · ⅛ for what follows
      ([1, 2, 3], [1, 3, 4], 0.5 + 0.125 + 1.0 / 12 + 1.0 / 12),
      // s = 1, l = 2, X = 1, 1: ½ + ½ · ¼ + 1 · (2 − 1)/(1 · 2) · ¼, and (0/2 + 1/1) · ¼
      ([1], [1, 2], 1),
      // s = 1, l = 2, X = 0, 1: 0 + ½ · ¼ + 0, and (1/2 + 0/1) · ¼
      ([2], [1, 2], 0.25),
      ([1, 2], [3, 4], 0),
      ([1, 2, 3], [1, 2, 3], 1),
    ] as [([Int], [Int], Double)])
  func `agrees with values worked by hand at a persistence of a half`(
    one: [Int], other: [Int], expected: Double
  ) throws {
    let overlap = try #require(rankBiasedOverlap(one, other, persistence: 0.5))
    #expect(abs(overlap - expected) < 1e-12)
    expectEqual(rankBiasedOverlap(other, one, persistence: 0.5), overlap)
  }

  @Test func `nothing is nothing, and nothing against something is no overlap`() {
    expectEqual(rankBiasedOverlap([Int](), [], persistence: 0.9), nil)
    expectEqual(rankBiasedOverlap([], [1], persistence: 0.9), 0)
  }

  /// Agreement at each depth, counted anew, out to a depth at which nothing is left to count.
  private func slow(_ one: [Int], _ other: [Int], _ p: Double) -> Double {
    let end = Double(Set(one).intersection(other).count) / Double(one.count)
    var (sum, weight) = (0.0, 1 - p)
    for depth in 1...400 {
      let seen = Double(Set(one.prefix(depth)).intersection(other.prefix(depth)).count)
      sum += weight * (depth <= one.count ? seen / Double(depth) : end)
      weight *= p
    }
    return sum
  }

  @Test func `lists of one length agree with counting anew at each depth`() throws {
    for seed in 0..<50 {
      var generator = SeededGenerator(seed: UInt64(seed))
      let one = Array((0..<30).shuffled(using: &generator).prefix(20))
      let other = Array((0..<30).shuffled(using: &generator).prefix(20))
      let overlap = try #require(rankBiasedOverlap(one, other, persistence: 0.9))
      #expect(abs(overlap - slow(one, other, 0.9)) < 1e-9, "seed \(seed)")
    }
  }
}
