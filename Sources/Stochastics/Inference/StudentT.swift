internal import CGSL

/// Student's t distribution, as intervals and tests use it.
enum StudentT {
  /// The *t* with P(|*T*| ≤ *t*) = `level`.
  static func criticalValue(level: Double, degreesOfFreedom: Int) -> Double {
    criticalValue(level: level, degreesOfFreedom: Double(degreesOfFreedom))
  }

  /// The same for the degrees of freedom that Welch and Satterthwaite give, which are no whole number.
  static func criticalValue(level: Double, degreesOfFreedom: Double) -> Double {
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    return Quantile.studentT((1 + level) / 2, degreesOfFreedom: degreesOfFreedom)
  }

  /// P(|*T*| ≥ |`t`|), accurate however small it is.
  static func twoSidedP(_ t: Double, degreesOfFreedom: Double) -> Double {
    min(1, 2 * upperTail(t.magnitude, degreesOfFreedom: degreesOfFreedom))
  }

  /// P(*T* ≥ `t`), accurate however small it is; `t` may be infinite.
  ///
  /// It is half of the incomplete beta function *I*(ν/2, ½) at ν/(ν + *t*²): GSL's own t distribution
  /// has an expansion above 30 degrees of freedom that is off in the seventh digit of small
  /// probabilities.
  static func upperTail(_ t: Double, degreesOfFreedom: Double) -> Double {
    precondition(degreesOfFreedom > 0, "\(degreesOfFreedom) degrees of freedom")
    guard t >= 0 else { return 1 - upperTail(-t, degreesOfFreedom: degreesOfFreedom) }
    guard t.isFinite else { return 0 }
    GSL.prepare()
    let square = t * t
    let sum = degreesOfFreedom + square
    return square < degreesOfFreedom
      ? gsl_cdf_beta_Q(square / sum, 0.5, degreesOfFreedom / 2) / 2
      : gsl_cdf_beta_P(degreesOfFreedom / sum, degreesOfFreedom / 2, 0.5) / 2
  }

  /// P(*T* ≤ `t`).
  static func lowerTail(_ t: Double, degreesOfFreedom: Double) -> Double {
    upperTail(-t, degreesOfFreedom: degreesOfFreedom)
  }
}
