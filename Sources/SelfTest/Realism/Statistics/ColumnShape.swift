package import Calibration
internal import PortableMath

/// What is compared of a column of numbers.
package enum ColumnShape: Sendable, Hashable {
  case mean
  case gini
  /// Standard deviation of the natural logarithms of the numbers above 0, with *n* in the denominator.
  case logDeviation
  /// The share of the total that this fraction of the numbers holds, the largest ones.
  case topShare(Double)
  /// The share of zeros.
  case zeroShare
  /// The share of ones among the numbers above 0.
  case oneShare
  /// One quantile divided by another; infinite where that is 0.
  case quantileRatio(Double, Double)
  case median
  /// Standard deviation divided by mean.
  case variation
  /// Variance divided by mean.
  case dispersion
  /// Shape of a gamma distribution, fitted to the numbers above 0.
  case gammaShape
  /// Shape of a Weibull distribution, fitted to the numbers above 0.
  case weibullShape
  /// Exponent of a power law, fitted to the tail that looks most like one, or from a number on.
  case tailExponent(from: Int?)

  package static let p90ToMedian = Self.quantileRatio(0.9, 0.5)
  package static let top1 = Self.topShare(0.01)
  package static let top10 = Self.topShare(0.1)

  /// A few words, to follow the name of a column.
  package var name: String {
    switch self {
    case .mean: "mean"
    case .gini: "Gini"
    case .logDeviation: "sd of ln"
    case .topShare(let fraction): "share of the top \(Int((fraction * 100).rounded())) %"
    case .zeroShare: "share of zeros"
    case .oneShare: "share of ones"
    case .quantileRatio(let upper, let lower):
      "p\(Int((upper * 100).rounded())) ÷ p\(Int((lower * 100).rounded()))"
    case .median: "median"
    case .variation: "sd ÷ mean"
    case .dispersion: "variance ÷ mean"
    case .gammaShape: "gamma shape"
    case .weibullShape: "Weibull shape"
    case .tailExponent(let least): least.map { "tail exponent from \($0)" } ?? "tail exponent"
    }
  }

  /// - Returns: `nil` where the column does not determine the value.
  package func value(of column: CountedValues) -> Double? {
    switch self {
    case .mean: column.mean
    case .gini: column.gini
    case .logDeviation: ColumnSummary(column)?.deviationLog
    case .topShare(let fraction): column.topShare(fraction)
    case .zeroShare: ColumnSummary(column)?.zeroShare
    case .oneShare: share(of: 1, in: column.positive)
    case .quantileRatio(let upper, let lower):
      quotient(column.quantile(upper), column.quantile(lower))
    case .median: column.quantile(0.5)
    case .variation: Moments(column).flatMap { ratio($0.variance.squareRoot(), $0.mean) }
    case .dispersion: Moments(column).flatMap { ratio($0.variance, $0.mean) }
    case .gammaShape: try? GammaFit(column.positive).shape.value
    case .weibullShape: try? WeibullFit(column.positive).shape.value
    case .tailExponent(nil): try? PowerLawFit(column.positive).alpha.value
    case .tailExponent(let least?): tailExponent(of: column, from: least)
    }
  }

  private func tailExponent(of column: CountedValues, from least: Int) -> Double? {
    guard column.filter({ $0 >= Double(least) }).values.count >= 2 else { return nil }
    return try? PowerLawFit(column.positive, xmin: least).alpha.value
  }

  /// - Returns: Infinite where the lower quantile is 0, whatever the upper one, so that a column of few numbers
  ///   above 0 does not drop out.
  private func quotient(_ upper: Double?, _ lower: Double?) -> Double? {
    guard let upper, let lower else { return nil }
    return lower > 0 ? upper / lower : .infinity
  }

  private func share(of value: Double, in column: CountedValues) -> Double? {
    ratio(Double(column.filter { $0 == value }.count), Double(column.count))
  }
}

/// Mean and population variance of a column.
private struct Moments {
  let mean: Double
  let variance: Double

  init?(_ column: CountedValues) {
    guard let mean = column.mean else { return nil }
    self.mean = mean
    variance =
      zip(column.values, column.counts).reduce(0) { sum, pair in
        sum + Double(pair.1) * (pair.0 - mean) * (pair.0 - mean)
      } / Double(column.count)
  }
}

/// - Returns: `nil` unless the denominator is above 0.
func ratio(_ numerator: Double?, _ denominator: Double?) -> Double? {
  guard let numerator, let denominator, denominator > 0 else { return nil }
  return numerator / denominator
}
