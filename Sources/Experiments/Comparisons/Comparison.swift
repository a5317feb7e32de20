public import FeedMetrics
public import Scenarios
public import Stochastics

/// A metric of a candidate against the baseline, paired by world.
///
/// The difference is always candidate − baseline, whichever way is good. What the verdict is about,
/// ``judged``, is the same difference, or, for a metric with a target *t*, that of the distances
/// |value − *t*|.
public struct Comparison: Sendable, Hashable {
  public let metric: MetricDefinition
  public let candidate: String
  /// Pairs of worlds in which both arms have a value, and those left out because one has none.
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
  /// The variance that the difference would have between unpaired worlds ÷ that of the paired ones;
  /// `nil` without spread.
  public let varianceReduction: Double?
  public private(set) var verdict: Verdict
  public private(set) var indecision: Indecision?
  /// What is asked of it and what it answers; `nil` where nothing is asked.
  public private(set) var gating: Gating?
  /// How the differences are tested.
  public let rule: IntervalRule
  let pairs: PairedValues
  /// Worlds of the arm that has fewer, where worlds are not paired.
  private var unpairedWorlds: Int?

  /// The largest share of worlds without a value that leaves a verdict standing.
  public static let largestMissingShare = 0.05

  /// - Parameters:
  ///   - margin: The smallest effect that matters, where one is declared.
  ///   - baseline: The values of the baseline by world; `nil` where undefined, otherwise finite.
  ///   - candidateValues: Those of the candidate in the same worlds.
  ///   - rule: How the differences are tested.
  ///   - equivalence: Off which interval equivalence is read.
  public init(
    metric: MetricDefinition, candidate: String, margin: Scenario.Margin.Size? = nil,
    baseline: [Double?], candidate candidateValues: [Double?],
    rule: IntervalRule = .student(risk: 0.05), equivalence: Scenario.Equivalence = .interval
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
    let narrow = equivalence == .tost ? rule.at(risk: min(0.5, 2 * rule.risk)) : rule
    let judgement = Judgement(
      judged, equivalence: narrow.test(judgedDifferences)?.interval,
      areIdentical: difference?.evidence == .identical, missing: missing,
      direction: metric.direction, margin: self.margin, risk: rule.risk)
    verdict = judgement.verdict
    indecision = judgement.indecision
  }

  /// The same by Welch's test, for arms whose worlds have nothing to do with each other.
  ///
  /// - Parameters:
  ///   - metric: What was measured.
  ///   - baseline: The values of the baseline by world; `nil` where undefined, otherwise finite.
  ///   - candidateValues: Those of the candidate, as many or not.
  ///   - risk: Of a false alarm.
  package init(
    unpaired metric: MetricDefinition, candidate: String, margin: Scenario.Margin.Size? = nil,
    baseline: [Double?], candidate candidateValues: [Double?], risk: Double
  ) {
    let (old, new) = (baseline.compactMap { $0 }, candidateValues.compactMap { $0 })
    let (level, direction) = (1 - risk, metric.direction)
    self.metric = metric
    self.candidate = candidate
    pairs = PairedValues([], [])
    rule = .student(risk: risk)
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
    let judgement = Judgement(
      judged, equivalence: judged?.interval, areIdentical: false, missing: missing,
      direction: direction, margin: self.margin, risk: risk)
    verdict = judgement.verdict
    indecision = judgement.indecision
  }

  /// The smallest effect that matters in the metric's unit.
  private static func size(of margin: Scenario.Margin.Size?, _ baselineMean: Double?) -> Double {
    switch margin {
    case .absolute(let size): size
    case .relative(let fraction): fraction * (baselineMean ?? 0).magnitude
    case nil: 0
    }
  }

  /// The differences that the verdict is about, turned so that more is better; those of a metric without
  /// a good side as they are.
  package var gains: [Double] {
    let differences = pairs.judgedDifferences(metric.direction)
    return metric.direction.isGoodBelow ? differences.map { 0 - $0 } : differences
  }

  /// How likely the candidate is better than the baseline, for someone who knows these worlds alone.
  ///
  /// It is a figure to look at; a verdict is never made from it. `nil` for a metric without a good
  /// side, and for fewer than two pairs of worlds.
  public var probabilityBetter: Double? {
    guard metric.direction != .describes else { return nil }
    return pairedT(differences: gains, level: rule.level)?.probabilityAboveZero
  }

  /// Takes in what it answers to what is asked of it. A primary that is only better or worse before *p* is
  /// corrected for the number of questions is undecided.
  package mutating func answer(_ gating: Gating) {
    self.gating = gating
    guard gating.role == .primary, verdict == .better || verdict == .worse,
      gating.adjustedP.map({ $0 > rule.risk }) ?? true
    else { return }
    verdict = .undecided
    indecision = .corrected(questions: gating.familySize)
  }
}
