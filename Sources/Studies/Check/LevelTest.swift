internal import Stochastics
internal import SyntheticSociety

/// The mean level of a metric over worlds, held against a bound.
struct LevelTest {
  private(set) var estimate: LevelEstimate
  private let bound: Double
  /// Whether the level is to stay at most, and not at least, at the bound.
  private let isUpper: Bool
  private let risk: Double

  /// - Parameters:
  ///   - values: By world, `nil` where undefined.
  ///   - exogenous: What came from outside in the same worlds; with the true means the level is freed
  ///     from it.
  ///   - isUpper: Whether the bound is the largest level.
  /// - Returns: `nil` without a value.
  init?(
    _ values: [Double?], _ exogenous: [ExogenousTotals] = [], _ means: ExogenousTotals? = nil,
    bound: Double, isUpper: Bool = false, risk: Double
  ) {
    let worlds = values.indices.filter { values[$0] != nil }
    let controls = means.map { means in
      [\ExogenousTotals.arrivals, \.activity].map { total in
        (values: worlds.map { exogenous[$0][keyPath: total] }, mean: means[keyPath: total])
      }.filter { $0.mean > 0 }
    }
    guard
      let mean = ControlledMean(
        values.compactMap(\.self), controls: controls ?? [], level: 1 - risk)
    else { return nil }
    self.bound = bound
    self.isUpper = isUpper
    self.risk = risk
    let isBeyond = isUpper ? mean.estimate > bound : mean.estimate < bound
    let pValue = mean.pValue(of: bound).map { isBeyond ? $0 : 1 }
    estimate = LevelEstimate(
      mean: mean.estimate, interval: mean.interval, pValue: pValue, adjustedP: pValue)
  }

  var pValue: Double? { estimate.pValue }

  /// Whether what is seen is on the wrong side of the bound, by chance or not.
  var isBeyond: Bool { isUpper ? estimate.mean > bound : estimate.mean < bound }

  func corrected(_ adjustedP: Double?, _ familySize: Int) -> LevelTest {
    var test = self
    test.estimate.adjustedP = adjustedP
    test.estimate.familySize = familySize
    return test
  }

  /// Whether the bound is surely kept, surely broken, or neither.
  var status: CheckFinding.Status {
    guard let interval = estimate.interval else { return .undecided }
    if isBeyond, let p = estimate.adjustedP, p <= risk { return .regression }
    let isKept = isUpper ? interval.upper <= bound : interval.lower >= bound
    return isKept ? .pass : .undecided
  }
}
