internal import PortableMath

/// The descriptive statistics of a column.
package struct ColumnSummary: Sendable, Hashable {
  /// The probabilities of `quantiles`.
  package static let probabilities = [0.1, 0.25, 0.5, 0.75, 0.9, 0.99]

  package let count: Int
  package let mean: Double
  /// Mean and population standard deviation of the natural logarithms of the numbers above 0; `nil` without such
  /// numbers.
  package let meanLog: Double?
  package let deviationLog: Double?
  /// The share of zeros.
  package let zeroShare: Double
  /// `nil` unless the total is above 0.
  package let gini: Double?
  /// At `probabilities`, by linear interpolation.
  package let quantiles: [Double]
  /// Share of the total that the largest hundredth and tenth hold; `nil` unless the total is above 0.
  package let top1PercentShare: Double?
  package let top10PercentShare: Double?

  /// Sums up a column.
  ///
  /// - Returns: `nil` for an empty one.
  package init?(_ column: CountedValues) {
    guard let mean = column.mean else { return nil }
    count = column.count
    self.mean = mean
    let moments = LogMoments(column.positive)
    meanLog = moments?.mean
    deviationLog = moments?.deviation
    zeroShare = Double(column.filter { $0 == 0 }.count) / Double(column.count)
    gini = column.gini
    quantiles = Self.probabilities.compactMap(column.quantile)
    top1PercentShare = column.topShare(0.01)
    top10PercentShare = column.topShare(0.1)
  }
}

/// Mean and population standard deviation of the natural logarithms of numbers above 0.
struct LogMoments {
  let mean: Double
  let deviation: Double

  /// - Returns: `nil` without numbers.
  init?(_ column: CountedValues) {
    guard !column.isEmpty else { return nil }
    let n = Double(column.count)
    let mean = column.sum { Portable.log($0) } / n
    self.mean = mean
    deviation = (column.sum { (Portable.log($0) - mean) * (Portable.log($0) - mean) } / n)
      .squareRoot()
  }
}
