internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

// MARK: Of a comparison

extension GateCheck {
  /// All that is asked of the candidates, by candidate, then metric, in the order of the results.
  static func all(_ results: ExperimentResults) -> [GateCheck] {
    results.comparisons.compactMap { comparison in
      comparison.gateTest.map { GateCheck(comparison, $0, results.design) }
    }
  }

  private init(_ comparison: Comparison, _ gateTest: GateTest, _ design: ExperimentDesign) {
    let figures = GateFigures(comparison)
    let summary =
      ("\(Self.finding(gateTest.gate)): \(comparison.metric.id) of \(comparison.candidate) against"
      + " \(design.baseline ?? ""): \(figures.size), \(figures.level) \(comparison.intervalValue.text),"
      + " margin \(figures.margin)").asciiNumbers
    let details = figures.lines(
      baseline: design.baseline ?? "", arm: ("candidate", comparison.candidate),
      worlds: comparison.worlds, seed: design.seed,
      remark: comparison.inconclusiveReason.map { "undecided  \($0.description)" })
    self.init(
      comparison.metric.measure, of: comparison.candidate, Self.outcome(gateTest.gate),
      summary: summary, details: details)
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
    let remark = finding.remark.map { "remark     \($0)" }
    let details: [String]
    if let comparison = finding.comparison {
      let recorded = words.anchor ?? results.baseline.file
      details = GateFigures(comparison).lines(
        baseline: recorded, arm: ("now", results.arm), worlds: finding.worlds,
        seed: results.design.seed, remark: remark)
    } else {
      details = Self.lines(finding, results, rule: words.rule, remark: remark)
    }
    self.init(
      finding.metric.measure, of: results.arm, aspect: words.aspect,
      Self.outcome(finding, by: policy),
      summary: "\(finding.status.rawValue): \(words.reason(of: results.arm))", details: details)
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

extension MetricDefinition {
  fileprivate var measure: GateCheck.Measure {
    GateCheck.Measure(id: id, name: name, explanation: formula)
  }
}
