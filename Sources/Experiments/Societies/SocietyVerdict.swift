internal import Stochastics

/// What a comparison found on a candidate in one community.
public struct SocietyVerdict: Sendable, Hashable, Codable {
  /// A difference with the limits of its interval, which are missing where none exists.
  public struct Change: Sendable, Hashable, Codable {
    public let estimate: Double
    public let lower: Double?
    public let upper: Double?

    public init(estimate: Double, lower: Double?, upper: Double?) {
      (self.estimate, self.lower, self.upper) = (estimate, lower, upper)
    }
  }

  /// The community's name in a table, such as `4`.
  public let society: String
  /// What the community has, such as `everyone's posts` and `utility.match 4.5`; empty for the scenario's own.
  public let levels: [String]
  /// The number of parallel worlds.
  public let worlds: Int
  /// The difference of the metric in its unit, and as a share of the baseline; `nil` where undefined.
  public let difference: Change?
  public let relative: Change?
  public let verdict: Verdict
  /// Whether to ship the candidate; `nil` without tested metrics.
  public let decision: Decision.Outcome?

  public init(
    society: String, levels: [String], worlds: Int, difference: Change?, relative: Change?,
    verdict: Verdict, decision: Decision.Outcome?
  ) {
    self.society = society
    self.levels = levels
    self.worlds = worlds
    self.difference = difference
    self.relative = relative
    self.verdict = verdict
    self.decision = decision
  }

  /// The verdict of a comparison, with the decision on its candidate.
  package init(
    society: String, levels: [String], _ comparison: Comparison, decision: Decision.Outcome?
  ) {
    self.init(
      society: society, levels: levels, worlds: comparison.worlds,
      difference: comparison.difference.map {
        Change(estimate: $0.mean, lower: $0.interval?.lower, upper: $0.interval?.upper)
      },
      relative: comparison.relative.map {
        Change(estimate: $0.estimate, lower: $0.interval?.lower, upper: $0.interval?.upper)
      }, verdict: comparison.verdict, decision: decision)
  }
}

extension SocietyVerdict {
  /// The levels of several communities, beginning with the first one's.
  package static func levels(of societies: [SocietyVerdict]) -> [String] {
    var levels: [String] = []
    for level in societies.flatMap(\.levels) where !levels.contains(level) { levels.append(level) }
    return levels
  }
}

/// Whether a decision or a verdict is the same in another community.
public enum Standing: String, Sendable, Hashable, CaseIterable {
  /// It is the same.
  case holds
  /// It is surely another.
  case turns
  /// The worlds of the community do not decide it.
  case undecided
}

extension SocietyVerdict {
  /// Whether the finding on a candidate is the same in this community: the decision, or the metric's verdict without a
  /// decision.
  public func standing(of verdict: Verdict, _ decision: Decision.Outcome?) -> Standing? {
    standing(of: decision) ?? standing(of: verdict)
  }

  /// Whether a decision is the same in this community; `nil` where none exists, or it is open.
  public func standing(of reference: Decision.Outcome?) -> Standing? {
    let open: [Decision.Outcome] = [.undecided, .noHeadroom]
    guard let reference, !open.contains(reference), let decision else { return nil }
    if open.contains(decision) { return .undecided }
    return decision == reference ? .holds : .turns
  }

  /// Whether the verdict on the metric has the same sign in this community; `nil` where the reference is undecided.
  public func standing(of reference: Verdict) -> Standing? {
    guard let side = reference.side else { return nil }
    guard let here = verdict.side else { return .undecided }
    return here == side ? .holds : .turns
  }
}

extension Verdict {
  /// The sign of the difference, 0 where it does not matter; `nil` where it is not decided.
  fileprivate var side: Int? {
    switch self {
    case .better, .higher: 1
    case .worse, .lower: -1
    case .equivalent, .identical: 0
    case .undecided, .undefined: nil
    }
  }
}

extension Verdict: Codable {}

extension Decision.Outcome: Codable {}
