public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics

extension ExperimentResults {
  /// The comparisons at full precision, a row for each candidate and metric, in the units of the
  /// metrics; what does not exist is empty.
  ///
  /// - Parameter hidden: The ids of metrics without rows.
  public func comparisonTable(
    _ format: DelimitedText, hiding hidden: Set<String> = []
  ) -> String {
    let header = [
      "candidate", "metric", "baseline_mean", "candidate_mean", "difference", "standard_error",
      "lower", "upper", "p", "relative", "relative_lower", "relative_upper", "margin",
      "variance_reduction", "worlds", "missing", "verdict",
    ]
    let shown = comparisons.filter { !hidden.contains($0.metric.id) }
    return format.text([header] + shown.map(Self.row))
  }

  private static func row(_ comparison: Comparison) -> [String] {
    let difference = comparison.difference
    let relative = comparison.relative
    let numbers: [Double?] = [
      comparison.baselineMean, comparison.candidateMean, difference?.mean,
      difference?.standardError, difference?.interval?.lower, difference?.interval?.upper,
      difference?.pValue, relative?.estimate, relative?.interval?.lower,
      relative?.interval?.upper, comparison.margin, comparison.varianceReduction,
    ]
    return [comparison.candidate, comparison.metric.id] + numbers.map(DelimitedText.number) + [
      "\(comparison.worlds)", "\(comparison.missing)", comparison.verdict.rawValue,
    ]
  }
}
