/// What an interval says about a candidate, held against the smallest effect that matters.
public enum Verdict: String, Sendable, Hashable, CaseIterable {
  /// The whole interval is on the good side, or on the bad side, of no difference.
  case better, worse
  /// The same for a metric that has no good side.
  case higher, lower
  /// The whole interval is nearer to no difference than the smallest effect that matters.
  case equivalent
  /// The arms agree in every world.
  case identical
  /// The interval allows for both sides, or there is too little to say.
  case undecided
  /// The metric has no value in any pair of worlds.
  case undefined
}

/// Why a comparison is undecided whatever its interval.
public enum Indecision: Sendable, Hashable {
  /// The metric has a value in one pair of worlds alone.
  case oneWorld
  /// More worlds than ``Comparison/largestMissingShare`` have no value.
  case missing(Int, of: Int)
  /// All differences are the same, in too few worlds to rule out chance.
  case constantDifference(worlds: Int)
  /// Worlds are not paired, and each side has one value in all of its worlds, so many or more.
  case constantValues(worlds: Int)
  /// The always-valid interval of so few worlds is unbounded.
  case unbounded(worlds: Int)
  /// *p* is small enough by itself, and not after correction for the number of questions.
  case corrected(questions: Int)
}

extension Indecision: CustomStringConvertible {
  public var description: String {
    switch self {
    case .oneWorld: "one pair of worlds has no spread to judge by"
    case .missing(let missing, let worlds): "no value in \(missing) of \(worlds) worlds"
    case .constantDifference(let worlds):
      "the same difference in all of \(worlds) worlds, too few to rule out chance"
    case .constantValues(let worlds):
      "each side has one value in all of its worlds (\(worlds) or more), which leaves no spread to judge by"
    case .unbounded(let worlds): "\(worlds) worlds are too few for an interval that is always valid"
    case .corrected(let questions):
      "not beyond chance after correction for \(questions) questions"
    }
  }
}
