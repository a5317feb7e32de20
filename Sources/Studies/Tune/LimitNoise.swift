package import Stochastics

/// How the slacks of a limit vary between worlds, pooled over several trials.
///
/// Few worlds of one trial say little of its variance, and much of a slack's noise is the world's own: the
/// incumbent's slack in the same world shares it. So a trial's slack is adjusted by what its worlds are
/// known to be like: with *β* the slope of slacks on the incumbent's, the estimate is *s̄* + *β*(*p̄*₀ − *p̄*),
/// *p̄* being the incumbent's mean in the trial's worlds and *p̄*₀ that in all its worlds. Slope and residual
/// variance are those of all trials; a trial's own variance counts with its degrees of freedom beside 8 of
/// the pooled one.
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

  /// What a trial's worlds say of its slack.
  ///
  /// - Returns: Its mean, its standard deviation between worlds, and the part of its variance that the
  ///   incumbent does not share.
  package func estimate(
    of pair: Pair
  ) -> (slack: NormalEstimate, noise: Double, ownVariance: Double) {
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

  /// The same for the incumbent, whose slacks are all there is to know.
  package var ofIncumbent: (slack: NormalEstimate, noise: Double, ownVariance: Double) {
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
