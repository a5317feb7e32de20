/// The ratio of the means of two columns that are paired by world.
public struct RatioOfMeans: Sendable, Hashable {
  /// The mean of the numerators ÷ the mean of the denominators.
  public let estimate: Double
  /// Fieller's limits; [0, 0] when all numerators are 0; `nil` for fewer than two worlds, and when the
  /// mean of the denominators is so uncertain that the limits are unbounded: nearer to 0 than its own
  /// Student's interval reaches.
  public let interval: ConfidenceInterval?

  /// With *Ā* and *D̄* the means of denominators and numerators, *v* the covariances of the means and
  /// *t* Student's critical value, the limits are the roots ρ of
  /// (*Ā*² − *t*²*v*ₐₐ)ρ² − 2(*ĀD̄* − *t*²*v*ₐ_d)ρ + (*D̄*² − *t*²*v*_dd) = 0.
  ///
  /// - Parameters:
  ///   - numerators: One for each world, as `difference(_:_:)` gives it; all finite.
  ///   - denominators: The values of the same worlds.
  ///   - level: Coverage of the interval.
  ///   - criticalValue: *t*; Student's when `nil`.
  /// - Returns: `nil` without worlds, and when the mean of the denominators is 0, or so near to it that the ratio is
  ///   beyond `Double`.
  ///
  /// Source: Fieller, *Journal of the Royal Statistical Society B* 16(2), 1954.
  public init?(
    numerators: [Double], denominators: [Double], level: Double, criticalValue: Double? = nil
  ) {
    precondition(
      numerators.count == denominators.count,
      "\(numerators.count) numerators, \(denominators.count) denominators")
    let base = Summary(denominators).mean
    let ratio = Summary(numerators).mean / base
    guard base != 0, ratio.isFinite else { return nil }
    estimate = ratio
    interval = Self.limits(base: denominators, change: numerators, level: level, criticalValue)
  }

  private static func limits(
    base: [Double], change: [Double], level: Double, _ criticalValue: Double?
  ) -> ConfidenceInterval? {
    guard base.count > 1 else { return nil }
    guard change.contains(where: { $0 != 0 }) else {
      return ConfidenceInterval(lower: 0, upper: 0, level: level)
    }
    let a = Summary(base).mean
    let d = Summary(change).mean
    let t =
      criticalValue ?? StudentT.criticalValue(level: level, degreesOfFreedom: base.count - 1)
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
