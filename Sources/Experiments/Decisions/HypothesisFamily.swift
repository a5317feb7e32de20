internal import FeedMetrics
package import Scenarios
public import Stochastics

/// The comparisons in tested metrics, whose *p* are corrected together.
package struct HypothesisFamily {
  private let questions: Scenario.Questions

  package init(_ questions: Scenario.Questions) { self.questions = questions }

  /// The comparisons, each with its ``GateTest`` where its metric is tested.
  package func tested(_ comparisons: [Comparison]) -> [Comparison] {
    var result = comparisons
    let tested = comparisons.indices.filter {
      questions.metrics.contains(comparisons[$0].metric.id)
    }
    for family in families(tested, comparisons) {
      let p = family.map { alarmP(comparisons[$0]) }
      for (index, (p, adjusted)) in zip(family, zip(p, corrected(p))) {
        result[index].apply(
          gateTest(comparisons[index], p: p, adjusted: adjusted, familySize: family.count))
      }
    }
    return result
  }

  private func families(_ tested: [Int], _ comparisons: [Comparison]) -> [[Int]] {
    switch questions.family {
    case .scenario: [tested]
    case .candidate: tested.chunked { comparisons[$0].candidate == comparisons[$1].candidate }
    case .none: tested.map { [$0] }
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

  /// The *p* of the hypothesis whose rejection is an alarm: see ``GateTest/pValue``.
  package func alarmP(_ comparison: Comparison) -> Double? {
    guard !isPrimary(comparison) else { return comparison.judged?.pValue }
    let beyond = comparison.gains.map { difference(-comparison.margin, $0) }
    guard let test = comparison.rule.test(beyond), let p = test.pValue else { return nil }
    return test.mean < 0 ? p : 1
  }

  package func gateTest(
    _ comparison: Comparison, p: Double?, adjusted: Double?, familySize: Int
  ) -> GateTest {
    let shared = comparison.rule.at(alpha: comparison.rule.alpha / Double(familySize))
    return GateTest(
      role: isPrimary(comparison) ? .primary : .guardrail, familySize: familySize, pValue: p,
      adjustedP: adjusted,
      simultaneous: questions.correction == .holm
        ? shared.test(comparison.pairs.differences)?.interval : nil,
      gate: gate(comparison, isAlarm: adjusted.map { $0 <= comparison.rule.alpha } ?? false))
  }

  private func gate(_ comparison: Comparison, isAlarm: Bool) -> Gate {
    guard comparison.inconclusiveReason == nil, let gain = comparison.rule.test(comparison.gains),
      let interval = gain.interval
    else { return .undecided }
    // A primary's alarm is any difference, which may be harm that does not matter.
    let isHarm = gain.mean < 0 && (!isPrimary(comparison) || comparison.verdict == .worse)
    if isAlarm && isHarm { return .fail }
    return interval.lower >= -comparison.margin ? .pass : .undecided
  }
}

extension [Int] {
  /// Splits the numbers between neighbours that do not belong together.
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

/// Whether a candidate does harm that matters.
public enum Gate: String, Sendable, Hashable, CaseIterable {
  /// The interval excludes harm beyond the margin.
  case pass
  /// There is harm beyond the margin, after correction for the number of tests.
  case fail
  case undecided
}

/// The test of a primary metric, or the non-inferiority test of a guardrail.
public struct GateTest: Sendable, Hashable {
  public enum Role: String, Sendable, Hashable {
    case primary, guardrail
  }

  public let role: Role
  /// How many tests *p* is corrected for.
  public let familySize: Int
  /// Two-sided *p* of the hypothesis whose rejection is an alarm. For the primary the hypothesis is that
  /// there is no difference; for a guardrail, that the harm is no larger than the margin, and *p* is 1
  /// when the observed harm is smaller. `nil` for fewer than two pairs of worlds.
  public let pValue: Double?
  /// *p* corrected for the size of the family.
  public let adjustedP: Double?
  /// Interval of the difference at level 1 − α/*m*: the intervals of a family of *m* cover
  /// simultaneously.
  public let simultaneous: ConfidenceInterval?
  public let gate: Gate
}
