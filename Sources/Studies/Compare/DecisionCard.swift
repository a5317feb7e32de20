package import Experiments
internal import FeedMetrics
package import ReportKit

/// The decision on a candidate with what it rests on, and what would change it.
package struct DecisionCard {
  package struct Row {
    package let term: String
    package let text: String
    /// Good or bad where the row speaks for or against the candidate.
    package let tone: Tone
    /// Whether the decision rests on it: the primary, limits that are broken or unclear, and if the candidate ships those
    /// that are kept.
    package var isReason = false
  }

  package let candidate: String
  package let outcome: Decision.Outcome
  package let rows: [Row]

  /// The sign, the decision and the candidate, such as `✕ Do not ship affinity`.
  package var title: String { "\(outcome.cardSign) \(outcome.imperative) \(candidate)" }

  /// A card for each decision, in their order; none without tested metrics.
  package static func cards(of results: ExperimentResults) -> [DecisionCard] {
    let societies = ExperimentNotes(results).societies
    return results.decisions.map { decision in
      DecisionCard(
        decision, results.comparisons(of: decision.candidate),
        volumes: VolumeConflict.all(of: decision.candidate, in: results).map {
          $0.sentence("\(decision.candidate)").text
        },
        elsewhere: societies?.standing(of: decision.candidate))
    }
  }

  /// - Parameters:
  ///   - comparisons: All comparisons of the candidate.
  ///   - volumes: Why rates and volumes disagree.
  ///   - elsewhere: Whether the decision holds in other societies; `nil` where nothing is known.
  private init(
    _ decision: Decision, _ comparisons: [Comparison], volumes: [String], elsewhere: String?
  ) {
    candidate = decision.candidate
    outcome = decision.outcome
    let primary = comparisons.first { $0.gateTest?.role == .primary }
    let guardrails = comparisons.filter { $0.gateTest?.role == .guardrail }
    let shown = guardrails.filter { $0.gateTest?.gate != .pass }
    let kept = guardrails.count - shown.count
    let gain = Self.largestGain(comparisons).filter { $0.metric != primary?.metric }
    let conditions = DecisionConditions(decision, comparisons).sentences
    var rows: [Row] = primary.map { [Row("Primary", $0, isReason: true)] } ?? []
    rows += shown.map {
      Row($0.gateTest?.gate == .fail ? "Broken limit" : "Unclear limit", $0, isReason: true)
    }
    if kept > 0 {
      rows.append(
        Row(
          term: "Guardrails", text: "\(kept) of \(guardrails.count) within limits", tone: .good,
          isReason: outcome == .ship))
    }
    rows += gain.map { Row("Best gain", $0) }
    rows += volumes.map { Row(term: "Rate and volume", text: $0, tone: .plain) }
    rows += elsewhere.map { [Row(term: "Elsewhere", text: $0, tone: .plain)] } ?? []
    if !conditions.isEmpty {
      rows.append(
        Row(term: "To change it", text: conditions.joined(separator: " "), tone: .plain))
    }
    self.rows = rows
  }

  /// The better metric with the largest change, in units of what matters; empty without one.
  private static func largestGain(_ comparisons: [Comparison]) -> [Comparison] {
    let better = comparisons.filter { $0.verdict == .better && $0.sizeThatMatters > 0 }
    return better.max { $0.sizeThatMatters < $1.sizeThatMatters }.map { [$0] } ?? []
  }
}

extension DecisionCard {
  /// The card as a block of a document.
  package var block: Card {
    Card(
      Sentence(title).toned(outcome.tone), rows.map { ($0.term, Sentence($0.text).toned($0.tone)) })
  }
}

extension DecisionCard.Row {
  /// The change of a metric, and whether it keeps its limit.
  fileprivate init(_ term: String, _ comparison: Comparison, isReason: Bool = false) {
    let change = ChangeText(comparison)
    let isGuardrail = comparison.gateTest?.role == .guardrail
    let tone: Tone =
      switch comparison.verdict {
      case _ where isGuardrail: comparison.gateTest?.gate == .fail ? .bad : .plain
      case .better: .good
      case .worse: .bad
      default: .plain
      }
    let doubt = tone == .plain && !isGuardrail ? "no clear change:" : ""
    let size = comparison.difference == nil ? "no value" : "\(change.signed) \(change.limits)"
    let text = [comparison.metric.label, doubt, size].filter { !$0.isEmpty }
      .joined(separator: " ")
    self.init(term: term, text: text, tone: tone, isReason: isReason)
  }
}

extension Decision.Outcome {
  /// The decision before the name of a candidate.
  package var imperative: String {
    switch self {
    case .ship: "Ship"
    case .doNotShip: "Do not ship"
    case .equivalent: "No reason to ship"
    case .undecided: "Undecided on"
    case .noHeadroom: "No headroom to judge"
    }
  }

  fileprivate var cardSign: String {
    switch self {
    case .ship: "✓"
    case .doNotShip: "✕"
    case .equivalent: "="
    case .undecided, .noHeadroom: "?"
    }
  }
}
