internal import CGSL

/// Student's t distribution, as intervals and tests use it.
enum StudentT {
  /// The *t* for which P(|*T*| ≤ *t*) is `level`.
  static func criticalValue(level: Double, degreesOfFreedom: Int) -> Double {
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    return Quantile.studentT((1 + level) / 2, degreesOfFreedom: Double(degreesOfFreedom))
  }

  /// P(|*T*| ≥ |`t`|), accurate however small it is.
  static func twoSidedP(_ t: Double, degreesOfFreedom: Int) -> Double {
    GSL.prepare()
    return min(1, 2 * gsl_cdf_tdist_Q(t.magnitude, Double(degreesOfFreedom)))
  }
}
