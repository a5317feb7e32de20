internal import Experiments
internal import FeedMetrics
internal import Foundation
internal import ReportKit
internal import Stochastics
internal import Studies

/// The decision on each candidate with what it rests on, and what would change it.
struct DecisionCards {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  /// A card for each candidate; none without tested metrics.
  var cards: [PageDecision] { DecisionCard.cards(of: context.results).map(card) }

  /// Such as `Ship hot; do not ship affinity or contest`; `nil` without tested metrics.
  var headline: [PageSpan]? {
    let decisions = context.results.decisions
    guard !decisions.isEmpty else { return nil }
    var spans: [PageSpan] = []
    for outcome in Decision.Outcome.failuresFirst.reversed() {
      let names = decisions.filter { $0.outcome == outcome }.map(\.candidate)
      guard !names.isEmpty else { continue }
      let words =
        spans.isEmpty
        ? outcome.imperative
        : "; \(outcome.imperative.prefix(1).lowercased())\(outcome.imperative.dropFirst())"
      spans.append(PageSpan(spanText: words + " "))
      for (index, name) in names.enumerated() {
        let joint = index == 0 ? "" : index == names.count - 1 ? " or " : ", "
        if !joint.isEmpty { spans.append(PageSpan(spanText: joint)) }
        spans.append(PageSpan(spanText: name, slot: context.arms.slot(of: name)))
      }
    }
    return spans
  }

  private func card(_ card: DecisionCard) -> PageDecision {
    let more = card.rows.filter { !$0.isReason }
    return PageDecision(
      decisionArm: context.arms.index(of: card.candidate) ?? 0,
      decisionTone: card.outcome.pageTone, decisionTitle: card.title,
      decisionRows: rows(card.rows.filter(\.isReason)), moreRows: rows(more),
      hasMore: !more.isEmpty)
  }

  /// Rows that follow each other under one term share it.
  private func rows(_ rows: [DecisionCard.Row]) -> [PageDecisionRow] {
    rows.reduce(into: []) { shown, row in
      let detail = PageDecisionDetail(
        rowTone: row.tone.style, rowText: row.text,
        rowBar: row.isReason ? row.comparison.flatMap(PageBar.init) : nil)
      if shown.last?.rowTerm == row.term {
        shown[shown.count - 1].rowDetails.append(detail)
      } else {
        shown.append(PageDecisionRow(rowTerm: row.term, rowDetails: [detail]))
      }
    }
  }
}

extension PageBar {
  /// - Returns: `nil` where no interval decided, and where it is one with the marks.
  init?(_ comparison: Comparison) {
    guard let deciding = comparison.deciding else { return nil }
    let harm = comparison.metric.direction == .higher ? -deciding.margin : deciding.margin
    let marks = [0] + (comparison.gateTest?.role == .guardrail ? [harm] : [])
    let values = marks + [deciding.interval.lower, deciding.interval.upper]
    guard Set(values).count > 1, let scale = ChartScale(holding: values, padding: 0.02) else {
      return nil
    }
    let places = values.map { scale.fraction($0) * 100 }
    let (start, end) = (places[marks.count], places[marks.count + 1])
    barStart = String(format: "%.1f", start)
    barWidth = String(format: "%.1f", max(0.8, end - start))
    barMarks = zip(["zero", "limit"], zip(["0", "limit"], places.prefix(marks.count))).map {
      PageBarMark(
        markKind: $0, markText: $1.0, markPlace: String(format: "%.1f", $1.1),
        markAnchor: $1.1 < 20 ? "start" : $1.1 > 80 ? "end" : "middle")
    }
  }
}

extension Decision.Outcome {
  /// A class of the style sheet.
  fileprivate var pageTone: String {
    switch self {
    case .ship: "good"
    case .doNotShip: "bad"
    case .equivalent, .undecided, .noHeadroom: "warn"
    }
  }
}
