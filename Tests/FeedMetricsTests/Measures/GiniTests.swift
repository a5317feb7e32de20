internal import FeedMetrics
import TestSupport
import Testing

@Suite struct GiniTests {
  @Test(arguments: [
    ([1, 1, 1, 1], 0.0),
    ([0, 0, 0, 4], 0.75),
    ([3, 1, 2], 2.0 / 9),  // (−2·1 + 0·2 + 2·3) / (3·6)
    ([7], 0.0),
  ])
  func `agrees with values worked by hand`(amounts: [Double], expected: Double) throws {
    #expect(abs(try #require(giniCoefficient(amounts)) - expected) < 1e-15)
  }

  @Test func `is undefined for nobody and for nothing`() {
    expectEqual(giniCoefficient([]), nil)
    expectEqual(giniCoefficient([0, 0]), nil)
  }

  @Test func `a factor, an order or a repetition of everybody changes nothing`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let amounts = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        (8 * generator.unit()).rounded(.down) + generator.unit()
      }
      let gini = try #require(giniCoefficient(amounts))
      for same in [
        amounts.map { 1e6 * $0 }, amounts.shuffled(using: &generator), amounts + amounts + amounts,
      ] {
        #expect(abs(try #require(giniCoefficient(same)) - gini) < 1e-12, "seed \(seed)")
      }
      #expect((0..<1).contains(gini), "seed \(seed)")
    }
  }

  @Test func `without its bias one who gets everything makes it 1 at any size`() {
    // 0.75 · 4/3
    expectEqual(unbiasedGiniCoefficient([0, 0, 0, 4]), 1)
    expectEqual(unbiasedGiniCoefficient([0, 2]), 1)
    expectEqual(unbiasedGiniCoefficient([3, 3]), 0)
    // 2/9 · 3/2
    #expect(abs((unbiasedGiniCoefficient([3, 1, 2]) ?? 0) - 1.0 / 3) < 1e-15)
    expectEqual(unbiasedGiniCoefficient([7]), nil)
    expectEqual(unbiasedGiniCoefficient([0, 0]), nil)
  }

  @Test func `negative amounts are a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = giniCoefficient([1, -1]) }
    await #expect(processExitsWith: .failure) { _ = giniCoefficient([1, .nan]) }
  }
}
