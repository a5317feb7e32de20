internal import FeedMetrics

/// Whether to ship a candidate.
///
/// The first that holds of: a guardrail fails or the primary is worse, do not ship; something is
/// undecided, undecided; the primary is better or, where there is none, all guardrails hold, ship;
/// otherwise equivalent.
public struct Decision: Sendable, Hashable {
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    case ship
    case doNotShip = "do_not_ship"
    /// Neither gain nor harm that matters.
    case equivalent
    case undecided
  }

  public let candidate: String
  public let outcome: Outcome
  /// What speaks for the outcome, by the metrics' ids, the primary first: those that fail, those that are
  /// undecided, or all that is asked.
  public let reasons: [String]

  /// - Parameter comparisons: Those of the candidate that something is asked of, at least one, the
  ///   primary first.
  init(candidate: String, asked comparisons: [Comparison]) {
    let failed = comparisons.filter { $0.gating?.gate == .fail }
    let open = comparisons.filter(\.isOpen)
    let primary = comparisons.first { $0.gating?.role == .primary }
    let reasons: [Comparison]
    (outcome, reasons) =
      if !failed.isEmpty {
        (.doNotShip, failed)
      } else if !open.isEmpty {
        (.undecided, open)
      } else if let primary, primary.verdict != .better {
        (.equivalent, comparisons)
      } else {
        (.ship, comparisons)
      }
    self.candidate = candidate
    self.reasons = reasons.map(\.metric.id)
  }
}

extension Comparison {
  /// Whether more worlds may still change what it says of the question.
  var isOpen: Bool {
    switch gating?.role {
    case .primary: verdict == .undecided || verdict == .undefined
    case .guardrail: gating?.gate == .undecided
    case nil: verdict == .undecided
    }
  }
}
