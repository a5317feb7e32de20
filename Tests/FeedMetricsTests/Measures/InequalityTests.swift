import FeedMetrics
import Foundation
import TestSupport
import Testing

@Suite struct InequalityTests {
  private func inequality(_ amounts: [Double]) throws -> Inequality {
    try #require(Inequality(of: amounts))
  }

  @Test func `measures agree with values worked by hand`() throws {
    // μ = 2, x/μ = ½, ½, 2
    let some = try inequality([1, 4, 1])
    // (2·½ ln ½ + 2 ln 2) / 3 = ln 2 / 3
    #expect(abs(some.theilT - log(2) / 3) < 1e-15)
    // (2 ln 2 − ln 2) / 3
    #expect(abs(try #require(some.theilL) - log(2) / 3) < 1e-15)
    // mean root (2·√½ + √2) / 3 = 2√2/3, its square 8/9
    #expect(abs(some.atkinson(aversion: 0.5) - 1.0 / 9) < 1e-15)
    // geometric mean (½·½·2)^⅓ = 2^(−⅓)
    #expect(abs(some.atkinson(aversion: 1) - (1 - cbrt(0.5))) < 1e-15)
    // harmonic mean of ½, ½, 2: 3 / 4.5
    #expect(abs(some.atkinson(aversion: 2) - 1.0 / 3) < 1e-15)
    // (1 + 1 + 2) / (2 · 6)
    #expect(abs(some.hoover - 1.0 / 3) < 1e-15)
    // 6² / (3 · 18)
    #expect(abs(some.jain - 2.0 / 3) < 1e-15)
    // √((1 + 1 + 4) / 3) / 2
    #expect(abs(some.coefficientOfVariation - 0.5.squareRoot()) < 1e-15)
  }

  @Test func `equal amounts have no inequality`() throws {
    for amounts in [[7], [3, 3, 3], [Double](repeating: 0.1, count: 10)] {
      let equal = try inequality(amounts)
      #expect(abs(equal.theilT) < 1e-15)
      #expect(abs(try #require(equal.theilL)) < 1e-15)
      #expect(abs(equal.atkinson(aversion: 0.5)) < 1e-15)
      #expect(abs(equal.atkinson(aversion: 1)) < 1e-15)
      #expect(abs(equal.hoover) < 1e-15)
      #expect(abs(equal.jain - 1) < 1e-15)
      #expect(abs(equal.coefficientOfVariation) < 1e-15)
    }
  }

  @Test func `one who gets everything makes each measure as large as it can be`() throws {
    let all = try inequality([0, 0, 9, 0])
    #expect(abs(all.theilT - log(4)) < 1e-15)
    expectEqual(all.theilL, nil)
    expectEqual(all.atkinson(aversion: 0.5), 0.75)  // 1 − (√4 / 4)²
    expectEqual(all.atkinson(aversion: 1), 1)
    expectEqual(all.atkinson(aversion: 3), 1)
    expectEqual(all.hoover, 0.75)
    expectEqual(all.jain, 0.25)
    expectEqual(all.coefficientOfVariation, 3.0.squareRoot())
  }

  @Test func `is undefined for nobody and for nothing`() {
    #expect(Inequality(of: []) == nil)
    #expect(Inequality(of: [0, 0]) == nil)
  }

  @Test func `a factor, an order or a repetition of everybody changes nothing`() throws {
    let measures: [@Sendable (Inequality) -> Double] = [
      { $0.theilT }, { $0.theilL ?? -1 }, { $0.atkinson(aversion: 0.5) },
      { $0.atkinson(aversion: 1) }, { $0.hoover }, { $0.jain }, { $0.coefficientOfVariation },
    ]
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let amounts = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        (8 * generator.unit()).rounded(.down) + generator.unit()
      }
      for same in [
        amounts.map { 1e6 * $0 }, amounts.shuffled(using: &generator), amounts + amounts + amounts,
      ] {
        for (index, measure) in measures.enumerated() {
          let difference = measure(try inequality(same)) - measure(try inequality(amounts))
          #expect(abs(difference) < 1e-12, "seed \(seed), measure \(index)")
        }
      }
    }
  }

  @Test func `measures keep to their ranges and identities`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let n = Double(Int.random(in: 2...30, using: &generator))
      let amounts = (0..<Int(n)).map { _ in max(0, 3 * generator.unit() - 1) } + [1]
      let some = try inequality(amounts)
      #expect((0...log(n + 1) + 1e-12).contains(some.theilT), "seed \(seed)")
      #expect((0...1).contains(some.atkinson(aversion: 0.5)), "seed \(seed)")
      #expect((0...n / (n + 1) + 1e-12).contains(some.hoover), "seed \(seed)")
      // CV² = 1/J − 1
      let square = some.coefficientOfVariation * some.coefficientOfVariation
      #expect(abs(square - (1 / some.jain - 1)) < 1e-9, "seed \(seed)")
      // Hoover is the largest gap of the Lorenz curve from the diagonal, so never above Gini
      let gini = try #require(giniCoefficient(amounts))
      #expect(some.hoover <= gini + 1e-12, "seed \(seed)")
    }
  }

  @Test func `negative amounts and no aversion are programming errors`() async {
    await #expect(processExitsWith: .failure) { _ = Inequality(of: [1, -1]) }
    await #expect(processExitsWith: .failure) { _ = Inequality(of: [.infinity]) }
    await #expect(processExitsWith: .failure) {
      _ = Inequality(of: [1])!.atkinson(aversion: 0)
    }
  }
}
