internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// The findings of checks at full precision, a row for each rule, in the units of the metrics; what does
/// not exist is empty. A scenario that could not be checked has a row with the status `error` and why.
enum FindingsTable {
  private static let header = [
    "scenario", "arm", "metric", "rule", "bound", "margin", "level", "status", "worlds",
    "baseline_mean", "mean", "difference", "lower", "upper", "relative", "p", "p_adjusted",
    "remark",
  ]

  static func text(_ checks: [CheckedScenario], _ format: DelimitedText) -> String {
    format.text([header] + checks.flatMap(rows))
  }

  private static func rows(_ checked: CheckedScenario) -> [[String]] {
    switch checked.result {
    case .found(let results): results.findings.map { row($0, results) }
    case .unfinished(let reason):
      [header.map { ["scenario": checked.name, "status": "error", "remark": reason][$0] ?? "" }]
    }
  }

  private static func row(_ finding: CheckFinding, _ results: CheckResults) -> [String] {
    let (comparison, estimate) = (finding.comparison, finding.estimate)
    let interval = comparison?.difference?.interval ?? estimate?.interval
    let limits = [finding.rule.bound, comparison?.margin].map(DelimitedText.number)
    let numbers: [Double?] = [
      comparison?.baselineMean, comparison?.candidateMean ?? estimate?.mean,
      comparison?.difference?.mean, interval?.lower, interval?.upper,
      comparison?.relative?.estimate, comparison?.gating?.pValue ?? estimate?.pValue,
      comparison?.gating?.adjustedP ?? estimate?.adjustedP,
    ]
    return [results.design.scenario, results.arm, finding.metric.id, finding.rule.name] + limits
      + [finding.level.rawValue, finding.status.rawValue, "\(finding.worlds)"]
      + numbers.map(DelimitedText.number) + [finding.remark ?? ""]
  }
}
