internal import FeedMetrics
import TestSupport
import Testing

@Suite struct QuantileTests {
  @Test func `lies between two numbers by linear interpolation`() {
    // numpy.percentile([1, 2, 4, 8], [0, 10, 50, 90, 100])
    let numbers: [Double] = [1, 2, 4, 8]
    expectEqual(quantile(0, of: numbers), 1)
    #expect(abs(quantile(0.1, of: numbers)! - 1.3) < 1e-15)  // rank 0.3
    expectEqual(quantile(0.5, of: numbers), 3)  // rank 1.5
    #expect(abs(quantile(0.9, of: numbers)! - 6.8) < 1e-14)  // rank 2.7: 4 + 0.7·4
    expectEqual(quantile(1, of: numbers), 8)
  }

  @Test func `one number is all its quantiles and none has none`() {
    for p in [0, 0.3, 1] {
      expectEqual(quantile(p, of: [7]), 7)
      expectEqual(quantile(p, of: []), nil)
    }
  }

  @Test func `grows with its probability and stays among the numbers`() {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...20, using: &generator)
      let numbers = (0..<count).map { _ in generator.unit() }.sorted()
      let quantiles = (0...50).map { quantile(Double($0) / 50, of: numbers)! }
      expectEqual(quantiles, quantiles.sorted(), "seed \(seed)")
      #expect(quantiles.first == numbers.first && quantiles.last == numbers.last, "seed \(seed)")
    }
  }

  @Test func `a probability beyond 1 is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = quantile(1.01, of: [1]) }
  }
}
