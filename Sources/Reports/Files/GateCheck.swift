internal import DataFiles
internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

/// One thing that is asked of an arm, and what came of it, in words that stay ASCII, for files that other
/// programs read.
struct GateCheck {
  /// What it means to a build.
  enum Outcome: Hashable {
    case pass
    /// It is told and stops nobody.
    case warning
    /// Nobody knows.
    case open
    case failure(Cause)
  }

  /// What stops a build.
  enum Cause: String {
    case regression, undecided, improved, changed
  }

  let metric: MetricDefinition
  let arm: String
  /// Which of several rules of the metric it is; `nil` for the usual one.
  let aspect: String?
  let outcome: Outcome
  /// One line, such as `+3.1% 95% CI [+1.5, +4.6], margin 1.0%`.
  let summary: String
  /// The figures, a line each.
  let details: [String]

  /// The metric and, of several rules, which.
  var name: String { [metric.id, aspect].compactMap { $0 }.joined(separator: " ") }

  /// The same, and of which arm.
  var title: String { "\(name) of \(arm)" }
}

// MARK: Of a comparison

extension GateCheck {
  /// All that is asked of the candidates, by candidate, then metric, in the order of the results.
  static func all(_ results: ExperimentResults) -> [GateCheck] {
    results.comparisons.compactMap { comparison in
      comparison.gating.map { GateCheck(comparison, $0, results.design) }
    }
  }

  private init(_ comparison: Comparison, _ gating: Gating, _ design: ExperimentDesign) {
    let figures = GateFigures(comparison)
    metric = comparison.metric
    arm = comparison.candidate
    aspect = nil
    outcome = Self.outcome(gating.gate)
    summary =
      ("\(Self.finding(gating.gate)): \(comparison.metric.id) of \(comparison.candidate) against"
      + " \(design.baseline ?? ""): \(figures.size), \(figures.level) \(comparison.intervalValue.text),"
      + " margin \(figures.margin)").asciiNumbers
    details = figures.lines(
      baseline: design.baseline ?? "", arm: ("candidate", comparison.candidate),
      worlds: comparison.worlds, seed: design.seed,
      remark: comparison.indecision.map { "undecided  \($0.description)" })
  }

  private static func outcome(_ gate: Gate) -> Outcome {
    switch gate {
    case .pass: .pass
    case .fail: .failure(.regression)
    case .undecided: .open
    }
  }

  private static func finding(_ gate: Gate) -> String {
    switch gate {
    case .pass: "no harm beyond the margin"
    case .fail: "harmed beyond the margin"
    case .undecided: "harm undecided"
    }
  }
}

// MARK: Of a check

extension GateCheck {
  /// All that a check asks, in the order of its findings.
  static func all(_ results: CheckResults, by policy: GatePolicy) -> [GateCheck] {
    results.findings.map { GateCheck($0, results, by: policy) }
  }

  private init(_ finding: CheckFinding, _ results: CheckResults, by policy: GatePolicy) {
    let words = RuleWords(finding, anchor: results.baseline.anchor)
    metric = finding.metric
    arm = results.arm
    aspect = words.aspect
    outcome = Self.outcome(finding, by: policy)
    summary = "\(finding.status.rawValue): \(words.reason(of: results.arm))"
    let remark = finding.remark.map { "remark     \($0)" }
    if let comparison = finding.comparison {
      let recorded = words.anchor ?? results.baseline.file
      details = GateFigures(comparison).lines(
        baseline: recorded, arm: ("now", results.arm), worlds: finding.worlds,
        seed: results.design.seed, remark: remark)
    } else {
      details = Self.lines(finding, results, rule: words.rule, remark: remark)
    }
  }

  private static func outcome(_ finding: CheckFinding, by policy: GatePolicy) -> Outcome {
    guard finding.level == .error else {
      return finding.status == .regression || finding.status == .undecided ? .warning : .pass
    }
    switch finding.status {
    case .identical: return .pass
    case .regression: return .failure(.regression)
    case .improved where policy.failure != .worse: return .failure(.improved)
    case .pass where policy.failure == .any: return .failure(.changed)
    case .improved, .pass: return .pass
    case .undecided:
      switch policy.undecided {
      case .warn: return .open
      case .fail: return .failure(.undecided)
      case .pass: return .pass
      }
    }
  }

  /// The figures of a rule about a level.
  private static func lines(
    _ finding: CheckFinding, _ results: CheckResults, rule: String, remark: String?
  ) -> [String] {
    let level = finding.estimate?.interval.map { ", \(LevelWords.heading($0.level))" } ?? ""
    return [
      "now        \(finding.nowValue.text) (\(results.arm))",
      "interval   \(finding.intervalValue.text)\(level)",
      "rule       \(rule)",
      "p          \(finding.pValueShown.text), corrected for \(finding.estimate?.familySize ?? 1)",
      "worlds     \(finding.worlds), seed \(results.design.seed)", remark,
    ].compactMap { $0?.asciiNumbers.replacing("≤", with: "<=").replacing("≥", with: ">=") }
  }
}
