internal import PortableMath
internal import Stochastics

/// How click rates vary between users: a beta distribution of rates, fitted by maximum likelihood to
/// clicks and impressions.
///
/// P(*k* of *n*) ∝ B(*k* + α, *n* − *k* + β) / B(α, β), so that a user with few impressions has little weight.
package struct BetaBinomialFit: Sendable, Hashable {
  /// α and β, above 0; together below 10⁵, where rates no longer vary.
  package let alpha: Estimate
  package let beta: Estimate
  /// Mean of the rates: α/(α + β).
  package let mean: Estimate
  /// Standard deviation of the rates over their mean: √(β / (α (α + β + 1))).
  package let variation: Estimate
  /// Standard deviation of the logit of a rate: √(ψ′(α) + ψ′(β)).
  package let logitDeviation: Estimate
  package let quality: FitQuality

  /// - Parameters:
  ///   - pairs: At least two, of which neither all trials succeed nor all fail; the rates vary more than chance
  ///     makes them.
  ///   - clusters: The pairs of each test, for the standard errors; without any the pairs are independent.
  package init(_ pairs: CountedPairs, by clusters: [CountedPairs] = []) throws(FitRefusal) {
    guard pairs.count >= 2 else { throw .tooFew(found: pairs.count, needed: 2, of: "rates") }
    let pooled = pairs.pooled
    guard pooled.successes > 0, pooled.successes < pooled.trials else {
      throw .noMaximum(of: "a beta-binomial distribution")
    }
    let rate = Double(pooled.successes) / Double(pooled.trials)
    // The parameters are the logit of the mean and the logarithm of α + β, which hardly correlate.
    let found = try MaximumLikelihood(
      of: "a beta-binomial distribution", from: [Portable.log(rate / (1 - rate)), Portable.log(5)]
    ) { parameters in
      let (alpha, beta) = Self.exponents(parameters)
      guard alpha > 1e-9, beta > 1e-9, alpha + beta < 1e5 else { return -.infinity }
      return Self.logLikelihood(pairs, alpha, beta)
    }
    try found.requirePeak(of: "a beta-binomial distribution")
    func estimate(_ function: ([Double]) -> Double) -> Estimate {
      found.estimate(function, of: pairs.count, by: clusters, size: \.count) {
        let (alpha, beta) = Self.exponents($1)
        return Self.logLikelihood($0, alpha, beta)
      }
    }
    alpha = estimate { Self.exponents($0).alpha }
    beta = estimate { Self.exponents($0).beta }
    mean = estimate { Portable.logistic($0[0]) }
    variation = estimate {
      let (alpha, beta) = Self.exponents($0)
      return (beta / (alpha * (alpha + beta + 1))).squareRoot()
    }
    logitDeviation = estimate {
      let (alpha, beta) = Self.exponents($0)
      return (SpecialFunctions.trigamma(alpha) + SpecialFunctions.trigamma(beta)).squareRoot()
    }
    quality = FitQuality(
      count: pairs.count, logLikelihood: found.logLikelihood, parameterCount: 2,
      kolmogorovSmirnov: nil)
  }

  private static func exponents(_ parameters: [Double]) -> (alpha: Double, beta: Double) {
    let concentration = Portable.exp(parameters[1])
    return (
      concentration * Portable.logistic(parameters[0]),
      concentration * Portable.logistic(-parameters[0])
    )
  }

  /// The log-likelihood without the binomial coefficients, which depend only on the data.
  private static func logLikelihood(_ pairs: CountedPairs, _ a: Double, _ b: Double) -> Double {
    let logGamma = SpecialFunctions.logGamma
    var sum = 0.0
    for pair in pairs.pairs {
      let (k, n) = (Double(pair.successes), Double(pair.trials))
      sum += Double(pair.count) * (logGamma(k + a) + logGamma(n - k + b) - logGamma(n + a + b))
    }
    return sum + Double(pairs.count) * (logGamma(a + b) - logGamma(a) - logGamma(b))
  }
}
