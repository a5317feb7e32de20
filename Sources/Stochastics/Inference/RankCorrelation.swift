/// Spearman's rank correlation: Pearson's correlation of the ranks, ties having their mean rank.
///
/// - Parameters:
///   - x: A finite number for each thing.
///   - y: As many.
/// - Returns: A value in `-1...1`; `nil` for fewer than two things, or when all are tied in `x` or `y`.
/// - Complexity: O(*n* log *n*).
///
/// Source: Spearman, *The American Journal of Psychology* 15(1), 1904.
package func spearman(_ x: [Double], _ y: [Double]) -> Double? {
  precondition(x.count == y.count, "\(x.count) numbers against \(y.count)")
  return pearson(midranks(x), midranks(y))
}

/// Pearson's correlation: the covariance over the product of the standard deviations.
///
/// - Parameters:
///   - x: A finite number for each thing.
///   - y: As many.
/// - Returns: A value in `-1...1`; `nil` for fewer than two things, or when `x` or `y` does not vary.
package func pearson(_ x: [Double], _ y: [Double]) -> Double? {
  precondition(x.count == y.count, "\(x.count) numbers against \(y.count)")
  let (meanX, meanY) = (Summary(x).mean, Summary(y).mean)
  var (xx, xy, yy) = (0.0, 0.0, 0.0)
  for (x, y) in zip(x, y) {
    xx += (x - meanX) * (x - meanX)
    xy += (x - meanX) * (y - meanY)
    yy += (y - meanY) * (y - meanY)
  }
  guard xx > 0, yy > 0 else { return nil }
  return min(1, max(-1, xy / (xx.squareRoot() * yy.squareRoot())))
}

/// The position of each number in ascending order, from 1; equal numbers get the mean of their positions.
func midranks(_ numbers: [Double]) -> [Double] {
  for number in numbers { precondition(number.isFinite, "\(number) has no position in an order") }
  let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
  var ranks = [Double](repeating: 0, count: numbers.count)
  var start = 0
  while start < order.count {
    var end = start + 1
    while end < order.count && numbers[order[end]] == numbers[order[start]] { end += 1 }
    for position in start..<end { ranks[order[position]] = Double(start + end + 1) / 2 }
    start = end
  }
  return ranks
}
