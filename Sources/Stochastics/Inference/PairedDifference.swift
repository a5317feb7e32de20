/// How much the paired worlds of two arms differ in the mean, and how surely.
public struct PairedDifference: Sendable, Hashable {
  /// What the spread of the differences allows to conclude.
  public enum Evidence: String, Sendable, Hashable {
    /// Student's paired t: the differences vary.
    case student
    /// All differences are 0: the arms agree in every world.
    case identical
    /// All differences are one value other than 0, so that no spread can be estimated; *p* comes from the sign-flip
    /// test.
    case degenerate
    /// One world: no interval and no *p*.
    case single
    /// Worlds that are not paired, each side of which has one value in all of its worlds: no interval
    /// and no *p*.
    case constant
  }

  public let evidence: Evidence
  /// How many pairs of worlds.
  public let count: Int
  /// The mean of the differences.
  public let mean: Double
  public let standardError: Double?
  /// The degrees of freedom of the spread that the standard error comes from: *n* − 1 of all pairs, *n*₀ − 1 of a first
  /// stage of *n*₀, Satterthwaite's of worlds that are not paired. `nil` without spread.
  public let degreesOfFreedom: Double?
  public let interval: ConfidenceInterval?
  /// Two-sided, of the hypothesis that the mean difference is 0.
  public let pValue: Double?
}

/// The paired t test: the mean of differences between arms, world by world.
///
/// With *d̄* the mean and *s* the standard deviation of *n* differences, the interval is
/// *d̄* ± *t*₍ₙ₋₁₎ *s*/√*n* and *p* is P(|*T*| ≥ |*d̄*|√*n*/*s*). Differences that agree to 10⁻¹² of the
/// largest have no spread to divide by, nor have those whose squares are below the least `Double`. When all are 0 the arms are identical: interval [0, 0], *p* 1.
/// When all are *c* ≠ 0 the interval is [*c*, *c*] and *p* is 2¹⁻ⁿ, the probability that *n* fair signs
/// agree; six worlds make it less than 0.05.
///
/// - Parameters:
///   - differences: One for each pair of worlds, as `difference(_:_:)` gives it; all finite.
///   - level: Coverage of the interval, such as 0.95.
/// - Returns: `nil` without differences; for a single one neither interval nor *p*.
public func pairedT(differences: [Double], level: Double) -> PairedDifference? {
  for value in differences { precondition(value.isFinite, "a difference is \(value)") }
  guard let least = differences.min(), let most = differences.max() else { return nil }
  let summary = Summary(differences)
  guard summary.count > 1 else {
    return PairedDifference(
      evidence: .single, count: 1, mean: summary.mean, standardError: nil, degreesOfFreedom: nil,
      interval: nil, pValue: nil)
  }
  guard isSpread(from: least, to: most), let error = summary.standardError, error > 0 else {
    return constantDifference(summary.mean, count: summary.count, level: level)
  }
  let freedom = Double(summary.count - 1)
  return PairedDifference(
    evidence: .student, count: summary.count, mean: summary.mean,
    standardError: error, degreesOfFreedom: freedom, interval: summary.interval(level: level),
    pValue: StudentT.twoSidedP(summary.mean / error, degreesOfFreedom: freedom))
}

private func constantDifference(_ value: Double, count: Int, level: Double) -> PairedDifference {
  PairedDifference(
    evidence: value == 0 ? .identical : .degenerate, count: count, mean: value, standardError: 0,
    degreesOfFreedom: nil, interval: ConfidenceInterval(lower: value, upper: value, level: level),
    pValue: value == 0 ? 1 : Double(sign: .plus, exponent: 1 - count, significand: 1))
}
