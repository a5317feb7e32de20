import Calibration
import Foundation
import Stochastics
import TestSupport
import Testing

@Suite struct ContinuousFitsTests {
  /// Numbers of any continuous distribution: its quantiles at the middles of equal parts.
  private func column(_ count: Int, _ quantile: (Double) -> Double) -> CountedValues {
    CountedValues((0..<count).map { quantile((Double($0) + 0.5) / Double(count)) })
  }

  @Test func `a log-normal fit is the mean and deviation of the logarithms`() throws {
    // Logarithms 0, 2, 4, 6: mean 3, squared deviations 9 + 1 + 1 + 9, deviation √5.
    let fit = try LogNormalFit(CountedValues([1, exp(4), exp(2), exp(6)]))
    #expect(abs(fit.mu.value - 3) < 1e-14)
    #expect(abs(fit.sigma.value - 5.0.squareRoot()) < 1e-14)
    #expect(abs(try #require(fit.mu.standardError) - 5.0.squareRoot() / 2) < 1e-14)
    #expect(abs(try #require(fit.sigma.standardError) - (5.0 / 8).squareRoot()) < 1e-14)
    // −Σ [ln x + ln σ + ½ ln 2π + (ln x − μ)²/(2σ²)] = −(12 + 2 ln 5 + 2 ln 2π + 2)
    let logLikelihood = -(14 + 2 * log(5) + 2 * log(2 * Double.pi))
    #expect(abs(fit.quality.logLikelihood - logLikelihood) < 1e-12)
    #expect(abs(fit.quality.aic - (4 - 2 * logLikelihood)) < 1e-12)
    // The largest gap is in the middle: F(e²) = Φ(−1/√5) = 0.327 against ½.
    let gap = 0.5 - 0.5 * erfc(1 / 10.0.squareRoot())
    #expect(abs(try #require(fit.quality.kolmogorovSmirnov) - gap) < 1e-12)
  }

  @Test func `a log-normal fit's errors by member`() throws {
    // Logarithms 0; 2, 4; 6 of three members: from the mean 3 they are −3, 0 and 3, √(3/2 · 18) ÷ 4; the squares less
    // 5, over 2 √5, are 4, −8 and 4, √(3/2 · 96/20) ÷ 4.
    let members = [[1], [exp(2), exp(4)], [exp(6)]].map { CountedValues($0) }
    let fit = try LogNormalFit(CountedValues([1, exp(4), exp(2), exp(6)]), by: [members])
    #expect(abs(try #require(fit.mu.standardError) - 27.0.squareRoot() / 4) < 1e-14)
    #expect(abs(try #require(fit.sigma.standardError) - 7.2.squareRoot() / 4) < 1e-14)
    let alone = try LogNormalFit(CountedValues([1, 2]), by: [[CountedValues([1, 2])]])
    expectEqual(alone.mu.standardError, nil)
  }

  @Test func `a gamma fit solves the likelihood equations`() throws {
    let column = column(500) { Quantile.gamma($0, shape: 1.4, scale: 3) }
    let fit = try GammaFit(column)
    let (shape, scale) = (fit.shape.value, fit.scale.value)
    #expect(abs(shape * scale - column.total / 500) < 1e-5)
    // The score ln x − ψ(k) − ln θ sums to 0; ψ by a central difference of ln Γ.
    let psi =
      (SpecialFunctions.logGamma(shape + 1e-5) - SpecialFunctions.logGamma(shape - 1e-5)) / 2e-5
    let score = column.values.reduce(0) { $0 + log($1) } / 500 - psi - log(scale)
    #expect(abs(score) < 1e-6)
    #expect(abs(shape - 1.4) < 0.01 && abs(scale - 3) < 0.03)
  }

  @Test func `the standard error of a gamma shape is that of the information`() throws {
    let fit = try GammaFit(column(500) { Quantile.gamma($0, shape: 1.4, scale: 3) })
    // Var k = k / (n (k ψ′(k) − 1)), Var θ = θ² ψ′(k) / (n (k ψ′(k) − 1))
    let shape = fit.shape.value
    let trigamma = SpecialFunctions.trigamma(shape)
    let shapeError = (shape / (500 * (shape * trigamma - 1))).squareRoot()
    #expect(abs(try #require(fit.shape.standardError) / shapeError - 1) < 1e-3)
    let scaleError = fit.scale.value * (trigamma / (500 * (shape * trigamma - 1))).squareRoot()
    #expect(abs(try #require(fit.scale.standardError) / scaleError - 1) < 1e-3)
  }

  @Test func `a Weibull fit solves the likelihood equations`() throws {
    let column = column(500) { pow(Quantile.exponential($0), 1 / 0.7) * 90 }
    let fit = try WeibullFit(column)
    let shape = fit.shape.value
    let powers = column.values.map { pow($0, shape) }
    let logs = column.values.map { log($0) }
    let sum = powers.reduce(0, +)
    // Σ xᵏ ln x / Σ xᵏ − 1/k = mean ln x, λᵏ = mean xᵏ
    let left = zip(powers, logs).reduce(0) { $0 + $1.0 * $1.1 } / sum - 1 / shape
    #expect(abs(left - logs.reduce(0, +) / 500) < 1e-6)
    #expect(abs(fit.scale.value - pow(sum / 500, 1 / shape)) < 1e-4)
    // The asymptotic deviation of k is √6/π k/√n = 0.7797 k/√n.
    #expect(
      abs(try #require(fit.shape.standardError) / (0.7797 * shape / 500.0.squareRoot()) - 1) < 0.02)
  }

  @Test func `another unit changes the scale alone`() throws {
    let column = column(200) { Quantile.gamma($0, shape: 0.8, scale: 1) }
    let (gamma, scaled) = (try GammaFit(column), try GammaFit(column.scaled(by: 60)))
    #expect(abs(gamma.shape.value - scaled.shape.value) < 1e-6)
    #expect(abs(60 * gamma.scale.value - scaled.scale.value) < 1e-4)
    let (weibull, minutes) = (try WeibullFit(column), try WeibullFit(column.scaled(by: 60)))
    #expect(abs(weibull.shape.value - minutes.shape.value) < 1e-6)
  }

  @Test func `counted numbers are fitted as if each stood there`() throws {
    var generator = SeededGenerator(seed: 5)
    let numbers = (0..<300).map { _ in Double(1 + generator.next() % 9) }
    let tallied = CountedValues(
      tallied: (1...9).map { value in
        (value: Double(value), count: numbers.count { $0 == Double(value) })
      })
    try expectEqual(GammaFit(tallied), GammaFit(CountedValues(numbers)))
  }

  @Test func `the true parameters are within two standard errors about as often as they should`()
    throws
  {
    // 95.4 % of 200 seeds; fewer than 181 or more than 199 come in fewer than 1 of 1,000 runs.
    var covered = 0
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let numbers = (0..<150).map { _ in
        Quantile.gamma(max(1e-12, generator.unit()), shape: 1.4, scale: 2)
      }
      let fit = try GammaFit(CountedValues(numbers))
      if abs(fit.shape.value - 1.4) < 2 * (fit.shape.standardError ?? 0) { covered += 1 }
    }
    #expect((181...199).contains(covered), "\(covered) of 200")
  }
}
