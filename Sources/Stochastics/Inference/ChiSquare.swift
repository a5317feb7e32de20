internal import CGSL

/// Pearson's chi-square test of counts against what they should be.
public enum ChiSquare {
  /// Σ (observed − expected)² ÷ expected.
  ///
  /// - Parameters:
  ///   - observed: How often each class came.
  ///   - expected: How often it should have come; as many, each above 0.
  public static func statistic(observed: [Int], expected: [Double]) -> Double {
    precondition(
      observed.count == expected.count, "\(observed.count) counts for \(expected.count) classes")
    return zip(observed, expected).reduce(0) { sum, pair in
      precondition(pair.1 > 0, "a class is expected \(pair.1) times")
      let excess = Double(pair.0) - pair.1
      return sum + excess * excess / pair.1
    }
  }

  /// The probability of a statistic as large, or larger, by chance.
  ///
  /// - Parameters:
  ///   - statistic: Not negative.
  ///   - degreesOfFreedom: Classes less one where the total is given; at least 1.
  public static func pValue(_ statistic: Double, degreesOfFreedom: Int) -> Double {
    precondition(statistic >= 0, "a chi-square of \(statistic)")
    precondition(degreesOfFreedom > 0, "\(degreesOfFreedom) degrees of freedom")
    GSL.prepare()
    return gsl_cdf_chisq_Q(statistic, Double(degreesOfFreedom))
  }
}
