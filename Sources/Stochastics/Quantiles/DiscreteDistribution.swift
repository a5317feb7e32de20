internal import PortableMath

/// A distribution over consecutive integers, ready to be drawn from by inversion.
///
/// The cumulative probabilities are in a table with a guide: a cell for each 2⁻ᵐ of probability holds
/// where the search begins, so that a draw reads two entries on average, however many outcomes.
///
/// Source: Chen & Asau, *AIIE Transactions* 6(2), 1974.
@frozen public struct DiscreteDistribution: Sendable {
  @usableFromInline let firstOutcome: Int
  /// Ends with 1, at the last outcome that has a weight.
  @usableFromInline let cumulative: [Double]
  /// For each cell the first index whose cumulative probability reaches the cell; a power of 2 of them,
  /// so that the cell of a probability is found exactly.
  @usableFromInline let guide: [UInt32]
  @usableFromInline let cellCount: Double

  /// The distribution over 0, 1, 2, … with probabilities in proportion to `weights`.
  ///
  /// - Parameter weights: Finite, none negative, at least one above 0; an outcome of weight 0 never
  ///   comes.
  public init(weights: [Double]) { self.init(weights: weights, firstOutcome: 0) }

  /// The power law over `range`: outcome *k* with a probability in proportion to *k* to the power
  /// −`exponent`.
  ///
  /// - Parameters:
  ///   - exponent: Finite.
  ///   - range: From 1 or more.
  public static func powerLaw(exponent: Double, in range: ClosedRange<Int>) -> Self {
    precondition(range.lowerBound >= 1, "a power law from \(range.lowerBound)")
    let weights = range.map { Portable.pow(Double($0), -exponent) }
    return Self(weights: weights, firstOutcome: range.lowerBound)
  }

  private init(weights: [Double], firstOutcome: Int) {
    for weight in weights {
      precondition(weight.isFinite && weight >= 0, "the weight of an outcome is \(weight)")
    }
    let total = weights.reduce(0, +)
    precondition(total > 0 && total.isFinite, "the weights of the outcomes add up to \(total)")
    self.firstOutcome = firstOutcome
    cumulative = Self.cumulative(weights, total: total)
    guide = Self.guide(to: cumulative)
    cellCount = Double(guide.count)
  }

  /// The smallest outcome whose cumulative probability is `p` or more.
  ///
  /// - Parameter p: In the open interval from 0 to 1.
  @inlinable public func quantile(_ p: Double) -> Int {
    precondition(p > 0 && p < 1, "a probability is \(p)")
    var index = Int(guide[Int(p * cellCount)])
    while cumulative[index] < p { index &+= 1 }
    return firstOutcome &+ index
  }

  /// The mean outcome.
  public var mean: Double { Double(firstOutcome) + cumulative.reduce(0) { $0 + (1 - $1) } }

  /// The probability that `quantile` of a uniform number is `outcome`; 0 outside the range.
  public func probability(of outcome: Int) -> Double {
    let index = outcome - firstOutcome
    guard cumulative.indices.contains(index) else { return 0 }
    return index == 0 ? cumulative[0] : cumulative[index] - cumulative[index - 1]
  }
}

extension DiscreteDistribution {
  private static func cumulative(_ weights: [Double], total: Double) -> [Double] {
    var sum = 0.0
    var result: [Double] = []
    result.reserveCapacity(weights.count)
    for weight in weights {
      sum += weight
      result.append(sum / total)
    }
    // Outcomes of weight 0 at the end share the 1 with the last that has a weight, and come after it.
    return result
  }

  private static func guide(to cumulative: [Double]) -> [UInt32] {
    var size = 1
    while size < cumulative.count { size *= 2 }
    var index = 0
    return (0..<size).map { cell in
      while cumulative[index] < Double(cell) / Double(size) { index += 1 }
      return UInt32(index)
    }
  }
}

/// The shares of Zipf's law: share *i*, from 1, in proportion to *i* to the power −`exponent`.
///
/// - Returns: `count` shares that add up to 1, the largest first when `exponent` is positive.
public func zipfShares(count: Int, exponent: Double) -> [Double] {
  precondition(count >= 0, "\(count) shares")
  let weights = (0..<count).map { Portable.pow(Double($0 + 1), -exponent) }
  let total = weights.reduce(0, +)
  return weights.map { $0 / total }
}
