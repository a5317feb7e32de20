// One-sided questions to a paired difference: is the mean beyond a bound, and how likely is it above 0?
extension PairedDifference {
  /// *p* of the hypothesis that the mean is `bound` or more, against that it is below: P(*T* ≤ (*d̄* −
  /// bound)/se).
  ///
  /// With a bound of −δ it is *p* of harm beyond a margin δ where more is better. Without spread it is the *p* of the
  /// sign-flip test, 2⁻ⁿ when the differences are below the bound, else 1.
  ///
  /// - Returns: `nil` for one pair of worlds.
  public func pValue(below bound: Double) -> Double? {
    tail(bound, isBelow: true)
  }

  /// *p* of the hypothesis that the mean is `bound` or less, against that it is above: P(*T* ≥ (*d̄* −
  /// bound)/se).
  ///
  /// With a bound of δ it is *p* of harm beyond a margin δ where less is better.
  ///
  /// - Returns: As of ``pValue(below:)``.
  public func pValue(above bound: Double) -> Double? {
    tail(bound, isBelow: false)
  }

  /// The probability that the mean is above 0, given only these worlds: P(*T* ≤ *d̄*/se).
  ///
  /// Identical arms have ½; differences without spread leave 2⁻ⁿ of doubt.
  ///
  /// - Returns: `nil` for one pair of worlds.
  public var probabilityAboveZero: Double? {
    switch evidence {
    case .identical: 0.5
    case .degenerate: mean > 0 ? 1 - agreement : agreement
    case .student, .single, .constant: pValue(below: 0)
    }
  }

  private func tail(_ bound: Double, isBelow: Bool) -> Double? {
    let excess = isBelow ? difference(bound, mean) : difference(mean, bound)
    switch evidence {
    case .single, .constant: return nil
    case .identical, .degenerate: return excess < 0 ? agreement : 1
    case .student:
      guard let standardError, let degreesOfFreedom else { return nil }
      return StudentT.lowerTail(excess / standardError, degreesOfFreedom: degreesOfFreedom)
    }
  }

  /// The probability that *n* fair signs are all the given one: 2⁻ⁿ.
  private var agreement: Double { Double(sign: .plus, exponent: -count, significand: 1) }
}

/// Two one-sided tests: is the difference within a margin, either way?
///
/// Source: Schuirmann, *Journal of Pharmacokinetics and Biopharmaceutics* 15(6), 1987.
public struct EquivalenceTest: Sendable, Hashable {
  /// max {P(*T* ≥ (*d̄* + δ)/se), P(*T* ≤ (*d̄* − δ)/se)}: *p* of the hypothesis that the mean is not
  /// between −δ and δ.
  public let pValue: Double
  /// Of level 1 − 2α: within the margin just when *p* < α.
  public let interval: ConfidenceInterval

  /// - Parameters:
  ///   - margin: δ, the smallest difference that matters; not negative. With 0 no arms are equivalent.
  ///   - risk: α, below ½.
  /// - Returns: `nil` for one pair of worlds.
  public init?(_ difference: PairedDifference, margin: Double, risk: Double) {
    precondition(margin >= 0 && margin.isFinite, "a margin of \(margin)")
    precondition(risk > 0 && risk < 0.5, "a risk of \(risk)")
    guard let above = difference.pValue(above: -margin),
      let below = difference.pValue(below: margin), let error = difference.standardError
    else { return nil }
    pValue = max(above, below)
    let reach =
      difference.degreesOfFreedom.map {
        StudentT.criticalValue(level: 1 - 2 * risk, degreesOfFreedom: $0) * error
      } ?? 0
    interval = ConfidenceInterval(
      lower: difference.mean - reach, upper: difference.mean + reach, level: 1 - 2 * risk)
  }
}
