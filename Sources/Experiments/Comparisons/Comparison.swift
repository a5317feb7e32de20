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
  /// Means over the worlds used; `nil` without such worlds.
  public let baselineMean: Double?
  public let candidateMean: Double?
  public let difference: PairedDifference?
  public let judged: PairedDifference?
  /// `nil` unless the mean of the baseline is positive.
  public let relative: RelativeEffect?
  /// The smallest effect that matters, in the metric's unit; 0 where none is declared.
  public let margin: Double
  /// The interval that the verdict or, for a guardrail, the gate is read from; `nil` where there is an
  /// ``InconclusiveReason`` or no value.
  public private(set) var deciding: DecidingInterval?
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
  private let equivalence: Scenario.Equivalence
  /// The declared margin; `nil` without one.
  package let declaredMargin: Scenario.Margin.Size?
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
    let rule = rule.counting { worlds in
      PairedValues(Array(baseline.prefix(worlds)), Array(candidateValues.prefix(worlds))).count
    }
    self.metric = metric
    self.candidate = candidate
    self.pairs = pairs
    self.rule = rule
    missing = baseline.count - pairs.count
    baselineMean = pairs.count > 0 ? Summary(pairs.baseline).mean : nil
    candidateMean = pairs.count > 0 ? Summary(pairs.candidate).mean : nil
    difference = rule.test(pairs.differences)
    judged = rule.test(pairs.judgedDifferences(metric.direction))
    relative = pairs.relativeEffect(rule)
    self.margin = Self.size(of: margin, baselineMean)
    varianceReduction = pairs.varianceReduction
    self.equivalence = equivalence
    declaredMargin = margin
    verdict = .undefined
    decide(alpha: rule.alpha)
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
    let size = Self.size(of: margin, baselineMean)
    self.margin = size
    varianceReduction = nil
    equivalence = .interval
    declaredMargin = margin.map { _ in .absolute(size) }
    verdict = .undefined
    decide(alpha: alpha)
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

}

extension MetricDefinition {
  /// The metric's own margin, for a baseline with these values by world. A baseline that fills all its pages makes one
  /// page that is left short or empty one too many.
  package func margin(against baseline: [Double?]) -> Margin? {
    countsUnderfilledPages && baseline.allSatisfy { ($0 ?? 0) == 0 } ? .absolute(0) : margin
  }

  fileprivate var countsUnderfilledPages: Bool {
    MetricCatalogue.wholeID(of: id) == MetricCatalogue.underfilledPages
  }
}

extension Comparison {
  /// Whether the candidate leaves pages short or empty and the baseline leaves none, where no margin allows that. It is
  /// a fact and no estimate, so that the spread between worlds does not matter.
  package var emptiesFullFeed: Bool {
    metric.countsUnderfilledPages && margin == 0
      && pairs.baseline.allSatisfy { $0 == 0 } && (candidateMean ?? 0) > 0
  }
}

// MARK: - The verdict

extension Comparison {
  /// Stores the test of a primary metric or guardrail, and reads the verdict and the gate.
  package mutating func apply(_ test: GateTest) {
    gateTest = test
    decide(alpha: test.alpha)
    let (nominal, corrected) = (interval(rule), interval(rule.at(alpha: test.alpha)))
    let isKept = nominal?.gate(metric.direction) == .pass
    // A primary is worse at any harm that matters, and not only at one beyond its margin.
    let isHarmed = (test.role == .primary && verdict == .worse) || emptiesFullFeed
    gateTest?.gate =
      isHarmed
      ? .fail : isKept ? .pass : corrected?.gate(metric.direction) ?? .undecided
    if test.role == .guardrail { deciding = isKept ? nominal : corrected }
  }

  /// Reads the verdict. With the interval [*L*, *U*] and the smallest effect δ that matters, the first rule that applies
  /// decides: all differences 0, identical; −δ < *L* and *U* < δ, equivalent; *L* > 0 or *U* < 0, better or worse;
  /// otherwise undecided. Arms that differ and are equally far from a target in every world are equivalent.
  ///
  /// - Parameter alpha: The alpha for better and worse; whether a change is too small to matter is decided at the
  ///   alpha of ``rule``, or twice that for two one-sided tests.
  private mutating func decide(alpha: Double) {
    let nominal = equivalence == .tost ? rule.at(alpha: min(0.5, 2 * rule.alpha)) : rule
    let corrected = rule.at(alpha: alpha)
    let interval = interval(corrected)
    let small = nominal == corrected ? interval : self.interval(nominal)
    let negligible = declaredMargin == nil ? Self.negligible(baselineMean) : nil
    inconclusiveReason = nil
    deciding = interval
    guard let judged else {
      verdict = .undefined
      return
    }
    if judged.evidence == .identical, interval != nil {
      verdict = difference?.evidence == .identical ? .identical : .equivalent
    } else if var small, small.isWithin(negligible ?? small.margin) {
      small.margin = negligible ?? small.margin
      (verdict, deciding) = (.equivalent, small)
    } else if let interval {
      // Where only the corrected interval has no limits of the ratio, its scale has no margin.
      if let small, small.scale != interval.scale { deciding?.margin = 0 }
      verdict =
        interval.interval.contains(0)
        ? .undecided : metric.direction.verdict(ofHigher: interval.interval.lower > 0)
    } else {
      verdict = .undecided
      inconclusiveReason =
        inconclusiveReason(judged, alpha: alpha) ?? .unbounded(worlds: judged.count)
    }
  }

  /// The interval by a rule, on the scale of the margin; `nil` where it would be undecided in any case.
  private func interval(_ rule: IntervalRule) -> DecidingInterval? {
    guard let judged, inconclusiveReason(judged, alpha: rule.alpha) == nil else { return nil }
    if let share = relativeMargin, let relative = pairs.relativeEffect(rule),
      let interval = relative.interval
    {
      return DecidingInterval(
        scale: .share, estimate: relative.estimate, interval: interval, margin: share)
    }
    let test =
      unpairedWorlds == nil ? rule.test(pairs.judgedDifferences(metric.direction)) : judged
    return test?.interval.map {
      DecidingInterval(
        scale: .unit, estimate: judged.mean, interval: $0, margin: margin)
    }
  }

  /// - Parameter alpha: The type I error rate of a decision.
  private func inconclusiveReason(_ judged: PairedDifference, alpha: Double) -> InconclusiveReason?
  {
    if Double(missing) > Self.largestMissingShare * Double(judged.count + missing) {
      return .missing(missing, of: judged.count + missing)
    }
    switch judged.evidence {
    case .single: return .oneWorld
    case .constant: return .constantValues(worlds: judged.count)
    case .degenerate where judged.pValue ?? 1 > alpha:
      return .constantDifference(worlds: judged.count)
    case .student, .identical, .degenerate: return nil
    }
  }

  /// The margin as a fraction of the baseline's mean; `nil` for one in the metric's unit, for a baseline that is near 0,
  /// and for a metric with a target, whose distance changes by another amount than the metric.
  private var relativeMargin: Double? {
    guard case .relative(let fraction) = declaredMargin, relative?.interval != nil else {
      return nil
    }
    if case .target = metric.direction { return nil }
    return fraction
  }

  /// Gain + margin in each world, whose mean is below 0 where a guardrail is harmed beyond its limit. A relative margin is
  /// one of the world's own baseline, so that the test and Fieller's limits agree.
  package var gainsBeyondMargin: [Double] {
    guard let share = relativeMargin else {
      return gains.map { Stochastics.difference(-margin, $0) }
    }
    return zip(gains, pairs.baseline).map { $0 + share * $1 }
  }

  /// The fewest worlds of a fixed plan that decide an undecided test with a probability of 80 %, if the change and its
  /// spread between worlds are as observed.
  ///
  /// A limit is found to be kept at `alpha`, all else at `alpha` with the same correction for the number of tests as
  /// here.
  ///
  /// - Parameter alpha: The type I error rate of the plan.
  /// - Returns: More worlds than there are; `nil` where the change has no spread, or no number of worlds that can be
  ///   simulated would do.
  public func worldsToDecide(alpha: Double) -> Int? {
    let corrected = alpha * (gateTest.map { $0.alpha / rule.alpha } ?? 1)
    func worlds(_ distance: Double, _ deviation: Double?, _ alpha: Double) -> Int? {
      guard let deviation, deviation > 0, deviation.isFinite, distance > 0 else { return nil }
      return Power(deviation: deviation, level: 1 - alpha).worlds(effect: distance, power: 0.8)
    }
    let needed: Int?
    if gateTest?.role == .guardrail {
      let room = Summary(gainsBeyondMargin)
      needed = worlds(
        room.mean.magnitude, room.standardDeviation, room.mean > 0 ? alpha : corrected)
    } else {
      let change = Summary(pairs.judgedDifferences(metric.direction))
      needed = [
        worlds(change.mean.magnitude, change.standardDeviation, corrected),
        worlds(margin - change.mean.magnitude, change.standardDeviation, alpha),
      ].compactMap { $0 }.min()
    }
    return needed.map { max($0, self.worlds + 1) }
  }
}
