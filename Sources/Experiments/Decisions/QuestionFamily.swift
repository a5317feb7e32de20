internal import FeedMetrics
package import Scenarios
internal import Stochastics

/// The comparisons that something is asked of, whose *p* are corrected together.
package struct QuestionFamily {
  private let questions: Scenario.Questions

  package init(_ questions: Scenario.Questions) { self.questions = questions }

  /// The comparisons, those that something is asked of with what they answer.
  package func answered(_ comparisons: [Comparison]) -> [Comparison] {
    var answered = comparisons
    let asked = comparisons.indices.filter {
      questions.metrics.contains(comparisons[$0].metric.id)
    }
    for family in families(asked, comparisons) {
      let p = family.map { alarmP(comparisons[$0]) }
      for (index, (p, adjusted)) in zip(family, zip(p, corrected(p))) {
        answered[index].answer(
          gating(comparisons[index], p: p, adjusted: adjusted, familySize: family.count))
      }
    }
    return answered
  }

  private func families(_ asked: [Int], _ comparisons: [Comparison]) -> [[Int]] {
    switch questions.family {
    case .scenario: [asked]
    case .candidate: asked.chunked { comparisons[$0].candidate == comparisons[$1].candidate }
    case .none: asked.map { [$0] }
    }
  }

  package func corrected(_ p: [Double?]) -> [Double?] {
    switch questions.correction {
    case .holm: holm(p)
    case .benjaminiHochberg: benjaminiHochberg(p)
    case .none: p
    }
  }

  private func isPrimary(_ comparison: Comparison) -> Bool {
    comparison.metric.id == questions.primary
  }

  /// Of the hypothesis whose rejection is an alarm: see ``Gating/pValue``.
  package func alarmP(_ comparison: Comparison) -> Double? {
    guard !isPrimary(comparison) else { return comparison.judged?.pValue }
    let beyond = comparison.gains.map { difference(-comparison.margin, $0) }
    guard let test = comparison.rule.test(beyond), let p = test.pValue else { return nil }
    return test.mean < 0 ? p : 1
  }

  package func gating(
    _ comparison: Comparison, p: Double?, adjusted: Double?, familySize: Int
  ) -> Gating {
    let shared = comparison.rule.at(risk: comparison.rule.risk / Double(familySize))
    return Gating(
      role: isPrimary(comparison) ? .primary : .guardrail, familySize: familySize, pValue: p,
      adjustedP: adjusted,
      simultaneous: questions.correction == .holm
        ? shared.test(comparison.pairs.differences)?.interval : nil,
      gate: gate(comparison, isAlarm: adjusted.map { $0 <= comparison.rule.risk } ?? false))
  }

  private func gate(_ comparison: Comparison, isAlarm: Bool) -> Gate {
    guard comparison.indecision == nil, let gain = comparison.rule.test(comparison.gains),
      let interval = gain.interval
    else { return .undecided }
    // A primary's alarm is any difference, which may be harm that does not matter.
    let isHarm = gain.mean < 0 && (!isPrimary(comparison) || comparison.verdict == .worse)
    if isAlarm && isHarm { return .fail }
    return interval.lower >= -comparison.margin ? .pass : .undecided
  }
}

extension [Int] {
  /// Runs of neighbours that belong together.
  fileprivate func chunked(_ belong: (Int, Int) -> Bool) -> [[Int]] {
    reduce(into: []) { chunks, element in
      if let last = chunks.last?.last, belong(last, element) {
        chunks[chunks.count - 1].append(element)
      } else {
        chunks.append([element])
      }
    }
  }
}
