/// A quantile of some numbers, between two of them by linear interpolation.
///
/// The value at the rank *h* = (*n* − 1)·`p`, from 0, of the numbers in ascending order: type 7, the
/// default of R and NumPy.
///
/// - Parameters:
///   - p: In `0...1`.
///   - ascending: Finite numbers in ascending order.
/// - Returns: `nil` without numbers.
///
/// Source: Hyndman & Fan, *The American Statistician* 50(4), 1996.
package func quantile(_ p: Double, of ascending: [Double]) -> Double? {
  precondition((0...1).contains(p), "a quantile at \(p)")
  guard let last = ascending.last else { return nil }
  let rank = Double(ascending.count - 1) * p
  let below = Int(rank)
  guard below + 1 < ascending.count else { return last }
  return ascending[below] + (rank - Double(below)) * (ascending[below + 1] - ascending[below])
}
