internal import PortableMath

/// Student's t made valid at every number of worlds at once, for comparisons that go on until somebody
/// stops them.
///
/// It is the set of means against which the Bayes factor stays below 1/α, the mean divided by the
/// standard deviation having a normal prior of variance *g*. With *k* = 1 + *ng* and
/// *R* = (*k*/α²)^(1/*n*) the half-width is *s*√((*n* − 1)/*n*)·√((*R* − 1)/(1 − *R*/*k*)), infinite
/// while *R* ≥ *k*: about 1.7 times the half-width of Student's interval for one number of worlds.
///
/// Source: Lindon, Ham, Tingley & Bojinov, "Anytime-valid F-tests for faster sequential experimentation
/// through covariate adjustment", 2022; Rouder et al., *Psychonomic Bulletin & Review* 16(2), 2009.
public struct AlwaysValidT: Sendable, Hashable {
  /// *g*: the variance of the prior of the mean in standard deviations.
  public let priorVariance: Double

  public init(priorVariance: Double = 1) {
    precondition(
      priorVariance > 0 && priorVariance.isFinite, "a prior variance of \(priorVariance)")
    self.priorVariance = priorVariance
  }

  /// - Parameters:
  ///   - values: The differences so far, with some spread: without any no bound holds.
  ///   - level: Coverage at all numbers of worlds together, such as 0.95.
  /// - Returns: `nil` for fewer than two values, and while the interval is infinite.
  public func interval(_ values: Summary, level: Double) -> ConfidenceInterval? {
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    guard let deviation = values.standardDeviation else { return nil }
    let n = Double(values.count)
    let k = 1 + n * priorVariance
    let risk = 1 - level
    let root = Portable.exp((Portable.log(k) - 2 * Portable.log(risk)) / n)
    guard root < k else { return nil }
    let reach = (root - 1) / (1 - root / k)
    let width = deviation * ((n - 1) / n).squareRoot() * reach.squareRoot()
    return ConfidenceInterval(lower: values.mean - width, upper: values.mean + width, level: level)
  }

  /// The least risk at which the interval leaves out 0: min(1, 1 ÷ the Bayes factor against 0),
  /// √*k* ((1 + *x*/*k*)/(1 + *x*))^(*n*/2) with *x* = *t*²/(*n* − 1).
  ///
  /// - Returns: `nil` for fewer than two values, and without spread.
  public func pValue(_ values: Summary) -> Double? {
    guard let error = values.standardError, error > 0 else { return nil }
    let n = Double(values.count)
    let k = 1 + n * priorVariance
    let t = values.mean / error
    let x = t * t / (n - 1)
    let logarithm = Portable.log(k) / 2 + n / 2 * (Portable.log1p(x / k) - Portable.log1p(x))
    return min(1, Portable.exp(logarithm))
  }
}
