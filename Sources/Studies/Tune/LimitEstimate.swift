package import Stochastics

/// The estimate of a limit from the worlds of a search, and how likely fresh worlds are to confirm it.
package struct LimitEstimate: Sendable, Hashable {
  /// The mean slack, above 0 where the limit is kept.
  package let slack: NormalEstimate
  /// The standard deviation of the slack between worlds.
  package let noise: Double
  /// Fresh worlds in which the verdict is reached, at least 2.
  package let validation: Int
  /// The type I error rate of the verdict "kept": one-sided, below ½.
  package let alpha: Double

  package init(slack: NormalEstimate, noise: Double, validation: Int, alpha: Double) {
    precondition(noise >= 0 && noise.isFinite, "a noise of \(noise)")
    precondition(
      validation >= 2 && alpha > 0 && alpha < 0.5, "\(validation) worlds, alpha \(alpha)")
    self.slack = slack
    self.noise = noise
    self.validation = validation
    self.alpha = alpha
  }

  /// Whether the estimate itself, not its confidence bound, keeps the limit.
  package var isKept: Bool { slack.mean >= 0 }

  /// The mean slack in fresh worlds from which on the verdict is "kept": *t*₍V₋₁₎ noise/√*V*.
  package var required: Double {
    Quantile.studentT(1 - alpha, degreesOfFreedom: Double(validation - 1)) * noiseOfMean
  }

  /// The probability that the mean slack of fresh worlds reaches ``required``: the assurance of the verdict.
  ///
  /// Source: O'Hagan, Stevens & Campbell, *Pharmaceutical Statistics* 4(3), 2005.
  package var confidence: Double {
    let error = slack.standardError
    return NormalEstimate(
      mean: slack.mean,
      standardError: (error * error + noiseOfMean * noiseOfMean).squareRoot()
    ).probability(ofAtLeast: required)
  }

  /// E[max(0, −slack)] under the normal distribution of the estimated mean slack.
  package var expectedViolation: Double { slack.expectedShortfall(below: 0) }

  private var noiseOfMean: Double { noise / Double(validation).squareRoot() }
}

/// How the slacks of a limit vary between worlds, pooled over several trials.
///
/// Few worlds of one trial give a poor estimate of its variance, and much of a slack's noise comes from the
/// world: the incumbent's slack in the same world shares it. So the incumbent's slack is a control variate
/// of a trial's: with *β* the slope of slacks on the incumbent's, the estimate is *s̄* + *β*(*p̄*₀ − *p̄*),
/// *p̄* being the incumbent's mean in the trial's worlds and *p̄*₀ that in all its worlds. Slope and residual
/// variance are pooled over all trials; a trial's residual variance is averaged with the pooled one, which
/// counts for 8 degrees of freedom.
///
/// Source: Nelson & Matejcik, *Management Science* 41(12), 1995, for control variates in comparisons.
package struct LimitNoise: Sendable {
  /// The slacks of a trial and of the incumbent in the same worlds.
  package typealias Pair = (trial: [Double], incumbent: [Double])

  private let incumbent: Summary
  private let slope: Double
  private let residual: Double

  /// Degrees of freedom that the pooled variance counts for.
  private static let pooledWeight = 8.0

  /// - Parameters:
  ///   - pairs: One for each trial but the incumbent.
  ///   - incumbent: The incumbent's slacks in all its worlds, at least one.
  package init(_ pairs: [Pair], incumbent: [Double]) {
    self.incumbent = Summary(incumbent)
    var (covariance, variance) = (0.0, 0.0)
    for pair in pairs {
      let (trial, common) = (Summary(pair.trial).mean, Summary(pair.incumbent).mean)
      for (slack, other) in zip(pair.trial, pair.incumbent) {
        covariance += (slack - trial) * (other - common)
        variance += (other - common) * (other - common)
      }
    }
    let slope = variance > 0 ? covariance / variance : 0
    let degrees = pairs.reduce(0) { $0 + max(0, $1.trial.count - 1) }
    let squares = pairs.reduce(0) { $0 + Self.residuals($1, slope: slope) }
    self.slope = slope
    residual = degrees > 0 ? squares / Double(degrees) : 0
  }

  /// The estimate of a trial's slack.
  ///
  /// - Returns: Its mean, its standard deviation between worlds, and the part of its variance that the
  ///   incumbent does not share.
  package func estimate(
    of pair: Pair
  ) -> (slack: NormalEstimate, noise: Double, residualVariance: Double) {
    let worlds = Double(pair.trial.count)
    let variance =
      (Self.residuals(pair, slope: slope) + Self.pooledWeight * residual)
      / (worlds - 1 + Self.pooledWeight)
    let shared = slope * slope * (incumbent.variance ?? 0)
    let mean =
      Summary(pair.trial).mean + slope * (incumbent.mean - Summary(pair.incumbent).mean)
    let error = variance / worlds + shared / Double(incumbent.count)
    return (
      NormalEstimate(mean: mean, standardError: error.squareRoot()),
      (variance + shared).squareRoot(), variance
    )
  }

  /// The estimate for the incumbent, from its own slacks alone.
  package var ofIncumbent: (slack: NormalEstimate, noise: Double, residualVariance: Double) {
    (
      NormalEstimate(mean: incumbent.mean, standardError: incumbent.standardError ?? 0),
      incumbent.standardDeviation ?? 0, 0
    )
  }

  /// Σ (*s* − *s̄* − *β*(*p* − *p̄*))²
  private static func residuals(_ pair: Pair, slope: Double) -> Double {
    let (trial, common) = (Summary(pair.trial).mean, Summary(pair.incumbent).mean)
    return zip(pair.trial, pair.incumbent).reduce(0) { sum, slacks in
      let rest = slacks.0 - trial - slope * (slacks.1 - common)
      return sum + rest * rest
    }
  }
}
