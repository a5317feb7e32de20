internal import PortableMath

/// When in the day things happen: the share of each hour.
package struct HourCurve: Sendable, Hashable {
  /// How many things were counted.
  package let count: Int
  /// The share of each hour, from midnight; they sum to 1.
  package let shares: [Double]

  /// - Parameter counts: How many things happened in each of the 24 hours, from midnight.
  /// - Returns: `nil` when all counts are 0.
  package init?(counts: [Int]) {
    precondition(counts.count == 24, "a day of \(counts.count) hours")
    for count in counts { precondition(count >= 0, "an hour with \(count) things") }
    count = counts.reduce(0, +)
    guard count > 0 else { return nil }
    let total = Double(count)
    shares = counts.map { Double($0) / total }
  }

  /// The largest share over the least; `nil` when an hour's share is 0.
  package var peakToTrough: Double? {
    guard let most = shares.max(), let least = shares.min(), least > 0 else { return nil }
    return most / least
  }

  /// The logarithm of the curve as three waves: *c₀, c₁, s₁, c₂, s₂, c₃, s₃* of
  /// ln(24 *p*) ≈ *c₀* + Σ *cₖ* cos(2π*kt*/24) + *sₖ* sin(2π*kt*/24) by least squares, *t* the middle
  /// of the hour.
  ///
  /// - Returns: `nil` when an hour's share is 0.
  package var logFourier: [Double]? {
    guard shares.allSatisfy({ $0 > 0 }) else { return nil }
    let logs = shares.map { Portable.log(24 * $0) }
    // Waves of whole numbers of turns are orthogonal over the 24 hours.
    var coefficients = [logs.reduce(0, +) / 24]
    for wave in 1...3 {
      var (cosines, sines) = (0.0, 0.0)
      for (hour, value) in logs.enumerated() {
        let angle = 2 * Double.pi * Double(wave) * (Double(hour) + 0.5) / 24
        cosines += value * Portable.cos(angle)
        sines += value * Portable.sin(angle)
      }
      coefficients += [cosines / 12, sines / 12]
    }
    return coefficients
  }

  /// Half the sum of the differences between two curves, from 0 to 1.
  package func totalVariation(to other: HourCurve) -> Double {
    Calibration.totalVariation(shares, other.shares)
  }
}

/// The total variation between two lists of shares: ½ Σ |*p* − *q*|, from 0 to 1.
///
/// - Parameters:
///   - p: None negative, with sum 1.
///   - q: As many.
package func totalVariation(_ p: [Double], _ q: [Double]) -> Double {
  precondition(p.count == q.count, "\(p.count) shares against \(q.count)")
  return zip(p, q).reduce(0) { $0 + ($1.0 - $1.1).magnitude } / 2
}
