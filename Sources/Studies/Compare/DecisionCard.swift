package import Experiments
internal import FeedMetrics
package import ReportKit
internal import Scenarios

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
    /// The change that the row is about, if it is about one.
    package var comparison: Comparison?
  }

  package let candidate: String
  package let outcome: Decision.Outcome
  package let rows: [Row]

  /// The sign, the decision and the candidate, such as `✕ Do not ship affinity`.
  package var title: String { "\(outcome.mark) \(outcome.imperative) \(candidate)" }

  /// A card for each decision, in their order; none without tested metrics.
  package static func cards(of results: ExperimentResults) -> [DecisionCard] {
    let societies = ExperimentNotes(results).societies
    return results.decisions.map { decision in
      DecisionCard(
        decision, results.comparisons(of: decision.candidate),
        in: results.design,
        volumes: VolumeConflict.all(of: decision.candidate, in: results).map {
          $0.sentence("\(decision.candidate)").text
        },
        elsewhere: societies?.standing(of: decision.candidate))
    }
  }

  /// - Parameters:
  ///   - comparisons: All comparisons of the candidate.
  ///   - volumes: Why rates and volumes disagree.
  ///   - elsewhere: Whether the decision holds in other communities; `nil` where it is not known.
  private init(
    _ decision: Decision, _ comparisons: [Comparison], in design: ExperimentDesign,
    volumes: [String], elsewhere: String?
  ) {
    candidate = decision.candidate
    outcome = decision.outcome
    let primary = comparisons.first { $0.gateTest?.role == .primary }
    let guardrails = comparisons.filter { $0.gateTest?.role == .guardrail }
    let shown = guardrails.filter { $0.gateTest?.gate != .pass }.sorted { $0.harm > $1.harm }
    let kept = guardrails.count - shown.count
    let gain = Self.largestGain(comparisons).filter { $0.metric != primary?.metric }
    var rows: [Row] = primary.map { [Row("Primary", $0, isReason: true)] } ?? []
    rows += shown.map {
      Row($0.gateTest?.gate == .fail ? "Limit broken" : "Limit not sure yet", $0, isReason: true)
    }
    if kept > 0 {
      rows.append(
        Row(
          term: "Limits", text: "\(kept) of \(guardrails.count) ok", tone: .good,
          isReason: outcome == .ship))
    }
    rows += gain.map { Row("Best gain", $0) }
    rows += volumes.map { Row(term: "Rate and volume", text: $0, tone: .plain) }
    rows += elsewhere.map { [Row(term: "Elsewhere", text: $0, tone: .plain)] } ?? []
    rows += NextStep(decision, comparisons, in: design).sentences.map {
      Row(term: "Next", text: $0, tone: .plain)
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
    let size =
      comparison.difference == nil
      ? "no value"
      : [change.sized, isGuardrail ? "limit \(change.limit)" : comparison.finding.word]
        .joined(separator: ", ")
    self.init(
      term: term, text: "\(comparison.changeLabel) \(size)", tone: comparison.finding.tone,
      isReason: isReason, comparison: comparison)
  }
}
