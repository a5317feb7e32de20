import FeedMetrics
import TestSupport
import Testing

@Suite struct ExpectedExposureTests {
  private func weight(_ position: Int) -> Double { PositionDiscount.weight(at: position) }

  @Test func `the most relevant candidates get the first positions`() {
    // descending 0.9, 0.5, 0.2 get 1, 1/log₂3 and ½
    expectEqual(ExpectedExposure.target(of: [0.5, 0.2, 0.9]), [weight(2), 0.5, 1])
    expectEqual(ExpectedExposure.target(of: []), [])
  }

  @Test func `equally relevant candidates share their positions`() {
    // the two of ½ share positions 2 and 3
    let half = (weight(2) + weight(3)) / 2
    expectEqual(ExpectedExposure.target(of: [0.5, 1, 0.5, 0]), [half, 1, half, weight(4)])
  }

  @Test func `candidates beyond the last position share it with their equals`() {
    // nine better ones, then four for position 10
    let pool = [Double](repeating: 0.3, count: 4) + (1...9).map { 1 - Double($0) / 100 } + [0.1]
    let target = ExpectedExposure.target(of: pool)
    #expect(target[..<4].allSatisfy { $0 == weight(10) / 4 })
    expectEqual(Array(target[4..<13]), (1...9).map(weight))
    expectEqual(target[13], 0)
  }

  @Test func `the target gives away all positions, and each its due whatever the order`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let pool = (0..<Int.random(in: 1...25, using: &generator)).map { _ in
        Double(Int.random(in: 0...6, using: &generator)) / 6
      }
      let target = ExpectedExposure.target(of: pool)
      let positions = (1...min(10, pool.count)).map(weight).reduce(0, +)
      #expect(abs(target.reduce(0, +) - positions) < 1e-12, "seed \(seed)")
      let order = pool.indices.shuffled(using: &generator)
      let shuffled = ExpectedExposure.target(of: order.map { pool[$0] })
      expectEqual(shuffled, order.map { target[$0] }, "seed \(seed)")
    }
  }

  @Test func `disparity, relevance and loss agree with values worked by hand`() {
    let one = ExpectedExposure(exposure: [2, 1], target: [1, 3])
    expectEqual(one.disparity, 5)  // 4 + 1
    expectEqual(one.relevance, 5)  // 2·1 + 1·3
    expectEqual(one.loss, 5)  // 1 + 4
    let nothing = ExpectedExposure(exposure: [], target: [])
    #expect(nothing.disparity == 0 && nothing.relevance == 0 && nothing.loss == 0)
  }

  @Test func `loss is disparity less twice relevance and the target's square`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let groups = Int.random(in: 1...6, using: &generator)
      let exposure = (0..<groups).map { _ in 4 * generator.unit() }
      let target = (0..<groups).map { _ in 4 * generator.unit() }
      let one = ExpectedExposure(exposure: exposure, target: target)
      let square = target.map { $0 * $0 }.reduce(0, +)
      #expect(abs(one.loss - (one.disparity - 2 * one.relevance + square)) < 1e-12, "seed \(seed)")
    }
  }
}
