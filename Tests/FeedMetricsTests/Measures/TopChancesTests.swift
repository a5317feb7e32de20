internal import FeedMetrics
import TestSupport
import Testing

@Suite struct TopChancesTests {
  @Test func `those tied for the last positions share them`() {
    expectEqual(topChances(1, of: [3, 1, 2]), [1, 0, 0])
    expectEqual(topChances(1, of: [2, 1, 2]), [0.5, 0, 0.5])
    // one above, two for two positions, then one position for two
    expectEqual(topChances(3, of: [5, 9, 5, 1]), [1, 1, 1, 0])
    expectEqual(topChances(2, of: [5, 9, 5, 1]), [0.5, 1, 0.5, 0])
    expectEqual(topChances(3, of: [4, 4, 4, 4]), [0.75, 0.75, 0.75, 0.75])
  }

  @Test func `with no more things than positions all are among them`() {
    expectEqual(topChances(3, of: [1, 2]), [1, 1])
    expectEqual(topChances(3, of: []), [])
    expectEqual(topChances(0, of: [1, 2]), [0, 0])
  }

  @Test func `chances are those of sorting with random ties`() {
    // 4000 sorts each: a chance is off by 0.04 with probability below 4·10⁻⁷, so that one of the 150 or
    // so chances here fails a sound build with probability below 10⁻⁴
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...8, using: &generator)
      let scores = (0..<count).map { _ in Double(Int.random(in: 0...3, using: &generator)) }
      let positions = Int.random(in: 1...4, using: &generator)
      var hits = [Int](repeating: 0, count: count)
      for _ in 0..<4000 {
        let order = scores.indices.shuffled(using: &generator).sorted { scores[$0] > scores[$1] }
        for index in order.prefix(positions) { hits[index] += 1 }
      }
      for (chance, hits) in zip(topChances(positions, of: scores), hits) {
        #expect(abs(chance - Double(hits) / 4000) < 0.04, "seed \(seed)")
      }
    }
  }
}
