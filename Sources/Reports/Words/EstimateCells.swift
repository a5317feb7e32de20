internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Stochastics

/// A metric of an arm as the cells of a row, for tables of any kind.
struct EstimateCells {
  let mean: String
  /// `[0.58, 0.66]`, or missing.
  let interval: String
  /// `±0.04`, or missing.
  let halfWidth: String
  /// The standard deviation over the worlds.
  let deviation: String
  /// How many have a value.
  let worlds: String
  /// Over how many things a world's value was taken.
  let support: String

  init(_ estimate: MetricEstimate) {
    let scale = ValueScale(estimate)
    mean = estimate.mean.map(scale.value) ?? NumberText.missing
    interval = estimate.interval.map(scale.interval) ?? NumberText.missing
    halfWidth = estimate.interval.map { "±\(scale.halfWidth($0.halfWidth))" } ?? NumberText.missing
    deviation = estimate.standardDeviation.map(scale.halfWidth) ?? NumberText.missing
    worlds = "\(estimate.worlds)"
    support =
      estimate.support.map { NumberText.fixed($0.rounded(), decimals: 0) } ?? NumberText.missing
  }
}

/// A metric of an arm on the scale on which random is 0 and ideal 1, as cells.
struct ScaledCells {
  let estimate: String
  /// Fieller's limits, or missing.
  let interval: String

  private static let decimals = 2

  init(_ estimate: MetricEstimate) {
    func text(_ value: Double) -> String { NumberText.fixed(value, decimals: Self.decimals) }
    self.estimate = estimate.scaled.map { text($0.estimate) } ?? NumberText.missing
    interval =
      estimate.scaled?.interval.map { "[\(text($0.lower)), \(text($0.upper))]" }
      ?? NumberText.missing
  }
}
