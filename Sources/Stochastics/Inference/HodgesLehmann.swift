/// The shift of a symmetric distribution by ranks: the median of the Walsh averages
/// (*d*ᵢ + *d*ⱼ)/2, *i* ≤ *j*, of all differences, including zeros.
///
/// Source: Hodges & Lehmann, *The Annals of Mathematical Statistics* 34(2), 1963.
public struct HodgesLehmann: Sendable, Hashable {
  public let estimate: Double
  /// The shifts that the exact signed-rank test does not reject, from the *k*-th lowest to the *k*-th
  /// highest Walsh average with the largest *k* for which P(*W* < *k*) ≤ (1 − level)/2; above
  /// ``SignedRanks/exactCount`` differences by the normal approximation of *W*. It is conservative
  /// where differences tie.
  ///
  /// `nil` where so few differences cannot reach the level, such as 5 and 95 %.
  public let interval: ConfidenceInterval?

  /// - Parameters:
  ///   - differences: One for each pair of worlds, all finite.
  ///   - level: Coverage of the interval, such as 0.95.
  /// - Returns: `nil` without differences.
  /// - Complexity: O(*n*² log *n*) in time, O(*n*²) in memory.
  public init?(_ differences: [Double], level: Double) {
    precondition(level > 0 && level < 1, "a confidence level of \(level)")
    for value in differences { precondition(value.isFinite, "a difference is \(value)") }
    guard !differences.isEmpty else { return nil }
    let averages = Self.walshAverages(differences)
    let middle = averages.count / 2
    estimate =
      averages.count.isMultiple(of: 2)
      ? averages[middle - 1] + (averages[middle] - averages[middle - 1]) / 2 : averages[middle]
    let index = Self.index(of: differences.count, tail: (1 - level) / 2)
    interval =
      index > 0
      ? ConfidenceInterval(
        lower: averages[index - 1], upper: averages[averages.count - index], level: level)
      : nil
  }

  private static func walshAverages(_ values: [Double]) -> [Double] {
    var averages: [Double] = []
    averages.reserveCapacity(values.count * (values.count + 1) / 2)
    for (index, value) in values.enumerated() {
      for other in values[index...] { averages.append(value / 2 + other / 2) }
    }
    return averages.sorted()
  }

  /// *k*; 0 when even the outermost averages are too near.
  private static func index(of count: Int, tail: Double) -> Int {
    guard count <= SignedRanks.exactCount else {
      let n = Double(count)
      let deviation = (n * (n + 1) * (2 * n + 1) / 24).squareRoot()
      return Int((n * (n + 1) / 4 + 0.5 + Quantile.normal(tail) * deviation).rounded(.down))
    }
    var below = 0.0
    var index = 0
    for probability in fairSumDistribution(of: Array(1...count)) {
      below += probability
      guard below <= tail else { break }
      index += 1
    }
    return index
  }
}
