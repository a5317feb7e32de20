internal import FeedMetrics
internal import Stochastics

/// Whether to ship a candidate.
///
/// The first rule that applies decides: a guardrail fails or the primary is worse, do not ship; a test is
/// undecided, undecided; the primary is better or, without a primary, all guardrails pass, ship, or no
/// headroom where ideal order is not found better than random order; otherwise equivalent.
public struct Decision: Sendable, Hashable {
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    case ship
    case doNotShip = "do_not_ship"
    /// Neither gain nor harm that matters.
    case equivalent
    case undecided
    /// It would be shipped, but ideal and random order cannot be distinguished: see ``Headroom``.
    case noHeadroom = "no_headroom"
  }

  public let candidate: String
  public let outcome: Outcome
  /// Ids of the metrics that decide the outcome: the metrics that fail, the largest harm first, as a multiple of what is
  /// allowed; otherwise, the primary first, those that are undecided, or all tested metrics.
  public let reasons: [String]

  /// - Parameter comparisons: The candidate's comparisons in the tested metrics, at least one, the
  ///   primary first.
  init(candidate: String, tested comparisons: [Comparison], headroom: Headroom? = nil) {
    let failed = comparisons.filter { $0.gateTest?.gate == .fail }
    let open = comparisons.filter(\.isOpen)
    let primary = comparisons.first { $0.gateTest?.role == .primary }
    let reasons: [Comparison]
    (outcome, reasons) =
      if !failed.isEmpty {
        (.doNotShip, failed.largestHarmFirst)
      } else if !open.isEmpty {
        (.undecided, open)
      } else if let primary, primary.verdict != .better {
        (.equivalent, comparisons)
      } else if headroom?.isFound == false {
        (.noHeadroom, comparisons)
      } else {
        (.ship, comparisons)
      }
    self.candidate = candidate
    self.reasons = reasons.map(\.metric.id)
  }
}

extension [Comparison] {
  fileprivate var largestHarmFirst: [Comparison] {
    enumerated().sorted { one, other in
      let harms = [one, other].map(\.element.harm)
      return harms[0] == harms[1] ? one.offset < other.offset : harms[0] > harms[1]
    }.map(\.element)
  }
}

extension Comparison {
  /// The estimated harm as a multiple of the margin: 1 is the limit of a guardrail, and less than 0 a gain. Infinite for
  /// any harm where the margin is 0.
  package var harm: Double {
    guard let mean = judged?.mean, mean != 0 else { return 0 }
    let harm = metric.direction.isGoodBelow ? mean : 0 - mean
    return margin > 0 ? harm / margin : harm > 0 ? .infinity : -.infinity
  }

  /// Whether more worlds may still change the result of the test.
  var isOpen: Bool {
    switch gateTest?.role {
    case .primary: verdict == .undecided || verdict == .undefined
    case .guardrail: gateTest?.gate == .undecided
    case nil: verdict == .undecided
    }
  }
}
