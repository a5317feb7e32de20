internal import Stochastics
internal import SyntheticSociety

/// A test of the mean level of a metric over worlds against a bound.
struct LevelTest {
  private(set) var estimate: LevelEstimate
  private let bound: Double
  /// Whether the bound is an upper bound.
  private let isUpper: Bool
  private let values: [Double]
  private let controls: [(values: [Double], mean: Double)]

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
    let known = means.map { means in
      [\ExogenousTotals.arrivals, \.activity].map { total in
        (values: worlds.map { exogenous[$0][keyPath: total] }, mean: means[keyPath: total])
      }.filter { $0.mean > 0 }
    }
    self.values = values.compactMap(\.self)
    controls = known ?? []
    guard let mean = ControlledMean(self.values, controls: controls, level: 1 - alpha) else {
      return nil
    }
    self.bound = bound
    self.isUpper = isUpper
    let isBeyond = isUpper ? mean.estimate > bound : mean.estimate < bound
    let pValue = mean.pValue(of: bound).map { isBeyond ? $0 : 1 }
    estimate = LevelEstimate(
      mean: mean.estimate, interval: mean.interval, pValue: pValue, adjustedP: pValue)
  }

  var pValue: Double? { estimate.pValue }

  /// Whether the estimate is on the wrong side of the bound, significantly or not.
  var isBeyond: Bool { isUpper ? estimate.mean > bound : estimate.mean < bound }

  /// - Parameter alpha: The alpha at which the correction ended. A bound that is kept needs no correction.
  func corrected(_ adjustedP: Double?, _ familySize: Int, alpha: Double) -> LevelTest {
    var test = self
    test.estimate.adjustedP = adjustedP
    test.estimate.familySize = familySize
    if status != .pass {
      test.estimate.interval =
        ControlledMean(values, controls: controls, level: 1 - alpha)?.interval
    }
    return test
  }

  /// Regression if the whole interval is beyond the bound, pass if it keeps it, otherwise undecided.
  var status: CheckFinding.Status {
    guard let interval = estimate.interval else { return .undecided }
    let isBroken = isUpper ? interval.lower > bound : interval.upper < bound
    let isKept = isUpper ? interval.upper <= bound : interval.lower >= bound
    return isBroken ? .regression : isKept ? .pass : .undecided
  }
}
