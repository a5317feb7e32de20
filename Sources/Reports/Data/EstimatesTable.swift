public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics

extension ExperimentResults {
  /// The metrics of each arm at full precision, a row for each arm and metric, in the units of the
  /// metrics; what does not exist is empty. The last three columns are the place on the scale on which
  /// random is 0 and ideal 1.
  ///
  /// - Parameter hidden: The ids of metrics without rows.
  public func estimateTable(
    _ format: DelimitedText, hiding hidden: Set<String> = []
  ) -> String {
    let header = [
      "arm", "metric", "mean", "standard_deviation", "standard_error", "lower", "upper", "worlds",
      "missing", "support", "scaled", "scaled_lower", "scaled_upper",
    ]
    return format.text([header] + estimates.filter { !hidden.contains($0.metric.id) }.map(Self.row))
  }

  private static func row(_ estimate: MetricEstimate) -> [String] {
    let numbers = [
      estimate.mean, estimate.standardDeviation, estimate.standardError, estimate.interval?.lower,
      estimate.interval?.upper,
    ]
    let scaled = [
      estimate.scaled?.estimate, estimate.scaled?.interval?.lower, estimate.scaled?.interval?.upper,
    ]
    return [estimate.arm, estimate.metric.id] + numbers.map(DelimitedText.number)
      + ["\(estimate.worlds)", "\(estimate.missing)", DelimitedText.number(estimate.support)]
      + scaled.map(DelimitedText.number)
  }
}
