internal import PortableMath

extension Quantile {
  /// The quantile of the Poisson distribution: the least count whose cumulative probability is `p` or
  /// more.
  ///
  /// The probabilities are added up from 12 standard deviations below the mean, each from the one
  /// before it; the first is Stirling's formula with three terms of its series.
  ///
  /// - Parameters:
  ///   - p: In the open interval from 0 to 1.
  ///   - mean: In `0...1e6`.
  /// - Complexity: O(mean) below 144, O(√mean) above.
  public static func poisson(_ p: Double, mean: Double) -> Int {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    precondition(mean >= 0 && mean <= 1e6, "the mean of a Poisson distribution is \(mean)")
    var count = max(0, (mean - 12 * mean.squareRoot()).rounded(.down))
    var probability = poissonProbability(of: count, mean: mean)
    var sum = probability
    // Rounding may leave the sum of all below a p next to 1: the terms have then died out.
    while sum < p && (count < mean || probability > 0x1p-60) {
      count += 1
      probability *= mean / count
      sum += probability
    }
    return Int(count)
  }

  private static func poissonProbability(of count: Double, mean: Double) -> Double {
    guard count > 0 else { return Portable.exp(-mean) }
    let excess = (count - mean) / mean
    let deviance = mean * ((1 + excess) * Portable.log1p(excess) - excess)
    let inverse = 1 / count
    let square = inverse * inverse
    let series = inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260)))
    return Portable.exp(-deviance - series) / (2 * Double.pi * count).squareRoot()
  }
}
