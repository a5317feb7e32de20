internal import FeedMetrics
internal import PortableMath

/// How unequal categories are.
package struct CategoryShares: Sendable, Hashable {
  /// How many things were counted.
  package let count: Int
  /// The share of each category that came, in descending order.
  package let shares: [Double]
  /// Shannon entropy of the shares, in nats.
  package let entropy: Double
  /// As many equal categories have this entropy: e^entropy.
  package let effectiveNumber: Double
  package let gini: Double
  /// How steeply the logarithm of the count falls with the rank's logarithm over the `zipfRanks` largest
  /// categories, by least squares; above 0 for a fall, `nil` for fewer than three categories.
  package let zipfSlope: Estimate?

  /// How many of the largest categories the slope is taken over.
  package static let zipfRanks = 20

  /// - Parameter counts: How often each category came, in any order.
  /// - Returns: `nil` when none came.
  package init?(counts: [Int]) {
    for count in counts { precondition(count >= 0, "a category came \(count) times") }
    let descending = counts.filter { $0 > 0 }.sorted(by: >)
    count = descending.reduce(0, +)
    guard count > 0 else { return nil }
    let total = Double(count)
    shares = descending.map { Double($0) / total }
    entropy = FeedMetrics.entropy(ofShares: shares)
    effectiveNumber = FeedMetrics.effectiveNumber(entropy: entropy)
    gini = CountedValues(descending.map { Double($0) }).gini ?? 0
    let top = descending.prefix(Self.zipfRanks)
    let slope = LeastSquares(
      x: top.indices.map { Portable.log(Double($0 + 1)) }, y: top.map { Portable.log(Double($0)) })
    zipfSlope = slope.map { Estimate(-$0.slope, standardError: $0.standardError) }
  }
}

/// A straight line through points by least squares.
struct LeastSquares {
  let slope: Double
  let standardError: Double

  /// - Returns: `nil` for fewer than three points, or when `x` does not vary.
  init?(x: [Double], y: [Double]) {
    guard x.count == y.count, x.count >= 3 else { return nil }
    let n = Double(x.count)
    let (meanX, meanY) = (x.reduce(0, +) / n, y.reduce(0, +) / n)
    var (xx, xy) = (0.0, 0.0)
    for (x, y) in zip(x, y) {
      xx += (x - meanX) * (x - meanX)
      xy += (x - meanX) * (y - meanY)
    }
    guard xx > 0 else { return nil }
    let slope = xy / xx
    let squares = zip(x, y).reduce(0) { sum, point in
      let residual = point.1 - meanY - slope * (point.0 - meanX)
      return sum + residual * residual
    }
    self.slope = slope
    standardError = (squares / (n - 2) / xx).squareRoot()
  }
}
