internal import FeedMetrics
internal import Stochastics

/// What an interval says about a candidate, given the smallest effect that matters.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The whole interval is on the good side, or on the bad side, of 0.
  case better, worse
  /// The whole interval is above 0, or below 0, for a metric that has no good direction.
  case higher, lower
  /// The whole interval is on one side of 0, and nearer to it than the smallest effect that matters: sure but
  /// small.
  case small
  /// The whole interval is nearer to 0 than the smallest effect that matters, and contains 0.
  case equivalent
  /// The arms agree in every world.
  case identical
  /// The interval contains 0, or there is an ``InconclusiveReason``.
  case undecided
  /// The metric has no value in any pair of worlds.
  case undefined
}

/// Why a comparison is undecided for another reason than that its interval contains 0.
public enum InconclusiveReason: Sendable, Hashable {
  /// The metric has a value in one pair of worlds only.
  case oneWorld
  /// More worlds than ``Comparison/largestMissingShare`` have no value.
  case missing(Int, of: Int)
  /// All differences are the same, in too few worlds to rule out chance.
  case constantDifference(worlds: Int)
  /// Worlds are not paired, and each arm has the same value in all of its worlds, which number at least
  /// `worlds`.
  case constantValues(worlds: Int)
  /// The always-valid interval of so few worlds is unbounded.
  case unbounded(worlds: Int)
  /// *p* is below alpha before correction for the number of tests, and above alpha after it.
  case corrected(tests: Int)
}

extension InconclusiveReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .oneWorld: "one pair of worlds has no spread"
    case .missing(let missing, let worlds): "no value in \(missing) of \(worlds) worlds"
    case .constantDifference(let worlds):
      "the same difference in all of \(worlds) worlds, too few to rule out chance"
    case .constantValues(let worlds):
      "each arm has the same value in all of its worlds (\(worlds) or more), so there is no spread"
    case .unbounded(let worlds): "\(worlds) worlds are too few for an always-valid interval"
    case .corrected(let tests): "not significant after correction for \(tests) tests"
    }
  }
}

/// How a verdict follows from a paired difference.
///
/// With the interval [*L*, *U*], signed so that more is better, and the smallest effect δ that matters,
/// the first rule that applies decides: all differences 0, identical; −δ < *L* and *U* < δ, small if the interval
/// excludes 0 and equivalent otherwise; *L* > 0, better; *U* < 0, worse; otherwise undecided. Arms that differ and are equally far from a
/// target in every world are equivalent.
struct VerdictRule {
  /// The interval that decides equivalence: the judged difference's, or a narrower one.
  let equivalence: ConfidenceInterval?
  /// Whether the arms agree in every world.
  let areIdentical: Bool
  /// Worlds excluded because an arm has no value there.
  let missing: Int
  let direction: MetricDefinition.Direction
  let margin: Double
  /// The type I error rate.
  let alpha: Double

  /// - Parameter judged: `nil` where no pair of worlds has values.
  func verdict(of judged: PairedDifference?) -> (Verdict, InconclusiveReason?) {
    guard let judged else { return (.undefined, nil) }
    if let reason = inconclusiveReason(judged) { return (.undecided, reason) }
    guard let interval = judged.interval else {
      return (.undecided, .unbounded(worlds: judged.count))
    }
    let verdict: Verdict =
      if judged.evidence == .identical {
        areIdentical ? .identical : .equivalent
      } else if let equivalence, -margin < equivalence.lower, equivalence.upper < margin {
        interval.contains(0) ? .equivalent : .small
      } else if interval.lower > 0 {
        direction.verdict(ofHigher: true)
      } else if interval.upper < 0 {
        direction.verdict(ofHigher: false)
      } else {
        .undecided
      }
    return (verdict, nil)
  }

  private func inconclusiveReason(_ judged: PairedDifference) -> InconclusiveReason? {
    let worlds = judged.count + missing
    if Double(missing) > Comparison.largestMissingShare * Double(worlds) {
      return .missing(missing, of: worlds)
    }
    switch judged.evidence {
    case .single: return .oneWorld
    case .constant: return .constantValues(worlds: judged.count)
    case .degenerate where judged.pValue ?? 1 > alpha:
      return .constantDifference(worlds: judged.count)
    case .student, .identical, .degenerate: return nil
    }
  }
}

extension MetricDefinition.Direction {
  /// Whether a lower judged value is better: a lower value, or a smaller distance from a target.
  var isGoodBelow: Bool {
    switch self {
    case .lower, .target: true
    case .higher, .describes: false
    }
  }

  /// The verdict on a candidate whose judged difference is significantly above 0, or below 0.
  fileprivate func verdict(ofHigher isHigher: Bool) -> Verdict {
    switch self {
    case .higher: isHigher ? .better : .worse
    case .lower, .target: isHigher ? .worse : .better
    case .describes: isHigher ? .higher : .lower
    }
  }
}
