/// Standard errors of rows that are nested in members or authors, who differ: a member's thousand impressions
/// are no thousand members.
extension Estimate {
  /// The ratio of two totals over clusters, such as likes a post over authors, or opens an impression over
  /// members: *R* = Σ *s* ÷ Σ *n*, with SE² = *G*/(*G* − 1) · Σ (*s* − *R n*)² ÷ (Σ *n*)² over the *G* clusters
  /// with any row. Where each row is a cluster of its own and *n* = 1 it is the standard error of a mean.
  ///
  /// - Parameters:
  ///   - sums: What is counted, by the cluster's number; those that are missing at the end are 0.
  ///   - sizes: How many rows it is counted over, likewise.
  /// - Returns: `nil` without rows; without a standard error for a single cluster.
  ///
  /// Source: Cochran, *Sampling Techniques*, 3rd ed., 1977, section 9A.1 (ratio to size); Liang & Zeger,
  /// *Biometrika* 73(1), 1986.
  package static func ratio(of sums: [Int], to sizes: [Int]) -> Estimate? {
    let total = sizes.reduce(0) { $0 + Double($1) }
    guard total > 0 else { return nil }
    let ratio = sums.reduce(0) { $0 + Double($1) } / total
    var (clusters, squares) = (0.0, 0.0)
    for index in 0..<max(sums.count, sizes.count) {
      let sum = index < sums.count ? sums[index] : 0
      let size = index < sizes.count ? sizes[index] : 0
      guard sum != 0 || size != 0 else { continue }
      let rest = Double(sum) - ratio * Double(size)
      clusters += 1
      squares += rest * rest
    }
    return Estimate(
      ratio,
      standardError: clusters > 1
        ? (clusters / (clusters - 1) * squares).squareRoot() / total : nil)
  }

  /// The ratio of two totals over pairs of members, such as returned follows over follows, where a member
  /// is in many pairs.
  ///
  /// With *u* = *s* − *R n* of each pair, SE² = *G*/(*G* − 1) · (Σᵢ (Σ *u* of member *i*'s pairs)² − Σ *u*²) ÷ (Σ *n*)²
  /// for *G* members: all products of pairs that share a member. Σ *u*², the variance of pairs without
  /// common members, is the least that counts, since the difference may be below it by chance.
  ///
  /// - Returns: `nil` without pairs.
  ///
  /// Source: Fafchamps & Gubert, *Journal of Development Economics* 83(2), 2007; Aronow, Samii & Assenova,
  /// *Political Analysis* 23(4), 2015.
  package static func ratio(over pairs: [MemberPair]) -> Estimate? {
    let total = pairs.reduce(0) { $0 + $1.size }
    guard total > 0 else { return nil }
    let ratio = pairs.reduce(0) { $0 + $1.sum } / total
    var members: [UInt32: Double] = [:]
    var squares = 0.0
    for pair in pairs {
      let rest = pair.sum - ratio * pair.size
      members[pair.low, default: 0] += rest
      members[pair.high, default: 0] += rest
      squares += rest * rest
    }
    // In a fixed order, since rounding depends on it.
    let shared = members.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value * $1.value }
    let count = Double(members.count)
    return Estimate(
      ratio,
      standardError: (count / (count - 1) * max(shared - squares, squares)).squareRoot() / total)
  }
}

/// What is counted of two different members.
package struct MemberPair: Sendable, Hashable {
  package let low: UInt32
  package let high: UInt32
  package let sum: Double
  /// How many rows it is counted over.
  package let size: Double

  package init(_ one: UInt32, _ other: UInt32, sum: Double, size: Double) {
    precondition(one != other, "a pair of member \(one) alone")
    (low, high) = (min(one, other), max(one, other))
    (self.sum, self.size) = (sum, size)
  }
}
