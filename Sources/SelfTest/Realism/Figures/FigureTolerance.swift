/// The rule from which the tolerance of a published figure follows.
///
/// Each is stated once, here. Where several data sets of one kind have the same figure, it is at least the
/// spread between them, the largest less the smallest: no simulated community must be closer to a real one
/// than another real one is.
package enum FigureTolerance: Sendable, Hashable {
  /// Moments, rates and ratios: 25 % of the figure.
  case relative
  /// Shares of zeros and ones: 25 % of the figure, and 0.02 at least.
  case share
  /// Exponents and shapes of distributions: 0.1.
  case exponent
  /// Correlations: 0.1.
  case correlation
  /// Distances from a published curve: at most 0.05.
  case distance
  /// As the source states it.
  case stated(ExpectedValue)

  package static let relativePart = 0.25
  package static let leastShareWidth = 0.02
  package static let exponentWidth = 0.1
  package static let correlationWidth = 0.1
  package static let longestDistance = 0.05

  /// The values that are inside the tolerance.
  ///
  /// - Parameters:
  ///   - value: The figure.
  ///   - spread: Between the data sets of one kind that have it; 0 for one data set.
  package func expectation(of value: Double, spread: Double) -> ExpectedValue {
    switch self {
    case .relative: .near(value, within: max(Self.relativePart * value.magnitude, spread))
    case .share:
      .near(
        value, within: max(Self.relativePart * value, Self.leastShareWidth, spread))
    case .exponent: .near(value, within: max(Self.exponentWidth, spread))
    case .correlation: .near(value, within: max(Self.correlationWidth, spread))
    case .distance: .atMost(Self.longestDistance)
    case .stated(let expectation): expectation
    }
  }
}

extension ColumnShape {
  /// The rule for a figure of this shape.
  var tolerance: FigureTolerance {
    switch self {
    case .gammaShape, .weibullShape, .tailExponent: .exponent
    case .zeroShare, .oneShare: .share
    case .mean, .gini, .logDeviation, .topShare, .quantileRatio, .median, .variation, .dispersion:
      .relative
    }
  }
}
