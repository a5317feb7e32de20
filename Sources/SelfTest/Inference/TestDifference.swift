internal import Stochastics

/// Distributions of differences with mean 0 and standard deviation 1, by inversion.
enum TestDifference: String, CaseIterable {
  case normal
  /// A gamma of shape 4: skewness 1.
  case skewed
  /// Student's t with 5 degrees of freedom.
  case heavy = "heavy-tailed"

  /// The quantile at `uniform`.
  func value(_ uniform: Double) -> Double {
    switch self {
    case .normal: Quantile.normal(uniform)
    case .skewed: (Quantile.gamma(uniform, shape: 4, scale: 1) - 4) / 2
    // The variance is 5/3.
    case .heavy: Quantile.studentT(uniform, degreesOfFreedom: 5) / (5.0 / 3).squareRoot()
    }
  }
}
