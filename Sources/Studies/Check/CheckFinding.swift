public import Experiments
public import FeedMetrics
public import Scenarios
public import Stochastics

/// What a rule of a check asks, and what came of it.
public struct CheckFinding: Sendable, Hashable {
  /// What is asked.
  public enum Rule: Sendable, Hashable {
    /// No loss against the baseline beyond the margin.
    case relative
    /// No loss against the anchor, the last release, beyond the same margin: small losses that were
    /// accepted one by one must not add up.
    case drift
    /// A level of at least, or at most, so much, in the metric's unit.
    case minimum(Double)
    case maximum(Double)
    /// A mean overlap of the posts that are shown most with those of the baseline of at least so much;
    /// the metric is ``RankingOverlap/definition``.
    case rankingOverlap(minimum: Double)
  }

  /// What came of it.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// The values are those of the baseline, in every world.
    case identical
    /// It is kept.
    case pass
    /// It is kept, and the metric is surely better than the baseline's by more than nothing that matters.
    case improved
    /// It is broken, after correction for the number of rules.
    case regression
    /// So many worlds leave open whether it is kept.
    case undecided
  }

  public let rule: Rule
  public let metric: MetricDefinition
  /// What a broken rule leads to; ``Scenario/Check/Level/warning`` too for one that the baseline itself
  /// breaks already.
  public let level: Scenario.Check.Level
  public let status: Status
  /// Worlds after which that was decided, or after which it was left open.
  public let worlds: Int
  /// The arm against the baseline or the anchor, as it was at these worlds; of a rule about differences
  /// alone.
  public let comparison: Comparison?
  /// The level that is held against the bound; of a rule about a level alone.
  public let estimate: LevelEstimate?
  /// What else there is to say, such as that the baseline breaks the rule already, or why it is
  /// undecided.
  public let remark: String?

  public init(
    rule: Rule, metric: MetricDefinition, level: Scenario.Check.Level, status: Status, worlds: Int,
    comparison: Comparison? = nil, estimate: LevelEstimate? = nil, remark: String? = nil
  ) {
    self.rule = rule
    self.metric = metric
    self.level = level
    self.status = status
    self.worlds = worlds
    self.comparison = comparison
    self.estimate = estimate
    self.remark = remark
  }

  /// A rule that is broken, and must not be.
  public var isFailure: Bool { status == .regression && level == .error }
}

/// The level of a metric over the worlds of a check, held against a bound.
public struct LevelEstimate: Sendable, Hashable {
  /// Freed from the luck of arrivals and activity where these are known: ``ControlledMean``.
  public let mean: Double
  /// `nil` for one world.
  public let interval: ConfidenceInterval?
  /// Two-sided, of the hypothesis that the level is the bound; 1 on the bound's good side.
  public let pValue: Double?
  /// The same, corrected for the number of rules.
  public internal(set) var adjustedP: Double?
  /// How many rules it is corrected for.
  public internal(set) var familySize: Int

  public init(
    mean: Double, interval: ConfidenceInterval?, pValue: Double?, adjustedP: Double?,
    familySize: Int = 1
  ) {
    self.mean = mean
    self.interval = interval
    self.pValue = pValue
    self.adjustedP = adjustedP
    self.familySize = familySize
  }
}
