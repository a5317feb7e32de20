public import Experiments
internal import FeedMetrics
public import ReportKit
internal import Stochastics

extension SensitivityResults {
  /// What each parameter does to each difference, at full precision and in the units of the metrics: a
  /// row for each candidate, metric and parameter; what does not exist is empty.
  ///
  /// The shares are those of the societies with something to judge, the same in all rows of a metric;
  /// better and higher stand in one column, as do worse and lower.
  public func influenceTable(_ format: DelimitedText = .commas) -> String {
    let header = [
      "candidate", "metric", "societies", "better_share", "worse_share", "equal_share",
      "undecided_share", "parameter", "low", "high", "mu", "mu_error", "mu_star", "mu_star_error",
      "sigma", "noise", "p", "measurable", "changes", "reversals",
    ]
    return format.text(
      [header] + findings.flatMap { finding in finding.influences.map { row(finding, $0) } })
  }

  private func row(_ finding: SensitivityFinding, _ influence: ParameterInfluence) -> [String] {
    let range = design.parameters[influence.parameter]
    let verdicts = finding.verdicts
    let shares = [
      verdicts.share(of: .better, .higher), verdicts.share(of: .worse, .lower),
      verdicts.share(of: .equivalent, .identical), verdicts.share(of: .undecided),
    ]
    let effects = influence.effects
    let numbers = [
      range.low, range.high, effects?.mean, effects?.meanError, effects?.meanMagnitude,
      effects?.meanMagnitudeError, effects?.deviation, effects?.noise, effects?.pValue,
    ]
    return [finding.candidate, finding.metric.id, "\(verdicts.judged)"]
      + shares.map(DelimitedText.number) + [range.key] + numbers.map(DelimitedText.number)
      + [
        "\(influence.isMeasurable)", "\(influence.changes.count)",
        "\(influence.changes.count(where: \.isReversal))",
      ]
  }
}
