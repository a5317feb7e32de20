internal import FeedMetrics

/// The conclusion from an interval about a candidate, given the smallest effect that matters.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The whole interval is on the good side, or on the bad side, of 0.
  case better, worse
  /// The whole interval is above 0, or below 0, for a metric that has no good direction.
  case higher, lower
  /// The whole interval is nearer to 0 than the smallest effect that matters.
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
}

extension InconclusiveReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .oneWorld: "one pair of worlds has no spread"
    case .missing(let missing, let worlds): "no value in \(missing) of \(worlds) worlds"
    case .constantDifference(let worlds):
      "the same difference in all of \(worlds) worlds, too few to rule out chance"
    case .constantValues(let worlds):
      "each arm has the same value in all of its worlds (\(worlds) or more), so the spread is zero"
    case .unbounded(let worlds): "\(worlds) worlds are too few for an always-valid interval"
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
  func verdict(ofHigher isHigher: Bool) -> Verdict {
    switch self {
    case .higher: isHigher ? .better : .worse
    case .lower, .target: isHigher ? .worse : .better
    case .describes: isHigher ? .higher : .lower
    }
  }
}
