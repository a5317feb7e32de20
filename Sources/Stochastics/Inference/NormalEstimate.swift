internal import PortableMath

/// A mean that is known up to a normal error.
public struct NormalEstimate: Sendable, Hashable {
  public let mean: Double
  /// Not below 0; at 0 the mean is known exactly.
  public let standardError: Double

  /// - Parameter standardError: Finite, not below 0.
  public init(mean: Double, standardError: Double) {
    precondition(
      mean.isFinite && standardError >= 0 && standardError.isFinite,
      "a mean of \(mean) with an error of \(standardError)")
    self.mean = mean
    self.standardError = standardError
  }

  /// P(mean ≥ `bound`); 0 or 1 without an error.
  public func probability(ofAtLeast bound: Double) -> Double {
    guard standardError > 0 else { return mean >= bound ? 1 : 0 }
    return Cumulative.normal((mean - bound) / standardError)
  }

  /// E[max(0, `bound` − mean)]: how far the mean falls short of a bound, on average over what is not known.
  ///
  /// With *z* = (`bound` − mean)/se it is se(φ(*z*) + *z*Φ(*z*)); without an error max(0, `bound` − mean).
  public func expectedShortfall(below bound: Double) -> Double {
    let distance = bound - mean
    guard standardError > 0 else { return max(0, distance) }
    let z = distance / standardError
    let density = Portable.exp(-z * z / 2) / (2 * Double.pi).squareRoot()
    return max(0, standardError * (density + z * Cumulative.normal(z)))
  }
}
