internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Scenarios

/// The results of a check as sentences.
struct CheckSummary {
  let results: CheckResults

  init(_ results: CheckResults) { self.results = results }

  /// The outcome and its reasons in one line, the same in all formats.
  static func headline(_ checked: CheckedScenario) -> String {
    switch checked.result {
    case .found(let results): "\(checked.name): \(CheckSummary(results).answer)"
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
    case .undecided:
      (results.hasUnknownEffect ? [CheckResults.unknownEffect] : [])
        + reasons(.undecided).map { "\($0), after \(worlds)" }
    case .improved: reasons(.improved)
    case .pass: ["\(results.arm) keeps \(keptRules), after \(worlds)"]
    case .identical: ["\(results.arm) is as in the baseline in all of \(worlds), \(rules)"]
    }
  }

  private func reasons(_ status: CheckFinding.Status) -> [String] {
    results.findings.filter { $0.level == .error && $0.status == status }.map(reason)
  }

  private func reason(_ finding: CheckFinding) -> String {
    RuleSummary(finding, anchor: results.baseline.anchor).reason(of: results.arm)
  }

  /// The rules that hold, of all where some do not.
  private var keptRules: String {
    let kept = results.findings.count { ![.regression, .undecided].contains($0.status) }
    return kept == results.findings.count ? rules : "\(kept) of \(rules)"
  }

  private var rules: String { NumberText.counted(results.findings.count, "rule") }
  private var worlds: String { NumberText.counted(results.design.worlds, "world") }

  /// The community, the arm and the baseline.
  var setting: Sentence {
    let community = ExperimentNotes.community(results.design)
    return "\(community), \(results.arm) against \(path: results.baseline.file)"
  }

  /// The worlds, the baseline, the seed and alpha.
  var method: String {
    let (design, baseline) = (results.design, results.baseline)
    let most = design.plan.most > design.worlds ? " of at most \(design.plan.most)" : ""
    let pairs =
      baseline.isRerun
      ? "the baseline's arm was simulated again in them"
      : "paired with the baseline's"
    return [
      "\(NumberText.counted(design.worlds, "world"))\(most), \(pairs)", provenance,
      "seed \(design.seed)",
      "alpha \(NumberText.plain(results.alpha)); p-values are Holm-corrected over \(families)",
    ].joined(separator: "; ") + "."
  }

  /// The two hypothesis families: rules that must hold, and warnings.
  private var families: String {
    let hard = results.findings.count { $0.level == .error }
    let soft = results.findings.count - hard
    return [
      hard == 0 ? nil : NumberText.counted(hard, "rule") + " that must hold",
      soft == 0 ? nil : NumberText.counted(soft, "warning"),
    ].compactMap { $0 }.joined(separator: " and, separately, over ")
  }

  /// The origin of the baseline.
  private var provenance: String {
    let baseline = results.baseline
    let changes =
      baseline.acceptedChanges == 0
      ? nil
      : NumberText.counted(baseline.acceptedChanges, "accepted change")
        + (baseline.lastReason.map { ", the last: \($0)" } ?? "")
    let anchor = baseline.anchor.map { "drift since \($0)" }
    return ["baseline by FeedLab \(baseline.version)", changes, anchor].compactMap { $0 }
      .joined(separator: ", ")
  }

  /// Notes on rules that a reader may wonder at.
  var ruleNotes: [Sentence] {
    let rules = results.findings.map(\.rule)
    let hasOverlap = rules.contains {
      if case .rankingOverlap = $0 { true } else { false }
    }
    let hasLevel = results.findings.contains { finding in
      finding.estimate != nil
        && results.findings.contains {
          $0.rule == .relative && $0.metric == finding.metric
        }
    }
    let hasPages = results.findings.contains { $0.metric.id == MetricCatalogue.underfilledPages }
    return [
      hasPages
        ? "Every check of a ranker that may leave posts out has a rule about pages that are left short or empty; \(code: MetricCatalogue.underfilledPages) under \(code: "check.rules") sets its level and margin."
        : nil,
      hasOverlap
        ? "Every check has the rule \(RankingOverlap.definition.label), which shows that another order is served; \(code: "check.ranking-overlap: off") turns it off."
        : nil,
      hasLevel
        ? "A level is a mean that is adjusted for the arrivals and the activity of the worlds, so that it differs from the mean of the same metric beside the baseline."
        : nil,
    ].compactMap { $0 }
  }

  /// The notes on single rules.
  var exceptions: [String] {
    results.findings.compactMap { finding in
      finding.note.map { "\(finding.metric.label): \($0)" }
    }
  }

  /// The number of an outcome; `nil` for scenarios that could not be checked.
  static func tally(_ count: Int, _ outcome: CheckOutcome?) -> String {
    switch outcome {
    case nil: NumberText.counted(count, "error")
    case .regression: NumberText.counted(count, "regression")
    case .identical, .pass, .improved, .undecided: "\(count) \(outcome!.rawValue)"
    }
  }
}

/// A finding of a check as phrases.
struct RuleSummary {
  private let finding: CheckFinding
  /// The release that drift is measured from; `nil` for other rules.
  let anchor: String?

  /// - Parameter anchor: The release that drift is measured from, if there is one.
  init(_ finding: CheckFinding, anchor: String?) {
    self.finding = finding
    self.anchor = finding.rule == .drift ? anchor ?? "the anchor" : nil
  }

  /// The rule, such as `loss ≤ 0.01`.
  var rule: String {
    let limit =
      switch finding.rule {
      case .relative, .drift: [loss, since].compactMap { $0 }.joined(separator: " ")
      case .minimum(let bound): "level ≥ \(text(bound))"
      case .maximum(let bound): "level ≤ \(text(bound))"
      case .rankingOverlap(let bound): "overlap ≥ \(text(bound))"
      }
    return finding.level == .error ? limit : "\(limit) (warning)"
  }

  /// The estimate and the rule, such as
  /// `Category variety@10 of affinity -0.021 [-0.024, -0.018], margin 0.01`, in ASCII for logs and for files
  /// that other programs read.
  func reason(of arm: String) -> String {
    let subject = "\(label) of \(arm)"
    let seen = [measured, since].compactMap { $0 }.joined(separator: " ")
    return "\(subject) \(seen), \(bound)".asciiNumbers
  }

  /// The name of the rule if it is not about a loss: `drift`, `min`, `max`.
  var aspect: String? {
    switch finding.rule {
    case .relative, .rankingOverlap: nil
    case .drift: "drift"
    case .minimum: "min"
    case .maximum: "max"
    }
  }

  /// The metric and, of drift, the release: `Like rate since v1.2`.
  var subject: String { [label, since].compactMap { $0 }.joined(separator: " ") }

  private var label: String { finding.comparison?.changeLabel ?? finding.metric.label }

  private var measured: String {
    let (value, interval) = (
      finding.comparison == nil ? finding.nowValue : finding.changeValue, finding.intervalValue
    )
    guard !value.isMissing else { return "has no value" }
    let size = finding.comparison == nil ? "is \(value.text)" : value.text
    return interval.isMissing ? size : "\(size) \(interval.text)"
  }

  private var since: String? { anchor.map { "since \($0)" } }

  private var bound: String {
    switch finding.rule {
    case .relative, .drift: "margin \(margin)"
    case .minimum(let bound), .rankingOverlap(let bound): "min \(text(bound))"
    case .maximum(let bound): "max \(text(bound))"
    }
  }

  private var loss: String {
    (finding.comparison?.margin ?? 0) == 0 ? "no loss" : "loss ≤ \(margin)"
  }

  private var margin: String {
    finding.comparison.map { ChangeText($0).margin } ?? NumberText.missing
  }

  /// A bound in the unit of the shown level.
  private func text(_ bound: Double) -> String {
    (finding.levelScale ?? ValueScale(finding.metric, of: [bound])).chosen(bound)
  }
}

extension String {
  /// The text with a hyphen in place of the minus sign and of the sign for a missing value.
  var asciiNumbers: String {
    replacing(NumberText.minus, with: "-").replacing(NumberText.missing, with: "-")
  }
}
