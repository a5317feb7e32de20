internal import FeedMetrics
package import Scenarios
internal import Stochastics

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
      for (index, test) in zip(family, gateTests(family.map { comparisons[$0] })) {
        result[index].apply(test)
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

  private func gateTests(_ comparisons: [Comparison]) -> [GateTest] {
    let p = comparisons.map(alarmP)
    let adjusted =
      switch questions.correction {
      case .holm: holm(p)
      case .benjaminiHochberg: benjaminiHochberg(p)
      case .none: p
      }
    return comparisons.indices.map { index in
      GateTest(
        role: isPrimary(comparisons[index]) ? .primary : .guardrail,
        familySize: comparisons.count, pValue: p[index], adjustedP: adjusted[index],
        alpha: correctedAlpha(comparisons[index].rule.alpha, adjusted, by: questions.correction))
    }
  }

  private func isPrimary(_ comparison: Comparison) -> Bool {
    comparison.metric.id == questions.primary
  }

  /// The *p* of the hypothesis whose rejection is an alarm: see ``GateTest/pValue``.
  private func alarmP(_ comparison: Comparison) -> Double? {
    isPrimary(comparison) ? comparison.judged?.pValue : comparison.pOfHarm
  }
}

extension Comparison {
  /// The *p* of the test of a guardrail: see ``GateTest/pValue``.
  package var pOfHarm: Double? {
    guard let test = rule.test(gainsBeyondMargin), let p = test.pValue else { return nil }
    return test.mean < 0 ? p : 1
  }
}

/// The alpha that the correction of a family ends at: a test's *p* is at most this alpha exactly when its adjusted *p*
/// is at most `alpha`. With *m* tests and *R* rejected ones it is α/max(1, *m* − *R*) for Holm, since the *R*-th
/// smallest *p* is at most α/(*m* − *R* + 1) and the next one above α/(*m* − *R*); and α·max(1, *R*)/*m* for Benjamini
/// and Hochberg.
///
/// - Parameter adjusted: The adjusted *p* of the family; `nil` without a test.
package func correctedAlpha(
  _ alpha: Double, _ adjusted: [Double?], by correction: Scenario.Correction = .holm
) -> Double {
  let tested = adjusted.compactMap { $0 }
  let rejected = tested.count { $0 <= alpha }
  return switch correction {
  case .holm: alpha / Double(max(1, tested.count - rejected))
  case .benjaminiHochberg: alpha * Double(max(1, rejected)) / Double(max(1, tested.count))
  case .none: alpha
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
  /// The interval excludes harm beyond the limit.
  case pass
  /// The whole interval, corrected for the number of tests, is harm beyond the limit.
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
  /// Two-sided *p* of the hypothesis whose rejection is an alarm. For the primary the hypothesis is that the arms do
  /// not differ; for a guardrail, that the harm is no larger than the margin, and *p* is 1 when the observed harm is
  /// smaller. `nil` for fewer than two pairs of worlds.
  public let pValue: Double?
  /// *p* corrected for the size of the family.
  public let adjustedP: Double?
  /// The alpha at which the correction of the family ended: see ``DecidingInterval``.
  public let alpha: Double
  /// The result for the limit by the deciding interval of the comparison.
  public internal(set) var gate = Gate.undecided

  package init(role: Role, familySize: Int, pValue: Double?, adjustedP: Double?, alpha: Double) {
    self.role = role
    self.familySize = familySize
    self.pValue = pValue
    self.adjustedP = adjustedP
    self.alpha = alpha
  }
}
