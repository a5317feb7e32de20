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
  /// Standard deviation between worlds of the naive difference ÷ the same of the global one; `nil` where the
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
      baselineGroup: Double? = nil, candidateGroup: Double? = nil, baseline: Double? = nil,
      candidate: Double? = nil
    ) {
      self.baselineGroup = baselineGroup
      self.candidateGroup = candidateGroup
      self.baseline = baseline
      self.candidate = candidate
    }
  }

  /// - Parameters:
  ///   - margin: The smallest effect that matters, where one is declared.
  ///   - values: One element for each world.
  ///   - rule: How the differences are tested.
  public init(
    metric: MetricDefinition, candidate: String, margin: MetricDefinition.Margin?,
    values: [Values], rule: IntervalRule = .student(alpha: 0.05)
  ) {
    let whole = values.map { world in
      let all = [world.baselineGroup, world.candidateGroup, world.baseline, world.candidate]
      return all.contains(nil) ? Values() : world
    }
    func comparison(_ baseline: KeyPath<Values, Double?>, _ other: KeyPath<Values, Double?>)
      -> Comparison
    {
      Comparison(
        metric: metric, candidate: candidate, margin: margin,
        baseline: whole.map { $0[keyPath: baseline] }, candidate: whole.map { $0[keyPath: other] },
        rule: rule)
    }
    let groups = comparison(\.baselineGroup, \.candidateGroup)
    let arms = comparison(\.baseline, \.candidate)
    let (live, global) = (groups.pairs.differences, arms.pairs.differences)
    self.metric = metric
    self.candidate = candidate
    worlds = arms.worlds
    missing = arms.missing
    naive = groups.difference
    self.global = arms.difference
    bias = rule.test(zip(global, live).map { difference($0, $1) })
    ratio = RatioOfMeans(numerators: live, denominators: global, level: rule.level)
    spreadRatio = Self.ratio(
      Summary(live).standardDeviation, Summary(global).standardDeviation)
    let effect = arms.difference?.mean ?? 0
    wrongSigns = live.count { $0 * effect < 0 }
    naiveVerdict = groups.verdict
    globalVerdict = arms.verdict
  }

  /// Whether the bias is significant: its interval excludes 0.
  public var isBiased: Bool { bias?.interval.map { !$0.contains(0) } ?? false }

  /// Whether the live test, repeated in all worlds, has another verdict than the parallel worlds, where
  /// both are defined.
  public var isMisleading: Bool {
    let verdicts = [naiveVerdict, globalVerdict].map {
      $0 == .identical ? .equivalent : $0
    }
    return verdicts[0] != verdicts[1] && !verdicts.contains(.undefined)
  }

  private static func ratio(_ numerator: Double?, _ denominator: Double?) -> Double? {
    guard let numerator, let denominator, denominator > 0 else { return nil }
    return numerator / denominator
  }
}
