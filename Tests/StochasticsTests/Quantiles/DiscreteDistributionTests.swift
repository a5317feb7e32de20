import Stochastics
import TestSupport
import Testing

@Suite struct DiscreteDistributionTests {
  @Test(arguments: [
    (0x1p-53, 1), (0.25, 1), (0.2500001, 3), (0.5, 3), (0.999, 3), (1 - 0x1p-53, 3),
  ])
  func `agrees with values worked by hand, and never gives an outcome of weight 0`(
    p: Double, expected: Int
  ) {
    // Weights 0, 1, 0, 3, 0: cumulative 0, ¼, ¼, 1, 1.
    expectEqual(DiscreteDistribution(weights: [0, 1, 0, 3, 0]).quantile(p), expected)
  }

  @Test func `agrees with a walk along the weights on random tables`() {
    for seed in 0..<UInt64(800) {
      var generator = SeededGenerator(seed: seed)
      let count = Int.random(in: 1...60, using: &generator)
      let weights = (0..<count).map { _ in
        Bool.random(using: &generator) ? Double(Int.random(in: 1...1000, using: &generator)) : 0
      }
      guard weights.contains(where: { $0 > 0 }) else { continue }
      let distribution = DiscreteDistribution(weights: weights)
      for _ in 0..<50 {
        let p = generator.unit() * 0.999_999 + 1e-9
        expectEqual(distribution.quantile(p), walkedQuantile(p, weights), "seed \(seed), p \(p)")
      }
    }
  }

  private func walkedQuantile(_ p: Double, _ weights: [Double]) -> Int? {
    let total = weights.reduce(0, +)
    return weights.indices.first { weights[...$0].reduce(0, +) / total >= p }
  }

  @Test func `probabilities are the shares of the weights`() {
    let distribution = DiscreteDistribution(weights: [1, 0, 2, 5])
    expectEqual((-1...4).map { distribution.probability(of: $0) }, [0, 0.125, 0, 0.25, 0.625, 0])
  }

  @Test func `one outcome is certain`() {
    let distribution = DiscreteDistribution(weights: [7])
    #expect(distribution.quantile(0.3) == 0 && distribution.probability(of: 0) == 1)
  }

  @Test func `the power law has the probabilities of its formula`() {
    // 2⁻², 3⁻², 4⁻²: ¼, ⅑, 1⁄16, together 61⁄144.
    let distribution = DiscreteDistribution.powerLaw(exponent: 2, in: 2...4)
    for (outcome, expected) in [(1, 0), (2, 36.0 / 61), (3, 16.0 / 61), (4, 9.0 / 61), (5, 0)] {
      #expect(abs(distribution.probability(of: outcome) - expected) < 1e-15, "\(outcome)")
    }
    #expect(distribution.quantile(0.59) == 2 && distribution.quantile(0.6) == 3)
  }

  @Test func `the mean agrees with values worked by hand`() {
    // 1 · 0 + 0 · 1 + 2 · 2 + 5 · 3 = 19 of the weights 8.
    #expect(abs(DiscreteDistribution(weights: [1, 0, 2, 5]).mean - 19.0 / 8) < 1e-15)
    // A weight of 0 at either end changes nothing: (1 · 1 + 3 · 2) ÷ 4.
    #expect(abs(DiscreteDistribution(weights: [0, 1, 3, 0]).mean - 1.75) < 1e-15)
    // 2⁻² · 2 + 3⁻² · 3 + 4⁻² · 4 = ½ + ⅓ + ¼ = 13⁄12 of 61⁄144: 156⁄61.
    #expect(abs(DiscreteDistribution.powerLaw(exponent: 2, in: 2...4).mean - 156.0 / 61) < 1e-14)
    expectEqual(DiscreteDistribution.powerLaw(exponent: 3, in: 7...7).mean, 7)
  }

  /// BEHAVIOUR.md, component 13: exponent 1.9 from 1, cut at 200, has a mean of 4.3.
  @Test func `posts a month have the mean of the calibration`() {
    let posts = DiscreteDistribution.powerLaw(exponent: 1.9, in: 1...200)
    let mean = (1...200).reduce(0) { $0 + Double($1) * posts.probability(of: $1) }
    #expect(abs(mean - 4.3) < 0.1)
  }

  /// Chi-square with 9 degrees of freedom, false alarms 10⁻⁶.
  @Test func `draws come as often as their probabilities`() {
    let weights = (1...10).map(Double.init)
    let distribution = DiscreteDistribution(weights: weights)
    let stream = KeyedStream(seed: 1, world: 1, name: StreamName("discrete"))
    var counts = Array(repeating: 0, count: 10)
    for entity in 0..<UInt32(150_000) {
      counts[distribution.quantile(stream.uniform(entity))] += 1
    }
    #expect(chiSquare(observed: counts, probabilities: weights.map { $0 / 55 }) < 44.811)
  }

  @Test func `Zipf's shares are in proportion to a power of the rank`() {
    // 1, ½, ⅓: together 11⁄6.
    let shares = zipfShares(count: 3, exponent: 1)
    for (share, expected) in zip(shares, [6.0 / 11, 3.0 / 11, 2.0 / 11]) {
      #expect(abs(share - expected) < 1e-15)
    }
    expectEqual(zipfShares(count: 4, exponent: 0), [0.25, 0.25, 0.25, 0.25])
    expectEqual(zipfShares(count: 0, exponent: 1), [])
  }

  @Test func `weights that make no distribution are programming errors`() async {
    await #expect(processExitsWith: .failure) { _ = DiscreteDistribution(weights: []) }
    await #expect(processExitsWith: .failure) { _ = DiscreteDistribution(weights: [0, 0]) }
    await #expect(processExitsWith: .failure) { _ = DiscreteDistribution(weights: [1, -1]) }
    await #expect(processExitsWith: .failure) { _ = DiscreteDistribution(weights: [.infinity]) }
  }
}
