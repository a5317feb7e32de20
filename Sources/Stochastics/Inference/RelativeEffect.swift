/// The change of a mean as a fraction of the baseline's mean.
public struct RelativeEffect: Sendable, Hashable {
  /// *B̄*/*Ā* − 1.
  public let estimate: Double
  /// Fieller's limits; [0, 0] when the arms agree in every world; `nil` for fewer than two worlds, and
  /// when the baseline's mean is so uncertain that the limits are unbounded.
  public let interval: ConfidenceInterval?

  /// The relative effect of `candidate` over `baseline`, paired by index.
  ///
  /// With *D* = *B* − *A*, *v* the covariances of the means and *t* Student's critical value, the limits
  /// are the roots δ of (*Ā*² − *t*²*v*ₐₐ)δ² − 2(*ĀD̄* − *t*²*v*ₐ_d)δ + (*D̄*² − *t*²*v*_dd) = 0, which is
  /// Fieller's equation for *B̄*/*Ā* written for δ = ρ − 1, so that nearly equal arms lose no digits.
  ///
  /// - Returns: `nil` unless the mean of the baseline is positive.
  ///
  /// Source: Fieller, *Journal of the Royal Statistical Society B* 16(2), 1954.
  public init?(baseline: [Double], candidate: [Double], level: Double) {
    precondition(
      baseline.count == candidate.count,
      "\(baseline.count) worlds of the baseline, \(candidate.count) of the candidate")
    let change = zip(baseline, candidate).map { difference($0, $1) }
    let base = Summary(baseline)
    guard base.mean > 0 else { return nil }
    estimate = Summary(change).mean / base.mean
    interval = RelativeEffect.limits(base: baseline, change: change, level: level)
  }

  private static func limits(
    base: [Double], change: [Double], level: Double
  ) -> ConfidenceInterval? {
    guard base.count > 1 else { return nil }
    guard change.contains(where: { $0 != 0 }) else {
      return ConfidenceInterval(lower: 0, upper: 0, level: level)
    }
    let a = Summary(base).mean
    let d = Summary(change).mean
    let t = StudentT.criticalValue(level: level, degreesOfFreedom: base.count - 1)
    let scale = t * t / (Double(base.count) * Double(base.count - 1))
    let aa = scale * productSum(base, a, base, a)
    let ad = scale * productSum(base, a, change, d)
    let dd = scale * productSum(change, d, change, d)
    let leading = a * a - aa
    guard leading > 0 else { return nil }
    let middle = a * d - ad
    let root = max(0, middle * middle - leading * (d * d - dd)).squareRoot()
    return ConfidenceInterval(
      lower: (middle - root) / leading, upper: (middle + root) / leading, level: level)
  }

  private static func productSum(
    _ x: [Double], _ xMean: Double, _ y: [Double], _ yMean: Double
  ) -> Double {
    zip(x, y).reduce(0) { $0 + ($1.0 - xMean) * ($1.1 - yMean) }
  }
}
