/// The chance of each thing to be among the first `count` in descending order, ties broken at random.
///
/// 1 for what is above the last of them, 0 for what is below; those equal to it share the positions left.
///
/// - Parameters:
///   - count: Positions.
///   - scores: Of each thing, finite.
/// - Returns: Chances in `0...1` whose sum is `count`, or all 1 for at most `count` things.
/// - Complexity: O(*n* log *n*), where *n* is the number of things.
package func topChances(_ count: Int, of scores: [Double]) -> [Double] {
  guard count > 0 else { return scores.map { _ in 0 } }
  guard scores.count > count else { return scores.map { _ in 1 } }
  let last = scores.sorted(by: >)[count - 1]
  let above = scores.count { $0 > last }
  let chance = Double(count - above) / Double(scores.count { $0 == last })
  return scores.map { $0 > last ? 1 : $0 == last ? chance : 0 }
}
