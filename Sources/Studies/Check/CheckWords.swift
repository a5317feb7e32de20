internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

/// What a check of a scenario found, in words.
struct CheckWords {
  let results: CheckResults

  init(_ results: CheckResults) { self.results = results }

  /// What happened and why, in one line, the same in all forms.
  static func headline(_ checked: CheckedScenario) -> String {
    switch checked.result {
    case .found(let results): "\(checked.name): \(CheckWords(results).answer)"
    case .unfinished(let reason): "\(checked.name): ERROR: \(reason)"
    }
  }

  /// The headline without the scenario.
  private var answer: String {
    let reasons = outcomeReasons.joined(separator: "; ")
    let warnings = results.findings.filter { $0.level == .warning && $0.status == .regression }
      .map { "; warning: \(reason($0))" }.joined()
    return "\(results.outcome.rawValue.uppercased()): \(reasons)\(warnings)"
  }

  private var outcomeReasons: [String] {
    switch results.outcome {
    case .regression: reasons(.regression)
    case .undecided: reasons(.undecided).map { "\($0), after \(worlds)" }
    case .improved: reasons(.improved)
    case .pass: ["\(results.arm) keeps \(rules), after \(worlds)"]
    case .identical: ["\(results.arm) is as in the baseline in all of \(worlds), \(rules)"]
    }
  }

  private func reasons(_ status: CheckFinding.Status) -> [String] {
    results.findings.filter { $0.level == .error && $0.status == status }.map(reason)
  }

  private func reason(_ finding: CheckFinding) -> String {
    RuleWords(finding, anchor: results.baseline.anchor).reason(of: results.arm)
  }

  private var rules: String { Self.counted(results.findings.count, "rule") }
  private var worlds: String { Self.counted(results.design.worlds, "world") }

  /// The arm and what it is held against.
  var setting: String {
    let design = results.design
    return "\(Remarks.community(design)), \(results.arm) against \(results.baseline.file)"
  }

  /// Worlds, baseline, seed and risk.
  var method: String {
    let (design, baseline) = (results.design, results.baseline)
    let most = design.plan.most > design.worlds ? " of at most \(design.plan.most)" : ""
    let pairs =
      baseline.isRerun
      ? "the baseline's arm was simulated again in them"
      : "paired with those of the baseline"
    return [
      "\(Self.counted(design.worlds, "world"))\(most), \(pairs)", provenance, "seed \(design.seed)",
      "alpha \(NumberText.plain(results.alpha)) and p by Holm for \(families)",
    ].joined(separator: "; ") + "."
  }

  /// The rules whose risk is told together: those that must hold, and those that warn.
  private var families: String {
    let hard = results.findings.count { $0.level == .error }
    let soft = results.findings.count - hard
    return [
      hard == 0 ? nil : Self.counted(hard, "rule") + " that must hold",
      soft == 0 ? nil : Self.counted(soft, "warning"),
    ].compactMap { $0 }.joined(separator: " and for ")
  }

  /// Where the baseline comes from.
  private var provenance: String {
    let baseline = results.baseline
    let changes =
      baseline.acceptedChanges == 0
      ? nil
      : Self.counted(baseline.acceptedChanges, "accepted change")
        + (baseline.lastReason.map { ", the last: \($0)" } ?? "")
    let anchor = baseline.anchor.map { "drift since \($0)" }
    return ["baseline by FeedLab \(baseline.version)", changes, anchor].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// What the signs of the table mean.
  static let legend =
    "! must hold; = as in the baseline; ✓ kept; ▲ better; ▼ broken; ~ undecided"

  /// What is said of single rules.
  var exceptions: [(metric: String, reason: String)] {
    results.findings.compactMap { finding in
      finding.remark.map { (finding.metric.id, $0) }
    }
  }

  /// What so many outcomes are called; `nil` for scenarios that could not be checked.
  static func noun(_ outcome: CheckOutcome?, _ count: Int) -> String {
    switch outcome {
    case nil: count == 1 ? "error" : "errors"
    case .regression: count == 1 ? "regression" : "regressions"
    case .identical, .pass, .improved, .undecided: outcome!.rawValue
    }
  }

  static func counted(_ count: Int, _ noun: String) -> String {
    "\(NumberText.count(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
