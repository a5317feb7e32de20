public import FeedMetrics
public import Scenarios
public import Stochastics

/// A metric of a candidate against the baseline, paired by world.
///
/// The difference is always candidate − baseline, whether higher or lower is better. The verdict is read
/// from ``judged``: the same difference or, for a metric with a target *t*, the difference of the
/// distances |value − *t*|.
public struct Comparison: Sendable, Hashable {
  public let metric: MetricDefinition
  public let candidate: String
  /// Pairs of worlds in which both arms have a value, and pairs excluded because an arm has none.
  public var worlds: Int { unpairedWorlds ?? pairs.count }
  public let missing: Int
  /// Means over the worlds used; `nil` when there are none.
  public let baselineMean: Double?
  public let candidateMean: Double?
  public let difference: PairedDifference?
  public let judged: PairedDifference?
  /// `nil` unless the mean of the baseline is positive.
  public let relative: RelativeEffect?
  /// The smallest effect that matters, in the metric's unit; 0 where none is declared.
  public let margin: Double
  /// Variance of the difference if worlds were not paired ÷ its variance over pairs; `nil` without
  /// spread.
  public let varianceReduction: Double?
  public private(set) var verdict: Verdict
  public private(set) var inconclusiveReason: InconclusiveReason?
  /// The test of the primary metric or of a guardrail; `nil` for other metrics.
  public private(set) var gateTest: GateTest?
  /// How the differences are tested.
  public let rule: IntervalRule
  let pairs: PairedValues
  /// Worlds of the arm that has fewer, where worlds are not paired.
  private var unpairedWorlds: Int?

  /// The largest share of worlds without a value at which a comparison still has a verdict.
  public static let largestMissingShare = 0.05

  /// - Parameters:
  ///   - margin: The smallest effect that matters, where one is declared.
  ///   - baseline: The baseline's values by world; `nil` where undefined, otherwise finite.
  ///   - candidateValues: The candidate's values in the same worlds.
  ///   - rule: How the differences are tested.
  ///   - equivalence: Which interval decides equivalence.
  public init(
    metric: MetricDefinition, candidate: String, margin: Scenario.Margin.Size? = nil,
    baseline: [Double?], candidate candidateValues: [Double?],
    rule: IntervalRule = .student(alpha: 0.05), equivalence: Scenario.Equivalence = .interval
  ) {
    let pairs = PairedValues(baseline, candidateValues)
    let judgedDifferences = pairs.judgedDifferences(metric.direction)
    self.metric = metric
    self.candidate = candidate
    self.pairs = pairs
    self.rule = rule
    missing = baseline.count - pairs.count
    baselineMean = pairs.count > 0 ? Summary(pairs.baseline).mean : nil
    candidateMean = pairs.count > 0 ? Summary(pairs.candidate).mean : nil
    difference = rule.test(pairs.differences)
    judged = rule.test(judgedDifferences)
    relative = pairs.relativeEffect(rule)
    self.margin = Self.size(of: margin, baselineMean)
    varianceReduction = pairs.varianceReduction
    let narrow = equivalence == .tost ? rule.at(alpha: min(0.5, 2 * rule.alpha)) : rule
    (verdict, inconclusiveReason) = VerdictRule(
      equivalence: narrow.test(judgedDifferences)?.interval,
      areIdentical: difference?.evidence == .identical, missing: missing,
      direction: metric.direction,
      margin: margin == nil ? Self.negligible(baselineMean) : self.margin, alpha: rule.alpha
    ).verdict(of: judged)
  }

  /// Compares arms in worlds that are not paired, by Welch's test.
  ///
  /// - Parameters:
  ///   - metric: What was measured.
  ///   - baseline: The baseline's values by world; `nil` where undefined, otherwise finite.
  ///   - candidateValues: The candidate's values; their number may differ from the baseline's.
  ///   - alpha: The type I error rate.
  package init(
    unpaired metric: MetricDefinition, candidate: String, margin: Scenario.Margin.Size? = nil,
    baseline: [Double?], candidate candidateValues: [Double?], alpha: Double
  ) {
    let (old, new) = (baseline.compactMap { $0 }, candidateValues.compactMap { $0 })
    let (level, direction) = (1 - alpha, metric.direction)
    self.metric = metric
    self.candidate = candidate
    pairs = PairedValues([], [])
    rule = .student(alpha: alpha)
    unpairedWorlds = min(old.count, new.count)
    missing = baseline.count + candidateValues.count - old.count - new.count
    baselineMean = old.isEmpty ? nil : Summary(old).mean
    candidateMean = new.isEmpty ? nil : Summary(new).mean
    difference = PairedDifference(unpaired: old, new, level: level)
    judged = PairedDifference(
      unpaired: old.map(direction.judgedValue), new.map(direction.judgedValue), level: level)
    relative = nil
    self.margin = Self.size(of: margin, baselineMean)
    varianceReduction = nil
    (verdict, inconclusiveReason) = VerdictRule(
      equivalence: judged?.interval, areIdentical: false, missing: missing, direction: direction,
      margin: self.margin, alpha: alpha
    ).verdict(of: judged)
  }

  /// An effect that no report shows, where no smallest effect that matters is declared: 0.0005, and no more than 1 % of
  /// the baseline.
  private static func negligible(_ baselineMean: Double?) -> Double {
    min(0.0005, 0.01 * (baselineMean ?? 0).magnitude)
  }

  /// The smallest effect that matters in the metric's unit.
  private static func size(of margin: Scenario.Margin.Size?, _ baselineMean: Double?) -> Double {
    switch margin {
    case .absolute(let size): size
    case .relative(let fraction): fraction * (baselineMean ?? 0).magnitude
    case nil: 0
    }
  }

  /// The judged differences, with the sign changed where lower is better. A metric without a good
  /// direction keeps its signs.
  package var gains: [Double] {
    let differences = pairs.judgedDifferences(metric.direction)
    return metric.direction.isGoodBelow ? differences.map { 0 - $0 } : differences
  }

  /// The probability, given these worlds only, that the candidate is better than the baseline.
  ///
  /// The figure is descriptive; no verdict depends on it. `nil` for a metric without a good direction,
  /// and for fewer than two pairs of worlds.
  public var probabilityBetter: Double? {
    guard metric.direction != .describes else { return nil }
    return pairedT(differences: gains, level: rule.level)?.probabilityAboveZero
  }

  /// Stores the test of a primary metric or guardrail. A primary that is better or worse only before *p*
  /// is corrected for the number of tests becomes undecided.
  package mutating func apply(_ gateTest: GateTest) {
    self.gateTest = gateTest
    guard gateTest.role == .primary, verdict == .better || verdict == .worse,
      gateTest.adjustedP.map({ $0 > rule.alpha }) ?? true
    else { return }
    verdict = .undecided
    inconclusiveReason = .corrected(tests: gateTest.familySize)
  }
}
