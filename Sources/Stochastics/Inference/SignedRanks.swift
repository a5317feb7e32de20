/// Wilcoxon's signed-rank test: are differences as likely to be above 0 as below, by the same amounts?
///
/// The differences other than 0 are ranked by magnitude, ties sharing their mean rank; the statistic is
/// the sum of the ranks of those above 0. Under the hypothesis each sign is a fair coin, so that its distribution is
/// the distribution of a sum of independent ranks, which is added up exactly, ties or not.
///
/// Source: Wilcoxon, *Biometrics Bulletin* 1(6), 1945.
public struct SignedRanks: Sendable, Hashable {
  /// Differences other than 0.
  public let count: Int
  /// The sum of the ranks of the differences above 0.
  public let statistic: Double
  /// Two-sided: twice the smaller tail, the statistic included, and at most 1. It is exact up to
  /// ``exactCount`` differences; beyond it is the normal approximation with the variance that ties
  /// leave and a continuity correction of ½.
  public let pValue: Double

  /// The most differences whose *p* is exact.
  public static let exactCount = 256

  /// - Parameter differences: One for each pair of worlds, all finite; magnitudes tie when they are equal,
  ///   as ``tiedDifferences(_:_:)`` makes those that differ by rounding.
  /// - Returns: `nil` when no difference is other than 0.
  /// - Complexity: O(*n*³), 10 ms for 256 without ties.
  public init?(_ differences: [Double]) {
    for value in differences { precondition(value.isFinite, "a difference is \(value)") }
    let changes = differences.filter { $0 != 0 }
    guard !changes.isEmpty else { return nil }
    let ranks = midranks(changes.map(\.magnitude))
    count = changes.count
    statistic = zip(changes, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
    pValue =
      count <= Self.exactCount
      ? Self.exactP(statistic, ranks) : Self.approximateP(statistic, ranks)
  }

  private static func exactP(_ statistic: Double, _ ranks: [Double]) -> Double {
    // Mean ranks are whole or halves: twice the ranks are whole.
    let distribution = fairSumDistribution(of: ranks.map { Int(2 * $0) })
    let index = Int(2 * statistic)
    let smaller = min(index, distribution.count - 1 - index)
    return min(1, 2 * distribution[...smaller].reduce(0, +))
  }

  private static func approximateP(_ statistic: Double, _ ranks: [Double]) -> Double {
    let half = ranks.reduce(0, +) / 2
    let deviation = (ranks.reduce(0) { $0 + $1 * $1 } / 4).squareRoot()
    let excess = max(0, (statistic - half).magnitude - 0.5)
    return min(1, 2 * Cumulative.normalTail(excess / deviation))
  }
}

/// The probability of each sum, from 0, of numbers that are each in or out by a fair coin.
///
/// - Parameter numbers: Above 0.
func fairSumDistribution(of numbers: [Int]) -> [Double] {
  var probabilities = [1.0]
  for number in numbers.sorted() {
    let last = probabilities.count - 1
    probabilities.append(contentsOf: repeatElement(0, count: number))
    for sum in stride(from: last + number, through: 0, by: -1) {
      let without = sum <= last ? probabilities[sum] : 0
      let with = sum >= number ? probabilities[sum - number] : 0
      probabilities[sum] = (without + with) / 2
    }
  }
  return probabilities
}
