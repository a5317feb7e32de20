internal import Stochastics
internal import SyntheticSociety

/// A test of the mean level of a metric over worlds against a bound.
struct LevelTest {
  private(set) var estimate: LevelEstimate
  private let bound: Double
  /// Whether the bound is an upper bound.
  private let isUpper: Bool
  private let alpha: Double

  /// - Parameters:
  ///   - values: The values by world, `nil` where undefined.
  ///   - exogenous: The exogenous totals of the same worlds, which are control variates if their true means
  ///     are known.
  ///   - isUpper: Whether the bound is an upper bound.
  /// - Returns: `nil` without a value.
  init?(
    _ values: [Double?], _ exogenous: [ExogenousTotals] = [], _ means: ExogenousTotals? = nil,
    bound: Double, isUpper: Bool = false, alpha: Double
  ) {
    let worlds = values.indices.filter { values[$0] != nil }
    let controls = means.map { means in
      [\ExogenousTotals.arrivals, \.activity].map { total in
        (values: worlds.map { exogenous[$0][keyPath: total] }, mean: means[keyPath: total])
      }.filter { $0.mean > 0 }
    }
    guard
      let mean = ControlledMean(
        values.compactMap(\.self), controls: controls ?? [], level: 1 - alpha)
    else { return nil }
    self.bound = bound
    self.isUpper = isUpper
    self.alpha = alpha
    let isBeyond = isUpper ? mean.estimate > bound : mean.estimate < bound
    let pValue = mean.pValue(of: bound).map { isBeyond ? $0 : 1 }
    estimate = LevelEstimate(
      mean: mean.estimate, interval: mean.interval, pValue: pValue, adjustedP: pValue)
  }

  var pValue: Double? { estimate.pValue }

  /// Whether the estimate is on the wrong side of the bound, significantly or not.
  var isBeyond: Bool { isUpper ? estimate.mean > bound : estimate.mean < bound }

  func corrected(_ adjustedP: Double?, _ familySize: Int) -> LevelTest {
    var test = self
    test.estimate.adjustedP = adjustedP
    test.estimate.familySize = familySize
    return test
  }

  /// Regression if the bound is significantly broken, pass if the interval keeps it, otherwise undecided.
  var status: CheckFinding.Status {
    guard let interval = estimate.interval else { return .undecided }
    if isBeyond, let p = estimate.adjustedP, p <= alpha { return .regression }
    let isKept = isUpper ? interval.upper <= bound : interval.lower >= bound
    return isKept ? .pass : .undecided
  }
}
