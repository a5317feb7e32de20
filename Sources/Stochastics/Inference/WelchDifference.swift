/// How much the means of two arms differ when their worlds are not paired: what the same worlds would
/// have shown without common random numbers.
///
/// The standard error is √(*s*ₐ²/*n*ₐ + *s*_b²/*n*_b); the degrees of freedom are Satterthwaite's,
/// (*v*ₐ + *v*_b)² / (*v*ₐ²/(*n*ₐ − 1) + *v*_b²/(*n*_b − 1)) with *v* = *s*²/*n*.
///
/// Source: Welch, *Biometrika* 34(1–2), 1947.
public struct WelchDifference: Sendable, Hashable {
  /// Mean of the candidate − mean of the baseline.
  public let estimate: Double
  public let standardError: Double
  public let degreesOfFreedom: Double
  public let interval: ConfidenceInterval
  /// Two-sided, of the hypothesis that the means are equal.
  public let pValue: Double

  /// - Parameters:
  ///   - baseline: The values of one arm, all finite.
  ///   - candidate: Those of the other, as many or not.
  ///   - level: Coverage of the interval, such as 0.95.
  /// - Returns: `nil` for fewer than two values of an arm, and when neither arm varies by more than
  ///   rounding, 10⁻¹² of its largest value.
  public init?(baseline: [Double], candidate: [Double], level: Double) {
    for value in baseline + candidate { precondition(value.isFinite, "a value is \(value)") }
    let (a, b) = (Summary(baseline), Summary(candidate))
    guard let variances = Self.varianceOfMean(baseline),
      let others = Self.varianceOfMean(candidate),
      variances + others > 0
    else { return nil }
    let error = (variances + others).squareRoot()
    let (shareA, shareB) = (variances / (variances + others), others / (variances + others))
    let freedom =
      1 / (shareA * shareA / Double(a.count - 1) + shareB * shareB / Double(b.count - 1))
    let reach = StudentT.criticalValue(level: level, degreesOfFreedom: freedom) * error
    estimate = b.mean - a.mean
    standardError = error
    degreesOfFreedom = freedom
    interval = ConfidenceInterval(lower: estimate - reach, upper: estimate + reach, level: level)
    pValue = StudentT.twoSidedP(estimate / error, degreesOfFreedom: freedom)
  }

  /// *s*²/*n*; 0 without more spread than rounding, `nil` for fewer than two values.
  private static func varianceOfMean(_ values: [Double]) -> Double? {
    guard let least = values.min(), let most = values.max(),
      let error = Summary(values).standardError
    else { return nil }
    return isSpread(from: least, to: most) ? error * error : 0
  }
}

extension PairedDifference {
  /// Welch's difference in the form of a paired one.
  ///
  /// - Parameters:
  ///   - baseline: The values of one arm, all finite.
  ///   - candidate: Those of the other, as many or not.
  ///   - level: Coverage of the interval, such as 0.95.
  /// - Returns: `nil` where an arm has no value; neither interval nor *p* for a single one, or where
  ///   neither arm varies.
  package init?(unpaired baseline: [Double], _ candidate: [Double], level: Double) {
    guard !baseline.isEmpty, !candidate.isEmpty else { return nil }
    let welch = WelchDifference(baseline: baseline, candidate: candidate, level: level)
    let count = min(baseline.count, candidate.count)
    self.init(
      evidence: welch != nil ? .student : count == 1 ? .single : .constant, count: count,
      mean: difference(Summary(baseline).mean, Summary(candidate).mean),
      standardError: welch?.standardError, degreesOfFreedom: welch?.degreesOfFreedom,
      interval: welch?.interval, pValue: welch?.pValue)
  }
}
