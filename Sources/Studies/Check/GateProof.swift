public import FeedMetrics

/// What a check finds of harm that was done on purpose, and the smallest harm that it would find.
///
/// The harm is real: now and then the checked arm shows the least relevant posts first
/// (``SabotagedRanker``), in the check's own worlds, and the check judges it by its own rules, looks and
/// correction. How the differences spread under it from world to world is the spread of the harm whose
/// power ``GatePower`` finds.
public struct GateProof: Sendable, Hashable {
  /// The arm that was sabotaged.
  public let arm: String
  /// Of so many refreshes of a viewer one was sabotaged.
  public let every: Int
  /// Worlds of the sabotaged arm.
  public let worlds: Int
  /// The most worlds that a check may need.
  public let mostWorlds: Int
  /// What each rule says of the sabotaged arm, in the order of the rules.
  public let findings: [CheckFinding]
  /// By rule at level error about differences from the baseline.
  public let rules: [RulePower]

  /// How surely a rule finds harm.
  public struct RulePower: Sendable, Hashable {
    public let metric: MetricDefinition
    /// The largest loss that does not matter, in the metric's unit; 0 where any proven loss counts.
    public let margin: Double
    /// The mean of the recorded values.
    public let baselineMean: Double?
    /// The harm that is to be found, in the metric's unit: twice the margin, or a standard deviation of the
    /// recorded values where there is none.
    public let harm: Double
    /// The probability with which a check finds it.
    public let power: Double
    /// The smallest harm that is found with a power of ``GateProof/wantedPower``, or the margin where harm
    /// has no spread and whatever is beyond it is found; `nil` where none is, however large.
    public let smallestHarm: Double?
    /// Whether the sabotage moved the metric from world to world. Where it did not, the harm is the same in
    /// every world, and the power says nothing of harm that varies.
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

  /// The probability with which each rule has to find its harm.
  public static let wantedPower = 0.8

  /// Whether the check fails under sabotage.
  public var isSabotageFound: Bool { CheckOutcome(findings) == .regression }

  /// Whether the sabotage is found and each rule, of which there is at least one, has the power.
  public var isProved: Bool { isSabotageFound && !rules.isEmpty && rules.allSatisfy(\.isProved) }
}

extension GateProof.RulePower {
  /// Of worlds without any spread, which find nothing.
  init(unknown rule: AskedRule, _ recorded: RecordedWorlds) {
    self.init(
      metric: rule.metric, margin: rule.margin(recorded),
      baselineMean: recorded.mean(of: rule.metric.id), harm: rule.harm(recorded), power: 0,
      smallestHarm: nil, hasSpread: false)
  }
}
