internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// A comparison as the cells of a row, for tables of any kind.
struct ComparisonCells {
  let baseline: String
  let candidate: String
  let change: String
  /// `[−0.08, −0.05]`, or missing.
  let interval: String
  /// `±0.01`, or missing.
  let halfWidth: String
  let percent: String
  /// Of those that something is asked of, corrected for their number.
  let p: String
  /// How likely the candidate is better, or missing.
  let probabilityBetter: String

  init(_ comparison: Comparison) {
    let scale = ValueScale(comparison)
    let difference = comparison.difference
    let interval = difference?.interval
    func text<Value>(_ value: Value?, _ text: (Value) -> String) -> String {
      value.map(text) ?? NumberText.missing
    }
    baseline = text(comparison.baselineMean, scale.value)
    candidate = text(comparison.candidateMean, scale.value)
    change = text(difference?.mean, scale.change)
    self.interval = text(interval) { "[\(scale.limit($0.lower)), \(scale.limit($0.upper))]" }
    halfWidth = text(interval) { "±\(scale.halfWidth($0.halfWidth))" }
    percent =
      Self.hasPercent(comparison)
      ? text(comparison.relative?.estimate, NumberText.percent) : NumberText.missing
    p = text(
      comparison.gating.map(\.adjustedP) ?? difference?.pValue, NumberText.probability)
    probabilityBetter = text(comparison.probabilityBetter, NumberText.chance)
  }

  /// Not where the baseline is so near 0 that Fieller's limits are unbounded.
  private static func hasPercent(_ comparison: Comparison) -> Bool {
    comparison.worlds == 1 || comparison.relative?.interval != nil
  }
}
