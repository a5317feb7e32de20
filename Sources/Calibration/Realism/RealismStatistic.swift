/// A statistic to compare a simulated community with a real one.
package struct RealismStatistic: Sendable, Hashable, Codable {
  /// The measure of the distance.
  package enum Measure: String, Sendable, Hashable, Codable {
    /// The magnitude of the difference of two numbers.
    case difference
    /// The largest gap between two cumulative distributions.
    case kolmogorovSmirnov = "KS"
    /// Half the sum of the differences of two lists of shares.
    case totalVariation = "total variation"
  }

  package let name: String
  /// A number of each for display: the compared number, the median of a distribution, or the largest share.
  package let real: Double
  package let simulated: Double
  package let measure: Measure
  /// The distance by `measure`; not negative.
  package let distance: Double
  /// The largest distance that passes.
  package let tolerance: Double

  package var passes: Bool { distance <= tolerance }
}

extension RealismStatistic {
  /// Compares two numbers.
  ///
  /// - Parameters:
  ///   - name: A few words.
  ///   - real: Finite.
  ///   - simulated: Finite, in the same unit.
  ///   - tolerance: The largest difference that passes, in the same unit.
  package static func difference(
    _ name: String, real: Double, simulated: Double, tolerance: Double
  ) -> RealismStatistic {
    RealismStatistic(
      name: name, real: real, simulated: simulated, measure: .difference,
      distance: (simulated - real).magnitude, tolerance: tolerance)
  }

  /// Compares two distributions by the Kolmogorov–Smirnov distance.
  ///
  /// - Parameters:
  ///   - name: A few words.
  ///   - real: Numbers, none negative.
  ///   - simulated: Numbers, none negative.
  ///   - isRelative: Whether each column is divided by its mean, for observations of different lengths.
  ///   - tolerance: The largest distance that passes.
  /// - Returns: `nil` when a column is empty, or is relative to a mean of 0.
  package static func distribution(
    _ name: String, real: CountedValues, simulated: CountedValues, isRelative: Bool = false,
    tolerance: Double
  ) -> RealismStatistic? {
    var (real, simulated) = (real, simulated)
    if isRelative {
      guard let realMean = real.mean, let simulatedMean = simulated.mean, realMean > 0,
        simulatedMean > 0
      else { return nil }
      real = real.scaled(by: 1 / realMean)
      simulated = simulated.scaled(by: 1 / simulatedMean)
    }
    guard let distance = Calibration.kolmogorovSmirnov(real, simulated),
      let realMedian = real.quantile(0.5), let simulatedMedian = simulated.quantile(0.5)
    else { return nil }
    return RealismStatistic(
      name: name, real: realMedian, simulated: simulatedMedian, measure: .kolmogorovSmirnov,
      distance: distance, tolerance: tolerance)
  }

  /// Compares two lists of shares by total variation.
  ///
  /// - Parameters:
  ///   - name: A few words.
  ///   - real: Shares of a whole, none negative, with sum 1.
  ///   - simulated: As many.
  ///   - tolerance: The largest distance that passes.
  package static func shares(
    _ name: String, real: [Double], simulated: [Double], tolerance: Double
  ) -> RealismStatistic {
    RealismStatistic(
      name: name, real: real.max() ?? 0, simulated: simulated.max() ?? 0,
      measure: .totalVariation, distance: totalVariation(real, simulated), tolerance: tolerance)
  }
}
