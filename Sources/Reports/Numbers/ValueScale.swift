internal import Experiments
internal import FeedMetrics
internal import Stochastics

/// The unit and the decimals in which the numbers of one comparison, or of one estimate, are shown.
///
/// Durations are in seconds, minutes, hours or days, whichever suits the arms' geometric mean. Decimals
/// are those that the size of the numbers asks for, or more, until the interval's half-width shows a
/// digit; but no more than make three digits of the larger arm, unless a difference that is larger
/// than the half-width needs them to be seen.
struct ValueScale {
  /// What a value is divided by.
  let divisor: Double
  /// Such as ` h`; empty for a pure number.
  let suffix: String
  let decimals: Int

  init(_ comparison: Comparison) {
    let values = [comparison.baselineMean, comparison.candidateMean].compactMap { $0?.magnitude }
    let size = values.max() ?? 0
    let typical = (size * (values.filter { $0 > 0 }.min() ?? 0)).squareRoot()
    let leastDecimals: Int
    (divisor, suffix, leastDecimals) =
      comparison.metric.unit == "s" ? Self.duration(typical) : (1, "", Self.decimals(ofSize: size))
    let needed = Self.decimals(needed: comparison, divisor: divisor, size: size)
    decimals = max(leastDecimals, needed)
  }

  /// Those of a metric of one arm: what its size asks for, or more, until the interval's half-width
  /// shows a digit, but no more than three digits of the mean.
  init(_ estimate: MetricEstimate) {
    self.init(estimate.metric, mean: estimate.mean ?? 0, interval: estimate.interval)
  }

  /// The same on one surface, under one ranker or on one day.
  init(_ estimate: ScopedEstimate) {
    self.init(estimate.metric, mean: estimate.mean, interval: estimate.interval)
  }

  /// The same of a level.
  init(_ metric: MetricDefinition, mean: Double, interval: ConfidenceInterval?) {
    let size = mean.magnitude
    let leastDecimals: Int
    (divisor, suffix, leastDecimals) =
      metric.unit == "s" ? Self.duration(size) : (1, "", Self.decimals(ofSize: size))
    let halfWidth = (interval?.halfWidth ?? 0) / divisor
    let needed = min(
      NumberText.decimals(showing: halfWidth), NumberText.decimals(showing: size / divisor / 100))
    decimals = max(leastDecimals, needed)
  }

  /// The unit and the decimals of a size of effect, which show a digit of its standard error, or three of
  /// its own where the error is small.
  init(_ metric: MetricDefinition, size: Double, error: Double?) {
    let leastDecimals: Int
    (divisor, suffix, leastDecimals) = metric.unit == "s" ? Self.duration(size) : (1, "", 0)
    decimals = max(
      leastDecimals, NumberText.decimals(showing: max(error ?? 0, size / 100) / divisor))
  }

  /// The unit and the decimals of values of a metric that stand beside each other.
  init(_ metric: MetricDefinition, of values: [Double]) {
    let sizes = values.map(\.magnitude)
    let size = sizes.max() ?? 0
    let typical = (size * (sizes.filter { $0 > 0 }.min() ?? 0)).squareRoot()
    let leastDecimals: Int
    (divisor, suffix, leastDecimals) =
      metric.unit == "s" ? Self.duration(typical) : (1, "", Self.decimals(ofSize: size))
    let shown = NumberText.decimals(showing: size / divisor / 10)
    decimals = max(leastDecimals, shown)
  }

  func value(_ value: Double) -> String { text(value, isSigned: false) }

  func change(_ value: Double) -> String { text(value, isSigned: true) }

  /// A margin or a bound, which somebody chose: with three figures and no zeros at the end.
  func chosen(_ value: Double) -> String {
    NumberText.rounded(value / divisor, figures: 3) + suffix
  }

  /// Without unit, for the limits of an interval beside a change.
  func limit(_ value: Double) -> String {
    NumberText.fixed(value / divisor, decimals: decimals, isSigned: true)
  }

  /// Without unit, for a value between the limits.
  func interval(_ interval: ConfidenceInterval) -> String {
    let limits = [interval.lower, interval.upper].map {
      NumberText.fixed($0 / divisor, decimals: decimals)
    }
    return "[\(limits[0]), \(limits[1])]"
  }

  func halfWidth(_ value: Double) -> String {
    NumberText.fixed(value / divisor, decimals: decimals)
  }

  private func text(_ value: Double, isSigned: Bool) -> String {
    NumberText.fixed(value / divisor, decimals: decimals, isSigned: isSigned) + suffix
  }

  private static func duration(_ seconds: Double) -> (Double, String, Int) {
    switch seconds {
    case ..<60: (1, " s", 0)
    case ..<3600: (60, " min", 0)
    case ..<172_800: (3600, " h", 1)
    default: (86_400, " d", 1)
    }
  }

  /// Three digits below 1, and no fewer than the whole part above.
  private static func decimals(ofSize size: Double) -> Int {
    switch size {
    case ..<1: 3
    case ..<10: 2
    case ..<100: 1
    default: 0
    }
  }

  /// What the uncertainty of the comparison asks for.
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
