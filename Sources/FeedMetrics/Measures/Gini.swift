/// Inequality of amounts, as a Gini coefficient.
///
/// With the amounts in ascending order *x₁ … xₙ*,
/// *G* = Σ (2*i* − *n* − 1) *xᵢ* / (*n* Σ *xᵢ*): zero when all get the same, 1 − 1/*n* when one gets
/// everything. Neither a common factor nor a repetition of the whole population changes it.
///
/// - Parameter amounts: In any order; finite, none negative.
/// - Returns: A value in `0..<1`, or `nil` when the sum is 0.
/// - Complexity: O(*n* log *n*), where *n* is the number of amounts.
///
/// Source: Damgaard & Weiner, *Ecology* 81(4), 2000.
package func giniCoefficient(_ amounts: [Double]) -> Double? {
  for x in amounts { precondition(x.isFinite && x >= 0, "an amount to share is \(x)") }
  let n = amounts.count
  var total = CompensatedSum()
  var ranked = CompensatedSum()
  for (index, x) in amounts.sorted().enumerated() {
    total.add(x)
    ranked.add(Double(2 * index + 1 - n) * x)
  }
  guard total.value > 0 else { return nil }
  return max(0, ranked.value / (Double(n) * total.value))
}

/// The Gini coefficient of amounts without its bias in small populations: *G* · *n* / (*n* − 1).
///
/// - Parameter amounts: In any order; finite, none negative.
/// - Returns: A value in `0...1`, 1 when one gets everything; `nil` for fewer than two, and when the sum is 0.
///
/// Source: Deltas, *Review of Economics and Statistics* 85(1), 2003.
package func unbiasedGiniCoefficient(_ amounts: [Double]) -> Double? {
  guard amounts.count >= 2, let gini = giniCoefficient(amounts) else { return nil }
  return min(1, gini * Double(amounts.count) / Double(amounts.count - 1))
}
