internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// A finding of a check as the cells of a row, for tables of any kind.
struct RuleCells {
  let metric: String
  /// Of rules about differences alone.
  let baseline: String
  let now: String
  /// Of rules about differences alone.
  let change: String
  /// Of the change, or of the level where the rule is about that.
  let interval: String
  /// `±0.01`, or missing.
  let halfWidth: String
  let percent: String
  /// Corrected for the number of rules.
  let p: String
  let verdict: String
  let mark: String
  let rule: String

  /// - Parameter anchor: The release that drift is measured from.
  init(_ finding: CheckFinding, anchor: String?) {
    metric = finding.metric.label + (finding.level == .error ? " !" : "")
    verdict = finding.status.words
    mark = finding.status.mark
    rule = RuleWords(finding, anchor: anchor).rule
    if let comparison = finding.comparison {
      let cells = ComparisonCells(comparison)
      (baseline, now, change) = (cells.baseline, cells.candidate, cells.change)
      (interval, halfWidth, percent, p) = (cells.interval, cells.halfWidth, cells.percent, cells.p)
      return
    }
    (baseline, change, percent) = (NumberText.missing, NumberText.missing, NumberText.missing)
    let level = finding.estimate.map { (ValueScale(finding.metric, $0), $0) }
    now = level.map { $0.value($1.mean) } ?? NumberText.missing
    interval =
      level.flatMap { scale, level in level.interval.map(scale.interval) } ?? NumberText.missing
    halfWidth =
      level.flatMap { scale, level in level.interval.map { "±" + scale.halfWidth($0.halfWidth) } }
      ?? NumberText.missing
    p =
      level.flatMap { ($1.adjustedP ?? $1.pValue).map(NumberText.probability) }
      ?? NumberText.missing
  }
}

extension ValueScale {
  /// That of the level that a rule is about.
  fileprivate init(_ metric: MetricDefinition, _ level: LevelEstimate) {
    self.init(metric, mean: level.mean, interval: level.interval)
  }
}

extension CheckFinding.Status {
  /// The sign that goes with the word.
  var mark: String {
    switch self {
    case .identical: "="
    case .pass: "✓"
    case .improved: "▲"
    case .regression: "▼"
    case .undecided: "~"
    }
  }

  /// The sign and the word.
  var words: String { "\(mark) \(rawValue)" }
}
