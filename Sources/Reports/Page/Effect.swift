internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics
internal import Studies

/// A comparison as a change relative to the baseline's mean, with the sign that the change has.
struct Effect {
  let comparison: Comparison
  /// `nil` for a metric without a good side, for a metric with a target, and for a baseline of 0.
  let percent: Percent?

  /// The change as a fraction of the baseline's mean.
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

  /// The interval that decides, as a share of the baseline.
  private static func percent(_ comparison: Comparison) -> Percent? {
    guard comparison.metric.direction != .describes,
      let base = comparison.baselineMean?.magnitude, base > 0
    else { return nil }
    if case .target = comparison.metric.direction { return nil }
    guard let deciding = comparison.deciding else {
      guard comparison.worlds == 1, let relative = comparison.relative else { return nil }
      return Percent(
        estimate: relative.estimate, lower: relative.estimate, upper: relative.estimate, limit: nil)
    }
    let unit = deciding.scale == .share ? 1 : base
    return Percent(
      estimate: deciding.estimate / unit, lower: deciding.interval.lower / unit,
      upper: deciding.interval.upper / unit,
      limit: comparison.metric.direction.limit(ofMargin: deciding.margin).map { $0 / unit })
  }

  /// A scale for the intervals and limits of effects: equal factors are equally far apart, and changes of a few percent
  /// have room. A change below the least ratio is drawn at the end.
  ///
  /// - Returns: `nil` without an effect in percent.
  static func scale(of effects: [Effect]) -> ChartScale? {
    let values = effects.compactMap(\.percent).flatMap { percent -> [Double] in
      [percent.lower, percent.upper, percent.estimate, percent.limit ?? 0]
    }
    guard !values.isEmpty else { return nil }
    return ChartScale(
      .ratio(0.05), holding: values.map { min(max($0, leastChange), mostChange) }, including: 0)
  }

  private static let leastChange = -0.95
  private static let mostChange = 49.0

  /// The change, signed, in percent or in the metric's unit.
  var changeText: String {
    comparison.difference == nil ? NumberText.missing : ChangeText(comparison).signed
  }

  /// Whether the verdict is better or worse.
  var isClear: Bool { comparison.verdict == .better || comparison.verdict == .worse }
}

extension MetricDefinition.Direction {
  /// The change of a metric that is a loss of the margin.
  ///
  /// - Parameter margin: The largest loss that does not matter, in the metric's unit, not negative.
  /// - Returns: `nil` without a margin, and for a metric with a target, which can be missed on both sides.
  func limit(ofMargin margin: Double) -> Double? {
    guard margin > 0 else { return nil }
    switch self {
    case .higher: return -margin
    case .lower: return margin
    case .target, .describes: return nil
    }
  }
}
