internal import PortableMath
internal import Stochastics

/// A gamma distribution fitted by maximum likelihood: density *x*ᵏ⁻¹ e^(−*x*/θ) / (Γ(*k*) θᵏ).
package struct GammaFit: Sendable, Hashable {
  /// *k*, above 0; small for numbers that vary much.
  package let shape: Estimate
  /// θ, in the unit of the numbers; the mean is *k* θ.
  package let scale: Estimate
  package let quality: FitQuality

  /// - Parameter column: Numbers above 0, at least two different ones.
  package init(_ column: CountedValues) throws(FitRefusal) {
    try column.requireSpreadAboveZero()
    let n = Double(column.count)
    let total = column.total
    let logTotal = column.sum { Portable.log($0) }
    // The mean is k θ at the maximum, and log mean − mean log nearly 1/(2k).
    let shape = 0.5 / max(1e-9, Portable.log(total / n) - logTotal / n)
    let found = try MaximumLikelihood(
      of: "a gamma distribution", from: [Portable.log(shape), Portable.log(total / n / shape)]
    ) { parameters in
      let (shape, scale) = (Portable.exp(parameters[0]), Portable.exp(parameters[1]))
      guard shape > 0, shape.isFinite, scale > 0, scale.isFinite else { return -.infinity }
      return (shape - 1) * logTotal - total / scale
        - n * (SpecialFunctions.logGamma(shape) + shape * parameters[1])
    }
    let (fitted, scale) = (Portable.exp(found.parameters[0]), Portable.exp(found.parameters[1]))
    self.shape = found.estimate { Portable.exp($0[0]) }
    self.scale = found.estimate { Portable.exp($0[1]) }
    quality = FitQuality(
      count: column.count, logLikelihood: found.logLikelihood, parameterCount: 2,
      kolmogorovSmirnov: column.gapToContinuous({
        Cumulative.gamma($0, shape: fitted, scale: scale)
      }))
  }
}

/// A log-normal distribution fitted by maximum likelihood: the logarithms have a normal one.
package struct LogNormalFit: Sendable, Hashable {
  /// Mean of the natural logarithms; the median is e^μ.
  package let mu: Estimate
  /// Standard deviation of the natural logarithms, with *n* in the denominator.
  package let sigma: Estimate
  package let quality: FitQuality

  /// - Parameters:
  ///   - column: Numbers above 0, at least two different ones.
  ///   - kinds: The numbers of each cluster, for each kind of cluster, as in ``Estimate/crossed(_:)``; without any the
  ///     numbers are independent, and σ has the error of a log-normal distribution.
  package init(_ column: CountedValues, by kinds: [[CountedValues]] = []) throws(FitRefusal) {
    try column.requireSpreadAboveZero()
    guard let moments = LogMoments(column), moments.deviation > 0 else {
      throw .noMaximum(of: "a log-normal distribution")
    }
    let n = Double(column.count)
    let (mu, sigma) = (moments.mean, moments.deviation)
    self.mu = .crossed(
      [Estimate(mu, standardError: sigma / n.squareRoot())]
        + kinds.map { clusters in
          Estimate(mu, standardError: clusters.standardError { Portable.log($0) - mu })
        })
    self.sigma = .crossed(
      [Estimate(sigma, standardError: sigma / (2 * n).squareRoot())]
        + kinds.map { clusters in
          let error = clusters.standardError { value in
            let rest = Portable.log(value) - mu
            return (rest * rest - sigma * sigma) / (2 * sigma)
          }
          return Estimate(sigma, standardError: error)
        })
    quality = FitQuality(
      count: column.count,
      logLikelihood: -n * (mu + Portable.log(sigma) + 0.5 * Portable.log(2 * .pi) + 0.5),
      parameterCount: 2,
      kolmogorovSmirnov: column.gapToContinuous({
        Cumulative.normal((Portable.log($0) - mu) / sigma)
      }))
  }
}

/// A Weibull distribution fitted by maximum likelihood: P(*X* > *x*) = Portable.exp(−(*x*/λ)ᵏ).
package struct WeibullFit: Sendable, Hashable {
  /// *k*, above 0; 1 is the exponential distribution, less is burstier.
  package let shape: Estimate
  /// λ, in the unit of the numbers: 63 % of them are below it.
  package let scale: Estimate
  package let quality: FitQuality

  /// - Parameters:
  ///   - column: Numbers above 0, at least two different ones.
  ///   - kinds: The numbers of each cluster, for each kind of cluster, as in ``Estimate/crossed(_:)``; without any the
  ///     numbers are independent and follow the distribution.
  package init(_ column: CountedValues, by kinds: [[CountedValues]] = []) throws(FitRefusal) {
    try column.requireSpreadAboveZero()
    let n = Double(column.count)
    let logs = column.values.map { Portable.log($0) }
    let logTotal = column.sum { Portable.log($0) }
    guard let moments = LogMoments(column), moments.deviation > 0 else {
      throw .noMaximum(of: "a Weibull distribution")
    }
    // The logarithm of a Weibull variate has the deviation π/(k √6) and the mean log λ − 0.5772/k.
    let shape = Double.pi / (moments.deviation * 6.0.squareRoot())
    let found = try MaximumLikelihood(
      of: "a Weibull distribution", from: [Portable.log(shape), moments.mean + 0.5772 / shape]
    ) { parameters in
      let shape = Portable.exp(parameters[0])
      guard shape > 0, shape.isFinite else { return -.infinity }
      var powers = 0.0
      for (log, count) in zip(logs, column.counts) {
        powers += Double(count) * Portable.exp(shape * (log - parameters[1]))
      }
      return n * (parameters[0] - shape * parameters[1]) + (shape - 1) * logTotal - powers
    }
    let (fitted, logScale) = (Portable.exp(found.parameters[0]), found.parameters[1])
    func estimate(_ function: ([Double]) -> Double) -> Estimate {
      .crossed(
        [found.estimate(function)]
          + kinds.map { clusters in
            found.estimate(function, of: column.count, by: clusters, size: \.count) { cluster, at in
              cluster.sum { value in
                let power = Portable.exp(at[0]) * (Portable.log(value) - at[1])
                return at[0] + power - Portable.exp(power)
              }
            }
          })
    }
    self.shape = estimate { Portable.exp($0[0]) }
    scale = estimate { Portable.exp($0[1]) }
    quality = FitQuality(
      count: column.count, logLikelihood: found.logLikelihood, parameterCount: 2,
      kolmogorovSmirnov: column.gapToContinuous({
        1 - Portable.exp(-Portable.exp(fitted * (Portable.log($0) - logScale)))
      }))
  }
}

extension CountedValues {
  /// Refuses a column that no distribution on the numbers above 0 fits.
  func requireSpreadAboveZero() throws(FitRefusal) {
    if let least = values.first, least <= 0 {
      throw .outside(value: least, allowed: "values above 0")
    }
    guard values.count >= 2 else {
      throw .tooFew(found: values.count, needed: 2, of: "different values above 0")
    }
  }
}
