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

/// The change of a metric in a sentence: a percentage or, above 300 %, in the metric's unit.
struct ChangeText {
  /// Without sign, such as `16.4%` or `2.4 h`.
  let amount: String
  /// With a sign.
  let signed: String
  /// `[+15.0, +17.8]`, or missing.
  let limits: String
  /// The coverage of the interval; `nil` without one.
  let level: Double?
  /// `higher` or `lower`; empty for no change.
  let side: String

  private static let largestShare = 3.0

  init(_ comparison: Comparison) {
    let mean = comparison.difference?.mean ?? 0
    side = mean > 0 ? "higher" : mean < 0 ? "lower" : ""
    if let relative = comparison.relative, let interval = relative.interval,
      relative.estimate.magnitude < Self.largestShare
    {
      amount = NumberText.fixed(relative.estimate.magnitude * 100, decimals: 1) + "%"
      signed = NumberText.percent(relative.estimate)
      limits = Self.limits(of: interval) { NumberText.fixed($0 * 100, decimals: 1, isSigned: true) }
      level = interval.level
    } else {
      let scale = ValueScale(comparison)
      amount = scale.value(mean.magnitude)
      signed = scale.change(mean)
      let interval = comparison.difference?.interval
      limits = interval.map { Self.limits(of: $0, scale.limit) } ?? NumberText.missing
      level = interval?.level
    }
  }

  private static func limits(of interval: ConfidenceInterval, _ text: (Double) -> String) -> String
  {
    "[\(text(interval.lower)), \(text(interval.upper))]"
  }

  /// `95% CI [+15.0, +17.8]`; empty without an interval.
  var interval: String { level.map { "\(LevelText.heading($0)) \(limits)" } ?? "" }
}
