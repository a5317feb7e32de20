/// How the exposure that groups of authors get compares with what relevance would give them.
///
/// With ε the exposure that each group gets in a request on average, and ε* what it would get on a
/// slate that shows the most relevant candidates first and treats equally relevant ones alike.
///
/// Source: Diaz et al., "Evaluating stochastic rankings with expected exposure", CIKM 2020
/// (arXiv 2004.13157).
package struct ExpectedExposure: Sendable, Hashable {
  /// EE-D = Σ ε²: how unequally exposure is spread over the groups.
  package let disparity: Double
  /// EE-R = Σ ε ε*: how much of it goes where relevance is.
  package let relevance: Double
  /// EE-L = Σ (ε − ε*)² = EE-D − 2 EE-R + Σ ε*²: how far it is from its target.
  package let loss: Double

  /// - Parameters:
  ///   - exposure: ε of each group.
  ///   - target: ε* of each group.
  package init(exposure: [Double], target: [Double]) {
    precondition(exposure.count == target.count, "\(exposure.count) groups against \(target.count)")
    disparity = CompensatedSum(exposure.lazy.map { $0 * $0 }).value
    relevance = CompensatedSum(zip(exposure, target).lazy.map { $0 * $1 }).value
    loss = CompensatedSum(zip(exposure, target).lazy.map { ($0 - $1) * ($0 - $1) }).value
  }

  /// The exposure that each candidate of one request should get.
  ///
  /// The positions 1 … ``PositionDiscount/cutoff`` go to the candidates in descending order of relevance;
  /// candidates of equal relevance share the weights of their positions equally, including positions beyond the last
  /// one, which have weight 0. With fewer candidates than positions the last positions stay empty: the target is what
  /// the pool could have filled, whatever the length of the slate that was shown, and exposure that a shorter slate did
  /// not give counts as missing.
  ///
  /// - Parameter pool: The relevance of each candidate, finite.
  /// - Returns: The exposure of each, in the same order.
  /// - Complexity: O(*n* log *n*), where *n* is the number of candidates.
  package static func target(of pool: [Double]) -> [Double] {
    var target = [Double](repeating: 0, count: pool.count)
    let order = pool.indices.sorted { pool[$0] > pool[$1] }
    var first = 0
    while first < min(order.count, PositionDiscount.cutoff) {
      let equal = order[first...].prefix { pool[$0] == pool[order[first]] }
      let positions = first..<min(equal.endIndex, PositionDiscount.cutoff)
      let weights = CompensatedSum(positions.lazy.map { PositionDiscount.weight(at: $0 + 1) })
      for candidate in equal { target[candidate] = weights.value / Double(equal.count) }
      first = equal.endIndex
    }
    return target
  }
}
