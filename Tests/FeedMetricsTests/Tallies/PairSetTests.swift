import FeedMetrics
import TestSupport
import Testing

@Suite struct PairSetTests {
  @Test func `agrees with a set`() {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var (fast, slow) = (PairSet(), Set<[UInt32]>())
      let bits = UInt32.random(in: 20...31, using: &generator)
      for _ in 0..<Int.random(in: 0...300, using: &generator) {
        let words = (0..<4).map { _ in UInt32.random(in: 0 ... .max, using: &generator) >> bits }
        let isNew = fast.insert(words[0], words[1])
        expectEqual(isNew, slow.insert([words[0], words[1]]).inserted, "seed \(seed)")
        let isThere = fast.contains(words[2], words[3])
        expectEqual(isThere, slow.contains([words[2], words[3]]), "seed \(seed)")
      }
      expectEqual(fast.count, slow.count, "seed \(seed)")
      fast.removeAll()
      #expect(slow.allSatisfy { !fast.contains($0[0], $0[1]) }, "seed \(seed)")
    }
  }
}
