public import FeedMetrics
public import Stochastics

/// A metric in a live test, compared with the effect that the test estimates: the difference between
/// worlds in which one arm serves everybody.
///
/// In world *w* the live test measures the difference of its two groups, *n*(*w*) = candidate's −
/// baseline's, and the parallel worlds the difference of the arms, *g*(*w*). The bias of the test is the
/// mean of *n*(*w*) − *g*(*w*), paired by world; it arises because the groups share posts, votes and
/// ties.
public struct LiveComparison: Sendable, Hashable {
  public let metric: MetricDefinition
  public let candidate: String
  /// Worlds in which both groups and both arms have a value, and worlds excluded because one has none.
  public let worlds: Int
  public let missing: Int
  /// The difference of the groups, and of the arms, over these worlds.
  public let naive: PairedDifference?
  public let global: PairedDifference?
  /// naive − global, paired by world.
  public let bias: PairedDifference?
  /// Mean naive ÷ mean global difference: 1 without bias; `nil` where the arms do not differ.
  public let ratio: RatioOfMeans?
  /// Standard deviation between worlds of the naive difference ÷ that of the global one; `nil` where the
  /// latter has no spread.
  public let spreadRatio: Double?
  /// Worlds whose naive difference has the opposite sign of the mean global difference. A real live test
  /// is one world.
  public let wrongSigns: Int
  /// The verdicts on the naive and on the global difference.
  public let naiveVerdict: Verdict
  public let globalVerdict: Verdict

  /// The values of one metric in one world.
  public struct Values: Sendable, Hashable {
    /// The values of the live test's groups; `nil` where undefined, otherwise finite.
    public var baselineGroup: Double?
    public var candidateGroup: Double?
    /// The values of the arms, each serving everybody.
    public var baseline: Double?
    public var candidate: Double?

    public init(
      baselineGroup: Double?, candidateGroup: Double?, baseline: Double?, candidate: Double?
    ) {
      self.baselineGroup = baselineGroup
      self.candidateGroup = candidateGroup
      self.baseline = baseline
      self.candidate = candidate
    }
  }

  /// - Parameters:
  ///   - margin: The smallest effect that matters, in the metric's unit.
  ///   - values: One element for each world.
  ///   - rule: How the differences are tested.
  public init(
    metric: MetricDefinition, candidate: String, margin: Double, values: [Values],
    rule: IntervalRule = .student(alpha: 0.05)
  ) {
    let quadruples = values.compactMap { world -> (PairOfValues, PairOfValues)? in
      guard let a = world.baselineGroup, let b = world.candidateGroup, let c = world.baseline,
        let d = world.candidate
      else { return nil }
      return (PairOfValues(a, b), PairOfValues(c, d))
    }
    self.metric = metric
    self.candidate = candidate
    worlds = quadruples.count
    missing = values.count - quadruples.count
    let groups = LiveDifferences(quadruples.map(\.0), metric.direction)
    let arms = LiveDifferences(quadruples.map(\.1), metric.direction)
    naive = rule.test(groups.differences)
    global = rule.test(arms.differences)
    bias = rule.test(zip(arms.differences, groups.differences).map { difference($0, $1) })
    ratio = RatioOfMeans(
      numerators: groups.differences, denominators: arms.differences, level: rule.level)
    spreadRatio = Self.ratio(groups.deviation, arms.deviation)
    let effect = global?.mean ?? 0
    wrongSigns = groups.differences.count { $0 * effect < 0 }
    naiveVerdict = groups.verdict(missing: missing, margin: margin, rule: rule)
    globalVerdict = arms.verdict(missing: missing, margin: margin, rule: rule)
  }

  /// Whether the bias is significant: its interval excludes 0.
  public var isBiased: Bool { bias?.interval.map { !$0.contains(0) } ?? false }

  /// Whether the live test, repeated in all worlds, has another verdict than the parallel worlds, where
  /// both are defined.
  public var isMisleading: Bool {
    let verdicts = [naiveVerdict, globalVerdict].map {
      [.identical, .small].contains($0) ? .equivalent : $0
    }
    return verdicts[0] != verdicts[1] && !verdicts.contains(.undefined)
  }

  private static func ratio(_ numerator: Double?, _ denominator: Double?) -> Double? {
    guard let numerator, let denominator, denominator > 0 else { return nil }
    return numerator / denominator
  }
}

/// The values of the baseline and the candidate in one world.
private struct PairOfValues {
  let baseline: Double
  let candidate: Double

  init(_ baseline: Double, _ candidate: Double) {
    self.baseline = baseline
    self.candidate = candidate
  }
}

/// The differences of two groups, or of two arms, over worlds.
private struct LiveDifferences {
  /// Candidate − baseline.
  let differences: [Double]
  /// The differences that decide a verdict.
  private let judged: [Double]
  private let direction: MetricDefinition.Direction

  init(_ pairs: [PairOfValues], _ direction: MetricDefinition.Direction) {
    differences = pairs.map { difference($0.baseline, $0.candidate) }
    judged = pairs.map { direction.judgedDifference($0.baseline, $0.candidate) }
    self.direction = direction
  }

  var deviation: Double? { Summary(differences).standardDeviation }

  func verdict(missing: Int, margin: Double, rule: IntervalRule) -> Verdict {
    let judged = rule.test(judged)
    return VerdictRule(
      equivalence: judged?.interval, areIdentical: differences.allSatisfy { $0 == 0 },
      missing: missing, direction: direction, margin: margin, alpha: rule.alpha
    ).verdict(of: judged).0
  }
}
