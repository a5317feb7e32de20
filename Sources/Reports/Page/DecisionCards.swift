internal import Experiments
internal import FeedMetrics
internal import ReportKit
internal import Studies

/// The decision on each candidate with what it rests on, and what would change it.
struct DecisionCards {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  /// A card for each candidate; none without tested metrics.
  var cards: [PageDecision] { context.results.decisions.map(card) }

  /// Such as `Ship hot; do not ship affinity or contest`; `nil` without tested metrics.
  var headline: [PageSpan]? {
    let decisions = context.results.decisions
    guard !decisions.isEmpty else { return nil }
    var spans: [PageSpan] = []
    for outcome in [Decision.Outcome.ship, .equivalent, .undecided, .doNotShip] {
      let names = decisions.filter { $0.outcome == outcome }.map(\.candidate)
      guard !names.isEmpty else { continue }
      let words =
        spans.isEmpty
        ? outcome.title : "; \(outcome.title.prefix(1).lowercased())\(outcome.title.dropFirst())"
      spans.append(PageSpan(spanText: words + " "))
      for (index, name) in names.enumerated() {
        let joint = index == 0 ? "" : index == names.count - 1 ? " or " : ", "
        if !joint.isEmpty { spans.append(PageSpan(spanText: joint)) }
        spans.append(PageSpan(spanText: name, slot: context.arms.slot(of: name)))
      }
    }
    return spans
  }

  private func card(_ decision: Decision) -> PageDecision {
    let comparisons = context.results.comparisons(of: decision.candidate)
    let tested = comparisons.filter { $0.gateTest != nil }
    let primary = tested.first { $0.gateTest?.role == .primary }
    let guardrails = tested.filter { $0.gateTest?.role == .guardrail }
    var rows: [PageDecisionRow] = primary.map { [row("Primary", $0)] } ?? []
    let shown = guardrails.filter { $0.gateTest?.gate != .pass }
    rows += shown.map { row($0.gateTest?.gate == .fail ? "Broken limit" : "Unclear limit", $0) }
    let kept = guardrails.count - shown.count
    if kept > 0 {
      rows.append(
        PageDecisionRow(
          rowTerm: "Guardrails", rowTone: "up",
          rowText: "\(kept) of \(guardrails.count) within limits"))
    }
    if let gain = PageFindings(context, of: decision.candidate).largestGain,
      gain.metric != primary?.metric
    {
      rows.append(row("Best gain", gain))
    }
    for conflict in VolumeConflict.all(of: decision.candidate, in: context.results) {
      rows.append(
        PageDecisionRow(
          rowTerm: "Rate and volume", rowTone: "flat",
          rowText: conflict.sentence("\(decision.candidate)").text))
    }
    if let line = ExperimentNotes(context.results).societies?.standing(of: decision.candidate) {
      rows.append(PageDecisionRow(rowTerm: "Elsewhere", rowTone: "flat", rowText: line))
    }
    let conditions = DecisionConditions(decision, comparisons).sentences
    if !conditions.isEmpty {
      rows.append(
        PageDecisionRow(
          rowTerm: "To change it", rowTone: "flat", rowText: conditions.joined(separator: " ")))
    }
    return PageDecision(
      decisionTone: decision.outcome.tone,
      decisionTitle: "\(decision.outcome.sign) \(decision.outcome.title) \(decision.candidate)",
      decisionRows: rows)
  }

  /// The change of a metric, and whether it keeps its limit.
  private func row(_ term: String, _ comparison: Comparison) -> PageDecisionRow {
    let change = ChangeText(comparison)
    let isGuardrail = comparison.gateTest?.role == .guardrail
    let isBroken = comparison.gateTest?.gate == .fail
    let tone =
      switch comparison.verdict {
      case _ where isGuardrail: isBroken ? "down" : "flat"
      case .better: "up"
      case .worse: "down"
      default: "flat"
      }
    let doubt = tone == "flat" && !isGuardrail ? "no clear change:" : ""
    let name = comparison.metric.label
    let size = comparison.difference == nil ? "no value" : "\(change.signed) \(change.limits)"
    return PageDecisionRow(
      rowTerm: term, rowTone: tone,
      rowText: [name, doubt, size].filter { !$0.isEmpty }.joined(separator: " "))
  }
}

extension Decision.Outcome {
  /// The decision before the name of a candidate.
  fileprivate var title: String {
    switch self {
    case .ship: "Ship"
    case .doNotShip: "Do not ship"
    case .equivalent: "No reason to ship"
    case .undecided: "Undecided on"
    }
  }

  fileprivate var sign: String {
    switch self {
    case .ship: "✓"
    case .doNotShip: "✕"
    case .equivalent: "="
    case .undecided: "?"
    }
  }

  /// A class of the style sheet.
  fileprivate var tone: String {
    switch self {
    case .ship: "good"
    case .doNotShip: "bad"
    case .equivalent, .undecided: "warn"
    }
  }
}
