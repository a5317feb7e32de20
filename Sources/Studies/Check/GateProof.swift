public import FeedMetrics

/// Whether a check finds a sabotaged arm, and the smallest harm that it would find.
///
/// The sabotaged arm shows the least relevant posts first in some refreshes (`SabotagedRanker`). It is
/// simulated in the worlds of the check, which decides by its own rules, looks and correction. The spread of
/// its differences between worlds is the spread of the harm whose power `GatePower` estimates.
public struct GateProof: Sendable, Hashable {
  /// The sabotaged arm.
  public let arm: String
  /// One of so many refreshes of a viewer was sabotaged.
  public let every: Int
  /// The number of worlds of the sabotaged arm.
  public let worlds: Int
  /// The largest number of worlds of a check.
  public let mostWorlds: Int
  /// The findings on the sabotaged arm, in the order of the rules.
  public let findings: [CheckFinding]
  /// The power of each rule of level error about a difference from the baseline.
  public let rules: [RulePower]

  /// The power of a rule to find harm.
  public struct RulePower: Sendable, Hashable {
    public let metric: MetricDefinition
    /// The margin in the metric's unit; 0 if every significant loss counts.
    public let margin: Double
    /// The mean of the recorded values.
    public let baselineMean: Double?
    /// The harm that should be found, in the metric's unit: twice the margin or, without a margin, a standard
    /// deviation of the recorded values.
    public let harm: Double
    /// The probability that a check finds this harm.
    public let power: Double
    /// The smallest harm that is found with a power of ``GateProof/wantedPower``, or the margin if harm has
    /// no spread and all harm beyond the margin is found; `nil` if no harm is found, however large.
    public let smallestHarm: Double?
    /// Whether the effect of the sabotage varied between worlds. If it did not, the harm is the same in every
    /// world, and the power does not hold for harm that varies.
    public let hasSpread: Bool

    public init(
      metric: MetricDefinition, margin: Double, baselineMean: Double?, harm: Double, power: Double,
      smallestHarm: Double?, hasSpread: Bool
    ) {
      self.metric = metric
      self.margin = margin
      self.baselineMean = baselineMean
      self.harm = harm
      self.power = power
      self.smallestHarm = smallestHarm
      self.hasSpread = hasSpread
    }

    public var isProved: Bool { power >= GateProof.wantedPower }
  }

  public init(
    arm: String, every: Int, worlds: Int, mostWorlds: Int, findings: [CheckFinding],
    rules: [RulePower]
  ) {
    self.arm = arm
    self.every = every
    self.worlds = worlds
    self.mostWorlds = mostWorlds
    self.findings = findings
    self.rules = rules
  }

  /// The power that each rule needs.
  public static let wantedPower = 0.8

  /// Whether the check fails under sabotage.
  public var isSabotageFound: Bool { CheckOutcome(findings) == .regression }

  /// Whether the sabotage is found and each rule has the power; there is at least one rule.
  public var isProved: Bool { isSabotageFound && !rules.isEmpty && rules.allSatisfy(\.isProved) }
}

extension GateProof.RulePower {
  /// A rule without power, for worlds without spread.
  init(unknown rule: CheckRule, _ recorded: RecordedWorlds) {
    self.init(
      metric: rule.metric, margin: rule.margin(recorded),
      baselineMean: recorded.mean(of: rule.metric.id), harm: rule.harm(recorded), power: 0,
      smallestHarm: nil, hasSpread: false)
  }
}
