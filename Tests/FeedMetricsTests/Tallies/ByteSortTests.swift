import FeedMetrics
import TestSupport
import Testing

@Suite struct ByteSortTests {
  @Test func `sorts integers of any size, again and again`() {
    var sort = ByteSort()
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let bits = UInt32.random(in: 0...31, using: &generator)
      let integers = (0..<Int.random(in: 0...500, using: &generator)).map { _ in
        UInt32.random(in: 0 ... .max, using: &generator) >> bits
      }
      sort.sort(integers)
      expectEqual(sort.sorted, integers.sorted(), "seed \(seed)")
    }
  }
}
