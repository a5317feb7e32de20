internal import CGSL

/// The influence of one factor by its elementary effects.
///
/// Where a response is a mean over replications, an effect is known with a standard error, and a
/// factor without any influence has effects other than 0 all the same. ``noise`` is the μ* that such a
/// factor would have, and ``pValue`` the *p* of an F test of the hypothesis that it is one.
///
/// Source: Morris, *Technometrics* 33(2), 1991; Campolongo, Cariboni & Saltelli, *Environmental
/// Modelling & Software* 22(10), 2007, for μ*.
public struct ElementaryEffects: Sendable, Hashable {
  /// Of how many trajectories there is an effect.
  public let count: Int
  /// μ: the mean effect; near 0 also for a factor that acts both ways.
  public let mean: Double
  public let meanError: Double?
  /// μ*: the mean magnitude of the effects, which shows how much the factor matters.
  public let meanMagnitude: Double
  public let meanMagnitudeError: Double?
  /// σ: the standard deviation of the effects: large where the effect depends on the other factors or
  /// is not linear.
  public let deviation: Double?
  /// The μ* to expect of a factor without influence, √(2/π) times the mean standard error of an effect
  /// with the variance pooled over the trajectories; `nil` unless an effect has two replications.
  public let noise: Double?
  /// With *m* effects *eⱼ* of *nⱼ* replications each and the pooled variance *s*² of *f* degrees of
  /// freedom, P(*F* ≥ (Σ *nⱼeⱼ*²/*m*)/*s*²) for *F* of *m* and *f* degrees of freedom: exact for
  /// normal replications that are independent between trajectories.
  public let pValue: Double?

  /// - Parameter replications: For each trajectory the effect in each of its replications, all finite;
  ///   none where the response has no value.
  /// - Returns: `nil` when no trajectory has an effect.
  public init?(_ replications: [[Double]]) {
    let summaries = replications.filter { !$0.isEmpty }.map { Summary($0) }
    guard !summaries.isEmpty else { return nil }
    let effects = Summary(summaries.map(\.mean))
    let magnitudes = Summary(summaries.map(\.mean.magnitude))
    count = summaries.count
    mean = effects.mean
    meanError = effects.standardError
    meanMagnitude = magnitudes.mean
    meanMagnitudeError = magnitudes.standardError
    deviation = effects.standardDeviation
    let freedom = summaries.reduce(0) { $0 + $1.count - 1 }
    guard freedom > 0 else {
      (noise, pValue) = (nil, nil)
      return
    }
    let variance =
      summaries.reduce(0) { $0 + ($1.variance ?? 0) * Double($1.count - 1) } / Double(freedom)
    let errors = Summary(summaries.map { (variance / Double($0.count)).squareRoot() })
    noise = (2 / Double.pi).squareRoot() * errors.mean
    let between =
      summaries.reduce(0) { $0 + Double($1.count) * $1.mean * $1.mean } / Double(summaries.count)
    pValue = Self.pValue(between, variance, summaries.count, freedom)
  }

  /// Of the ratio `between` ÷ `within` under F; a factor that never does anything has the *p* 1, one
  /// that always does the same 0.
  private static func pValue(
    _ between: Double, _ within: Double, _ freedomBetween: Int, _ freedomWithin: Int
  ) -> Double {
    guard between > 0 else { return 1 }
    guard within > 0 else { return 0 }
    GSL.prepare()
    return gsl_cdf_fdist_Q(between / within, Double(freedomBetween), Double(freedomWithin))
  }
}
