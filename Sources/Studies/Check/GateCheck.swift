internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios
internal import Stochastics

// MARK: Of a comparison

extension GateCheck {
  /// The tested metrics of all candidates, by candidate, then metric, in the order of the results.
  static func all(_ results: ExperimentResults) -> [GateCheck] {
    results.comparisons.compactMap { comparison in
      comparison.gateTest.map { GateCheck(comparison, $0, results.design) }
    }
  }

  private init(_ comparison: Comparison, _ gateTest: GateTest, _ design: ExperimentDesign) {
    let figures = GateFigures(comparison)
    let summary =
      ("\(Self.finding(gateTest.gate)): \(comparison.changeLabel) of \(comparison.candidate) against"
      + " \(design.baseline ?? ""): \(figures.size), \(figures.level) \(comparison.intervalValue.text),"
      + " margin \(figures.margin)").asciiNumbers
    let details = figures.lines(
      baseline: design.baseline ?? "", arm: ("candidate", comparison.candidate),
      worlds: comparison.worlds, seed: design.seed,
      note: comparison.inconclusiveReason.map { "undecided  \($0.description)" })
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
  /// The rules of a check, in the order of its findings.
  static func all(_ results: CheckResults, by policy: GatePolicy) -> [GateCheck] {
    results.findings.map { GateCheck($0, results, by: policy) }
  }

  private init(_ finding: CheckFinding, _ results: CheckResults, by policy: GatePolicy) {
    let summary = RuleSummary(finding, anchor: results.baseline.anchor)
    let note = finding.note.map { "note       \($0)" }
    let details: [String]
    if let comparison = finding.comparison {
      let recorded = summary.anchor ?? results.baseline.file
      details = GateFigures(comparison).lines(
        baseline: recorded, arm: ("now", results.arm), worlds: finding.worlds,
        seed: results.design.seed, note: note)
    } else {
      details = Self.lines(finding, results, rule: summary.rule, note: note)
    }
    self.init(
      finding.metric.measure, of: results.arm, aspect: summary.aspect,
      Self.outcome(finding, by: policy, undecided: policy.undecided(for: results)),
      summary: "\(finding.status.rawValue): \(summary.reason(of: results.arm))", details: details)
  }

  private static func outcome(
    _ finding: CheckFinding, by policy: GatePolicy, undecided: GatePolicy.Undecided
  ) -> Outcome {
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
      switch undecided {
      case .warn: return .open
      case .fail: return .failure(.undecided)
      case .pass: return .pass
      }
    }
  }

  /// The lines on a rule about a level.
  private static func lines(
    _ finding: CheckFinding, _ results: CheckResults, rule: String, note: String?
  ) -> [String] {
    let level = finding.estimate?.interval.map { ", \(LevelText.heading($0.level))" } ?? ""
    return [
      "now        \(finding.nowValue.text) (\(results.arm))",
      "interval   \(finding.intervalValue.text)\(level)",
      "rule       \(rule)",
      "p          \(finding.pValueShown.text), corrected for \(finding.estimate?.familySize ?? 1)",
      "worlds     \(finding.worlds), seed \(results.design.seed)", note,
    ].compactMap { $0?.asciiNumbers.replacing("≤", with: "<=").replacing("≥", with: ">=") }
  }
}

extension MetricDefinition {
  fileprivate var measure: GateCheck.Measure {
    GateCheck.Measure(id: id, label: label, name: name, explanation: formula)
  }
}

/// Which findings besides regressions fail a build.
public struct GatePolicy: Sendable, Hashable {
  /// Which changes fail a build.
  public enum Failure: String, Sendable, Hashable, CaseIterable {
    /// Only regressions.
    case worse
    /// Improvements too, so that they are recorded.
    case improved
    /// Every difference from the baseline.
    case any
  }

  /// The consequence of an undecided rule.
  public enum Undecided: String, Sendable, Hashable, CaseIterable {
    case warn, fail, pass
  }

  public var failure: Failure
  public var undecided: Undecided

  public init(failure: Failure = .worse, undecided: Undecided = .warn) {
    self.failure = failure
    self.undecided = undecided
  }

  /// The consequence of an undecided rule of these results: instead of warning it fails where another order is served,
  /// since the code is not unchanged.
  public func undecided(for results: CheckResults) -> Undecided {
    undecided == .warn && results.hasUnknownEffect ? .fail : undecided
  }
}

/// The figures of a tested comparison, for the output of builds.
struct GateFigures {
  /// The change on the scale of the margin.
  let size: String
  /// The name of the interval, such as `95% CI`.
  let level: String
  let margin: String
  private let comparison: Comparison

  init(_ comparison: Comparison) {
    self.comparison = comparison
    let change = ChangeText(comparison)
    level = change.level.map(LevelText.heading) ?? "CI"
    margin = change.margin
    size = change.signed
  }

  /// The figures, one to a line, in ASCII.
  ///
  /// - Parameters:
  ///   - baseline: The label of the value to compare with.
  ///   - arm: The label of its value, and its name.
  func lines(
    baseline: String, arm: (label: String, name: String), worlds: Int, seed: UInt64, note: String?
  ) -> [String] {
    let label = arm.label.padded(to: 10)
    return [
      "baseline   \(comparison.baselineValue.text) (\(baseline))",
      "\(label) \(comparison.candidateValue.text) (\(arm.name))",
      "change     \(size)", "interval   \(comparison.intervalValue.text), \(level)",
      "margin     \(margin), \(comparison.metric.direction.explanation)",
      "p          \(comparison.pValueShown.text), corrected for \(comparison.gateTest?.familySize ?? 1)",
      "worlds     \(worlds), seed \(seed)", note,
    ].compactMap { $0?.asciiNumbers }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
