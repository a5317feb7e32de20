public import Experiments
public import FeedMetrics
public import Scenarios
public import Stochastics

/// A rule of a check, and what the check found.
public struct CheckFinding: Sendable, Hashable {
  /// The kind of a rule.
  public enum Rule: Sendable, Hashable {
    /// No loss against the baseline beyond the margin.
    case relative
    /// No loss against the anchor, the last release, beyond the same margin: small losses that were
    /// accepted one by one must not add up.
    case drift
    /// A lower or upper bound of the level, in the metric's unit.
    case minimum(Double)
    case maximum(Double)
    /// A lower bound of the mean overlap of the most shown posts with the baseline's; the metric is
    /// ``RankingOverlap/definition``.
    case rankingOverlap(minimum: Double)
  }

  /// The verdict on a rule.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable {
    /// The values equal the baseline's in every world.
    case identical
    /// The rule is kept.
    case pass
    /// The rule is kept, and the metric is significantly better than the baseline's.
    case improved
    /// The rule is broken, after correction for the number of rules.
    case regression
    /// The worlds do not decide whether the rule is kept.
    case undecided
  }

  public let rule: Rule
  public let metric: MetricDefinition
  /// The consequence of a broken rule; also `Scenario.Check.Level.warning` for a rule that the baseline
  /// breaks too.
  public let level: Scenario.Check.Level
  public let status: Status
  /// The number of worlds at which the status was decided or left open.
  public let worlds: Int
  /// The comparison with the baseline or the anchor in these worlds; `nil` unless the rule is about a
  /// difference.
  public let comparison: Comparison?
  /// The level that is compared with the bound; `nil` unless the rule is about a level.
  public let estimate: LevelEstimate?
  /// A note, such as that the baseline breaks the rule too, or why the rule is undecided.
  public let note: String?

  public init(
    rule: Rule, metric: MetricDefinition, level: Scenario.Check.Level, status: Status, worlds: Int,
    comparison: Comparison? = nil, estimate: LevelEstimate? = nil, note: String? = nil
  ) {
    self.rule = rule
    self.metric = metric
    self.level = level
    self.status = status
    self.worlds = worlds
    self.comparison = comparison
    self.estimate = estimate
    self.note = note
  }

  /// Whether a rule of level error is broken.
  public var isFailure: Bool { status == .regression && level == .error }
}

/// The mean level of a metric over the worlds of a check, compared with a bound.
public struct LevelEstimate: Sendable, Hashable {
  /// Controlled for arrivals and activity if their true means are known: `ControlledMean`.
  public let mean: Double
  /// The interval that decided; `nil` for one world.
  public internal(set) var interval: ConfidenceInterval?
  /// Two-sided *p* of the hypothesis that the level is the bound; 1 on the bound's good side.
  public let pValue: Double?
  /// ``pValue``, corrected for the number of rules.
  public internal(set) var adjustedP: Double?
  /// The number of rules that it is corrected for.
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

/// The overlap of the posts that an arm and the baseline show most, in their order.
public enum RankingOverlap {
  /// The maximum number of posts of each world.
  public static let posts = 20
  /// The weight of each further position relative to the one before: *p* of rank-biased overlap.
  public static let persistence = 0.9

  /// The metric of the rule. A single run does not have it, so that no catalogue lists it.
  public static let definition = MetricDefinition(
    id: "ranking_overlap", family: .utility, label: "Ranking overlap",
    name: "Overlap of the posts shown most",
    formula:
      "mean over worlds of the extrapolated rank-biased overlap, p = 0.9, of the 20 posts with the"
      + " most impressions after warm-up", unit: "", direction: .higher, range: "[0, 1]",
    undefined: "neither shows a post", source: "Webber, Moffat & Zobel 2010")
}
