internal import PortableMath

/// How far two distributions are from each other: the Jensen–Shannon divergence, in bits.
///
/// With *m* = (*p* + *q*)/2, ½ Σ *p* log₂(*p*/*m*) + ½ Σ *q* log₂(*q*/*m*); 0 log₂ 0 = 0. Software that
/// calls the square root of it a distance has to be squared.
///
/// - Parameters:
///   - p: Shares, none negative, with sum 1.
///   - q: Shares of the same kinds.
/// - Returns: A value in `0...1`: 0 for equal distributions, 1 for those without a kind in common.
///
/// Source: Lin, *IEEE Transactions on Information Theory* 37(1), 1991.
package func jensenShannonDivergence(_ p: [Double], _ q: [Double]) -> Double {
  precondition(p.count == q.count, "shares of \(p.count) kinds against \(q.count)")
  var sum = CompensatedSum()
  for (p, q) in zip(p, q) {
    let m = (p + q) / 2
    if p > 0 { sum.add(p / 2 * Portable.log2(p / m)) }
    if q > 0 { sum.add(q / 2 * Portable.log2(q / m)) }
  }
  return min(1, max(0, sum.value))
}
