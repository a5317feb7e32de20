internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import Studies

/// A comparison as a change in percent of the baseline's mean, with the sign that the change has.
struct Effect {
  let comparison: Comparison
  /// `nil` for a metric without a good side, for a baseline of 0, and if the baseline is so near 0 that the
  /// limits of a percentage are unbounded.
  let percent: Percent?

  struct Percent {
    let estimate: Double
    let lower: Double
    let upper: Double
    /// The margin as a change; `nil` without a margin, and for a metric with a target, which can be missed on
    /// both sides.
    let limit: Double?
  }

  init(_ comparison: Comparison) {
    self.comparison = comparison
    percent = Self.percent(comparison)
  }

  private static func percent(_ comparison: Comparison) -> Percent? {
    guard comparison.metric.direction != .describes, let relative = comparison.relative,
      relative.interval != nil || comparison.worlds == 1,
      let base = comparison.baselineMean?.magnitude, base > 0
    else { return nil }
    return Percent(
      estimate: relative.estimate * 100,
      lower: (relative.interval?.lower ?? relative.estimate) * 100,
      upper: (relative.interval?.upper ?? relative.estimate) * 100,
      limit: limit(comparison).map { $0 / base * 100 })
  }

  /// In the metric's unit.
  private static func limit(_ comparison: Comparison) -> Double? {
    guard comparison.margin > 0 else { return nil }
    switch comparison.metric.direction {
    case .higher: return -comparison.margin
    case .lower: return comparison.margin
    case .target, .describes: return nil
    }
  }

  /// Whether the verdict is better or worse.
  var isClear: Bool { comparison.verdict == .better || comparison.verdict == .worse }
}
