import FeedMetrics
import TestSupport
import Testing

@Suite struct NoveltyGainTests {
  private typealias Placed = (position: Int, category: Int, relevance: Double)
  private typealias Candidate = (category: Int, relevance: Double)

  private func weight(_ position: Int) -> Double { PositionDiscount.weight(at: position) }

  @Test func `a category is worth half as much each time`() {
    let posts: [Placed] = [
      (1, 7, 0.5), (2, 7, 0.9), (3, 2, 1), (4, 7, 0.6),
    ]
    // 1, ½, 1, ¼ at positions 1 … 4
    let expected = 1 + 0.5 * weight(2) + 0.5 + 0.25 * weight(4)
    #expect(abs(NoveltyGain.gain(of: posts) - expected) < 1e-15)
  }

  @Test func `what is not relevant gains nothing and tires nobody`() {
    let posts: [Placed] = [(1, 0, 0.49), (2, 0, 0.5)]
    expectEqual(NoveltyGain.gain(of: posts), weight(2))
    expectEqual(NoveltyGain.gain(of: posts.prefix(1)), 0)
    expectEqual(NoveltyGain.ideal(of: [(category: 0, relevance: 0.49)]), 0)
    expectEqual(NoveltyGain.ideal(of: []), 0)
  }

  @Test func `positions beyond the tenth gain nothing`() {
    expectEqual(NoveltyGain.gain(of: [(position: 10, category: 0, relevance: 1)]), weight(10))
    expectEqual(NoveltyGain.gain(of: [(position: 11, category: 0, relevance: 1)]), 0)
  }

  @Test func `the ideal takes turns through the categories`() {
    let pool: [Candidate] = [(0, 1), (0, 1), (1, 0.7), (0, 0.5), (1, 0.2)]
    // 1, 1, ½, ¼: the candidate of 0.2 is not relevant
    let expected = 1 + weight(2) + 0.5 * weight(3) + 0.25 * weight(4)
    #expect(abs(NoveltyGain.ideal(of: pool) - expected) < 1e-15)
  }

  @Test func `no order of the candidates is better than the ideal, and the greedy one is as good`()
  {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pool: [Candidate] = (0..<Int.random(in: 1...14, using: &generator)).map { _ in
        (Int.random(in: 0...3, using: &generator), generator.unit())
      }
      func gain(_ order: [Candidate]) -> Double {
        NoveltyGain.gain(
          of: order.enumerated().map { ($0 + 1, $1.category, $1.relevance) })
      }
      let ideal = NoveltyGain.ideal(of: pool)
      for _ in 0..<20 {
        #expect(gain(pool.shuffled(using: &generator)) <= ideal + 1e-12, "seed \(seed)")
      }
      var (rest, greedy) = (pool, [Candidate]())
      while !rest.isEmpty {
        let best = rest.indices.max { gain(greedy + [rest[$0]]) < gain(greedy + [rest[$1]]) }!
        greedy.append(rest.remove(at: best))
      }
      #expect(abs(gain(greedy) - ideal) < 1e-12, "seed \(seed)")
    }
  }
}
