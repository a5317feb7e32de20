import Calibration
import Foundation
import Stochastics
import TestSupport
import Testing

@Suite struct DiscreteFitsTests {
  /// Counts as they are expected of a million numbers.
  private func expected(_ range: ClosedRange<Int>, _ probability: (Double) -> Double)
    -> CountedValues
  {
    CountedValues(
      tallied: range.map {
        (value: Double($0), count: Int((1e6 * probability(Double($0))).rounded()))
      })
  }

  /// The counts end at 294, so that their logarithms vary by 0.7 % less than the law's.
  @Test func `a power law is found again, with the error of its information`() throws {
    let column = expected(1...4_000) { pow($0, -2.5) / SpecialFunctions.hurwitzZeta(2.5, 1) }
    let fit = try PowerLawFit(column, xmin: 1)
    #expect(abs(fit.alpha.value - 2.5) < 2e-3)
    // The information of one number is the second derivative of ln ζ(α).
    func logZeta(_ alpha: Double) -> Double { log(SpecialFunctions.hurwitzZeta(alpha, 1)) }
    let alpha = fit.alpha.value
    let information = (logZeta(alpha + 1e-3) - 2 * logZeta(alpha) + logZeta(alpha - 1e-3)) / 1e-6
    let error = 1 / (information * Double(fit.tailCount)).squareRoot()
    #expect(abs(try #require(fit.alpha.standardError) / error - 0.9966) < 1e-3)
    #expect(fit.tailShare == 1 && fit.tailCount == column.count)
  }

  @Test func `the tail begins where the power law does`() throws {
    // Uniform below 20, a power law from there on.
    let column = expected(1...1_000) {
      $0 < 20 ? 0.02 : 0.62 * pow($0, -2.9) / SpecialFunctions.hurwitzZeta(2.9, 20)
    }
    let fit = try PowerLawFit(column)
    #expect((18...24).contains(fit.xmin), "\(fit.xmin)")
    #expect(abs(fit.alpha.value - 2.9) < 0.03)
  }

  @Test func `likelihood ratios favour the distribution that the numbers have`() throws {
    let geometric = expected(1...80) { 0.2 * pow(0.8, $0 - 1) }
    let light = try #require(try PowerLawFit(geometric, xmin: 1).versusExponential)
    #expect(light.ratio < -1_000 && light.pValue < 1e-6)
    let cut = expected(1...2_000) { 0.42 * pow($0, -1.5) * exp(-0.01 * $0) }
    let truncated = try #require(try PowerLawFit(cut, xmin: 1).versusTruncatedPowerLaw)
    #expect(truncated.ratio < -1_000 && truncated.pValue < 1e-6)
    let pure = expected(1...4_000) { pow($0, -2.5) / SpecialFunctions.hurwitzZeta(2.5, 1) }
    let heavy = try #require(try PowerLawFit(pure, xmin: 1).versusExponential)
    #expect(heavy.ratio > 1_000 && heavy.pValue < 1e-6)
  }

  @Test func `a rounded log-normal is found again`() throws {
    func below(_ x: Double) -> Double { Cumulative.normal((log(x) - 3) / 1.5) }
    let column = expected(1...20_000) { (below($0 + 0.5) - below($0 - 0.5)) / (1 - below(0.5)) }
    let fit = try DiscreteLogNormalFit(column)
    #expect(abs(fit.mu.value - 3) < 5e-3 && abs(fit.sigma.value - 1.5) < 5e-3)
    #expect(try #require(fit.quality.kolmogorovSmirnov) < 2e-3)
  }

  @Test func `a beta-binomial is found again`() throws {
    // P(k of 12) = C(12, k) B(k + 2, 12 − k + 5) / B(2, 5)
    func logBeta(_ a: Double, _ b: Double) -> Double {
      SpecialFunctions.logGamma(a) + SpecialFunctions.logGamma(b)
        - SpecialFunctions.logGamma(a + b)
    }
    let tallies = (0...12).map { k in
      let choices = -logBeta(Double(k) + 1, 13 - Double(k)) - log(13)
      let p = exp(choices + logBeta(Double(k) + 2, 17 - Double(k)) - logBeta(2, 5))
      return (successes: k, trials: 12, count: Int((1e6 * p).rounded()))
    }
    let fit = try BetaBinomialFit(CountedPairs(tallied: tallies))
    #expect(abs(fit.alpha.value - 2) < 1e-3 && abs(fit.beta.value - 5) < 3e-3)
    #expect(abs(fit.mean.value - 2.0 / 7) < 1e-5)
    // √(β / (α (α + β + 1))) = √(5/16)
    #expect(abs(fit.variation.value - (5.0 / 16).squareRoot()) < 1e-4)
    let logit = (SpecialFunctions.trigamma(2) + SpecialFunctions.trigamma(5)).squareRoot()
    #expect(abs(fit.logitDeviation.value - logit) < 1e-4)
  }

  @Test func `pairs in any order are the same pairs`() {
    let pairs = [(1, 3), (0, 3), (1, 3), (2, 9), (0, 0)].map { (successes: $0.0, trials: $0.1) }
    let counted = CountedPairs(pairs)
    expectEqual(counted, CountedPairs(pairs.reversed()))
    #expect(counted.count == 4 && counted.pairs.map(\.count) == [1, 2, 1])
    expectEqual(counted.pooled, Proportion(successes: 4, trials: 18))
  }

  @Test func `a concentration is the best of a fine grid`() throws {
    for seed in 0..<8 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let rows = (0..<40).map { _ in
        let favourite = Int(generator.next() % 4)
        return (0..<4).map {
          $0 == favourite ? Int(generator.next() % 9) + 1 : Int(generator.next() % 3)
        }
      }
      let fit = try DirichletMultinomialFit(rows: rows)
      let best = (1...400).map { Double($0) / 20 }.max {
        slowLogLikelihood(rows, fit.base, $0) < slowLogLikelihood(rows, fit.base, $1)
      }
      #expect(abs(fit.concentration.value - best!) <= 0.05, "seed \(seed)")
      expectEqual(fit.quality.count, 40)
    }
  }

  /// Each rising factorial multiplied out.
  private func slowLogLikelihood(_ rows: [[Int]], _ base: [Double], _ c: Double) -> Double {
    func rising(_ a: Double, _ n: Int) -> Double {
      (0..<n).reduce(0) { $0 + log(a + Double($1)) }
    }
    return rows.reduce(0) { sum, row in
      zip(row, base).reduce(sum - rising(c, row.reduce(0, +))) {
        $0 + rising(c * $1.1, $1.0)
      }
    }
  }
}
