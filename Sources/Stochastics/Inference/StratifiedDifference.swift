/// The mean difference over a suite of scenarios, each a stratum with worlds of its own.
///
/// Δ = Σ *w*ₛ*d̄*ₛ with variance Σ *w*ₛ²*s*ₛ²/*n*ₛ; the interval is Student's with Satterthwaite's degrees
/// of freedom, variance² ÷ Σ (*w*ₛ²*s*ₛ²/*n*ₛ)²/(*n*ₛ − 1).
///
/// Source: Cochran, *Sampling Techniques*, 1977, section 5.4.
public struct StratifiedDifference: Sendable, Hashable {
  /// The differences of a scenario's worlds and how much they count.
  public struct Stratum: Sendable, Hashable {
    /// Above 0; only the ratios of the weights matter.
    public let weight: Double
    public let differences: Summary

    public init(weight: Double, differences: Summary) {
      precondition(weight > 0 && weight.isFinite, "a weight of \(weight)")
      self.weight = weight
      self.differences = differences
    }
  }

  public let estimate: Double
  /// `nil` while a stratum has fewer than two worlds.
  public let standardError: Double?
  /// `nil` while no stratum has a spread.
  public let degreesOfFreedom: Double?
  /// Without spread it has no width.
  public let interval: ConfidenceInterval?
  /// Two-sided, of the hypothesis that Δ is 0; `nil` without spread, unless all differences are 0.
  public let pValue: Double?
  /// The stratum whose next world narrows the interval most: the first with fewer than two, else the one of the largest
  /// *w*ₛ*s*ₛ/√(*n*ₛ(*n*ₛ + 1)).
  public let nextStratum: Int

  /// - Parameter level: Coverage of the interval, such as 0.95.
  /// - Returns: `nil` without strata, and while one of them has no world.
  public init?(_ strata: [Stratum], level: Double) {
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    guard !strata.isEmpty, strata.allSatisfy({ $0.differences.count > 0 }) else { return nil }
    let total = strata.reduce(0) { $0 + $1.weight }
    let shares = strata.map { $0.weight / total }
    estimate = zip(shares, strata).reduce(0) { $0 + $1.0 * $1.1.differences.mean }
    nextStratum = Self.next(strata)
    let errors = zip(shares, strata).compactMap { share, stratum in
      stratum.differences.standardError.map { share * $0 }
    }
    guard errors.count == strata.count else {
      (standardError, degreesOfFreedom, interval, pValue) = (nil, nil, nil, nil)
      return
    }
    let variance = errors.reduce(0) { $0 + $1 * $1 }
    let error = variance.squareRoot()
    standardError = error
    guard variance > 0 else {
      degreesOfFreedom = nil
      interval = ConfidenceInterval(lower: estimate, upper: estimate, level: level)
      pValue = strata.allSatisfy { $0.differences.mean == 0 } ? 1 : nil
      return
    }
    let freedom =
      1
      / zip(errors, strata).reduce(0) { sum, pair in
        let part = pair.0 * pair.0 / variance
        return sum + part * part / Double(pair.1.differences.count - 1)
      }
    let reach = StudentT.criticalValue(level: level, degreesOfFreedom: freedom) * error
    degreesOfFreedom = freedom
    interval = ConfidenceInterval(lower: estimate - reach, upper: estimate + reach, level: level)
    pValue = StudentT.twoSidedP(estimate / error, degreesOfFreedom: freedom)
  }

  private static func next(_ strata: [Stratum]) -> Int {
    var best = (index: 0, gain: -Double.infinity)
    for (index, stratum) in strata.enumerated() {
      let n = Double(stratum.differences.count)
      guard let deviation = stratum.differences.standardDeviation else { return index }
      let gain = stratum.weight * deviation / (n * (n + 1)).squareRoot()
      if gain > best.gain { best = (index, gain) }
    }
    return best.index
  }
}
