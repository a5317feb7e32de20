/// What another policy would have earned, from rewards logged under a known one.
///
/// With *w* = target probability ÷ propensity and *r* the reward of each row, the value by inverse
/// propensity scoring is Σ *w r* / *n*, and Σ *w r* / Σ *w* when it normalises itself.
///
/// Source: Horvitz & Thompson, *JASA* 47(260), 1952; Swaminathan & Joachims, NIPS 2015.
package struct OffPolicyValue: Sendable, Hashable {
  /// Σ *w r* / *n*, with the standard error of a mean.
  package let inversePropensity: Estimate
  /// Σ *w r* / Σ *w*, with √(Σ *w*² (*r* − value)²) / Σ *w*.
  package let selfNormalised: Estimate
  /// The effective sample size (Σ *w*)² / Σ *w*².
  package let effectiveSampleSize: Double
  package let largestWeight: Double
  /// Near 1 when the propensities are right.
  package let meanWeight: Double

  /// - Parameters:
  ///   - rewards: The rows' rewards; finite.
  ///   - weights: The rows' weights; finite, none negative.
  ///   - limit: Larger weights are cut to this limit, above 0; less variance for some bias.
  /// - Returns: `nil` for fewer than two rows, or when all weights are 0.
  package init?(rewards: [Double], weights: [Double], limit: Double = .infinity) {
    precondition(
      rewards.count == weights.count, "\(rewards.count) rewards, \(weights.count) weights")
    precondition(limit > 0, "weights up to \(limit)")
    for weight in weights { precondition(weight.isFinite && weight >= 0, "a weight is \(weight)") }
    let weights = weights.map { min($0, limit) }
    let n = Double(weights.count)
    let sum = weights.reduce(0, +)
    guard weights.count >= 2, sum > 0 else { return nil }
    let earned = zip(rewards, weights).map { $0 * $1 }
    let mean = earned.reduce(0, +) / n
    let normalised = mean * n / sum
    let variance = earned.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1)
    let spread = zip(rewards, weights).reduce(0) { total, row in
      let residual = row.1 * (row.0 - normalised)
      return total + residual * residual
    }
    inversePropensity = Estimate(mean, standardError: (variance / n).squareRoot())
    selfNormalised = Estimate(normalised, standardError: spread.squareRoot() / sum)
    effectiveSampleSize = sum * sum / weights.reduce(0) { $0 + $1 * $1 }
    largestWeight = weights.max() ?? 0
    meanWeight = sum / n
  }
}

/// A policy estimated from its log: the share of each item at a position.
package struct PositionPolicy: Sendable, Hashable {
  private struct Slot: Hashable {
    let item: Int
    let position: Int
  }

  private var counts: [Slot: Int] = [:]
  private var totals: [Int: Int] = [:]

  package init() {}

  /// Counts one item that was put at a position.
  package mutating func add(item: Int, at position: Int) {
    counts[Slot(item: item, position: position), default: 0] += 1
    totals[position, default: 0] += 1
  }

  /// The share of the item at the position; 0 where the log has none.
  package func probability(of item: Int, at position: Int) -> Double {
    guard let total = totals[position] else { return 0 }
    return Double(counts[Slot(item: item, position: position), default: 0]) / Double(total)
  }
}
