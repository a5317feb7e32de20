package import Experiments
package import FeedMetrics
package import ReportKit
package import Stochastics

extension ValueScale {
  /// The scale of a comparison: durations in the unit that suits the arms' geometric mean, and enough decimals
  /// to show a digit of the interval's half-width, but no more than three digits of the larger arm unless a
  /// difference above the half-width needs them.
  package init(_ comparison: Comparison) {
    let values = [comparison.baselineMean, comparison.candidateMean].compactMap { $0 }
    let (size, typical) = Self.sizes(values)
    self.init(unit: comparison.metric.unit, typical: typical, size: size) {
      Self.decimals(needed: comparison, divisor: $0, size: size)
    }
  }

  /// The scale of a metric of one arm: enough decimals to show a digit of the interval's half-width, but no
  /// more than three digits of the mean.
  package init(_ estimate: MetricEstimate) {
    self.init(estimate.metric, mean: estimate.mean ?? 0, interval: estimate.interval)
  }

  /// The scale of a metric on one surface, under one ranker or on one day.
  package init(_ estimate: ScopedEstimate) {
    self.init(estimate.metric, mean: estimate.mean, interval: estimate.interval)
  }

  /// The scale of a level.
  package init(_ metric: MetricDefinition, mean: Double, interval: ConfidenceInterval?) {
    let size = mean.magnitude
    self.init(unit: metric.unit, typical: size, size: size) { divisor in
      min(
        NumberText.decimals(showing: (interval?.halfWidth ?? 0) / divisor),
        NumberText.decimals(showing: size / divisor / 100))
    }
  }

  /// The scale of an effect size: decimals show a digit of its standard error, or three digits of the effect if
  /// the error is small.
  package init(_ metric: MetricDefinition, size: Double, error: Double?) {
    self.init(unit: metric.unit, typical: size, size: nil) {
      NumberText.decimals(showing: max(error ?? 0, size / 100) / $0)
    }
  }

  /// The common scale of several values of a metric.
  package init(_ metric: MetricDefinition, of values: [Double]) {
    let (size, typical) = Self.sizes(values)
    self.init(unit: metric.unit, typical: typical, size: size) {
      NumberText.decimals(showing: size / $0 / 10)
    }
  }

  /// An interval without unit, for a value between the limits.
  package func interval(_ interval: ConfidenceInterval) -> String {
    let limits = [interval.lower, interval.upper].map {
      NumberText.fixed($0 / divisor, decimals: decimals)
    }
    return "[\(limits[0]), \(limits[1])]"
  }

  /// The limits of an interval beside a change, without unit.
  package func limits(_ interval: ConfidenceInterval) -> String {
    "[\(limit(interval.lower)), \(limit(interval.upper))]"
  }

  /// The largest magnitude, and the geometric mean of it and the smallest above 0.
  private static func sizes(_ values: [Double]) -> (largest: Double, typical: Double) {
    let sizes = values.map(\.magnitude)
    let size = sizes.max() ?? 0
    return (size, (size * (sizes.filter { $0 > 0 }.min() ?? 0)).squareRoot())
  }

  /// The decimals that the uncertainty of the comparison needs.
  private static func decimals(needed comparison: Comparison, divisor: Double, size: Double) -> Int
  {
    guard let difference = comparison.difference else { return 0 }
    let change = difference.mean.magnitude / divisor
    let halfWidth = (difference.interval?.halfWidth ?? 0) / divisor
    if halfWidth == 0 { return NumberText.decimals(showing: change / 10) }
    let ofSize = NumberText.decimals(showing: size / divisor / 100)
    let ofChange = change > halfWidth ? NumberText.decimals(showing: change) : 0
    return min(NumberText.decimals(showing: halfWidth), max(ofSize, ofChange))
  }
}
