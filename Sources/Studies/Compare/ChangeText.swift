package import Experiments
internal import ReportKit
internal import Stochastics

/// The change of a metric in a sentence: a percentage or, above 300 %, in the metric's unit.
package struct ChangeText {
  /// Without sign, such as `16.4%` or `2.4 h`.
  package let amount: String
  /// With a sign.
  package let signed: String
  /// `[+15.0, +17.8]`, or missing.
  package let limits: String
  /// The coverage of the interval; `nil` without one.
  package let level: Double?
  /// `higher` or `lower`; empty for no change.
  package let side: String

  private static let largestShare = 3.0

  package init(_ comparison: Comparison) {
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
  package var interval: String { level.map { "\(LevelText.heading($0)) \(limits)" } ?? "" }
}
