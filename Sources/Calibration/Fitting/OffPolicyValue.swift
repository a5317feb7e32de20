/// What another policy would have earned, from rewards logged under a known one.
///
/// With *w* = target probability ÷ propensity and *r* the reward of each row, the value by inverse
/// propensity scoring is Σ *w r* / *n*, and Σ *w r* / Σ *w* when it normalises itself.
///
/// Both are ratios of totals over members, with the standard errors of ``Estimate/ratio(of:to:)``.
///
/// Source: Horvitz & Thompson, *JASA* 47(260), 1952; Swaminathan & Joachims, NIPS 2015; Owen, *Monte Carlo Theory,
/// Methods and Examples*, 2013, section 9.2 (the error of the second).
package struct OffPolicyValue: Sendable, Hashable {
  /// Σ *w r* / *n*.
  package let inversePropensity: Estimate
  /// Σ *w r* / Σ *w*.
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
  ///   - members: The rows' members, by their numbers from 0; `nil` where the log does not name them, which takes
  ///     rows as independent.
  /// - Returns: `nil` for fewer than two rows, or when all weights are 0.
  package init?(
    rewards: [Double], weights: [Double], limit: Double = .infinity, members: [Int]? = nil
  ) {
    precondition(
      rewards.count == weights.count, "\(rewards.count) rewards, \(weights.count) weights")
    let members = members ?? Array(rewards.indices)
    precondition(
      rewards.count == members.count, "\(rewards.count) rewards, \(members.count) members")
    precondition(limit > 0, "weights up to \(limit)")
    for weight in weights { precondition(weight.isFinite && weight >= 0, "a weight is \(weight)") }
    let weights = weights.map { min($0, limit) }
    let n = Double(weights.count)
    let sum = weights.reduce(0, +)
    guard weights.count >= 2, sum > 0 else { return nil }
    var clusters: [Int: (earned: Double, weight: Double, rows: Double)] = [:]
    for (member, (reward, weight)) in zip(members, zip(rewards, weights)) {
      let known = clusters[member] ?? (0, 0, 0)
      clusters[member] = (
        known.earned + weight * reward, known.weight + weight, known.rows + 1
      )
    }
    // In a fixed order, since rounding depends on it.
    let ordered = clusters.sorted { $0.key < $1.key }.map(\.value)
    let earned = ordered.map(\.earned)
    guard let mean = Estimate.ratio(of: earned, to: ordered.map(\.rows)),
      let normalised = Estimate.ratio(of: earned, to: ordered.map(\.weight))
    else { return nil }
    (inversePropensity, selfNormalised) = (mean, normalised)
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
