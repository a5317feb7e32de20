public import FeedMetrics
public import Stochastics

/// The change of a metric, divided exactly into parts by the levels of a dimension of what was looked at.
///
/// With *w* the looks of a level ÷ the denominator of the metric, and *r* its numerator ÷ its looks, the metric is
/// Σ *w* *r*. In each world a level's part of candidate (′) − baseline is the sum of two:
///
/// - from the mix, (*w*′ − *w*)((*r* + *r*′)/2 − *c*): it was looked at more or less;
/// - from the rate, (*r*′ − *r*)(*w* + *w*′)/2: each look led to more or less.
///
/// For a metric for each look, *c* is the mean of the two arms' values, so that more looks at a level help where
/// its rate is above the mean; Σ *w* is 1 under both arms, and therefore *c* does not change the sum over the levels.
/// For a metric for each member-day *c* is 0. A level without looks under one arm has the other arm's rate there: its
/// part comes from the mix. The parts of all levels add up to the difference in each world, and so do their means.
///
/// Source: Kitagawa, *JASA* 50(272), 1955; for several factors Das Gupta, *Standardization and Decomposition of
/// Rates*, 1993.
public struct Decomposition: Sendable, Hashable {
  /// The part of a level, or of all levels.
  public struct Part: Sendable, Hashable {
    /// The name of the level; `nil` for all levels.
    public let level: String?
    /// *w*, mean over the worlds: a share of the looks or, for a metric for each member-day, looks a day.
    public let baselineWeight: Double
    public let candidateWeight: Double
    /// *r*, over the looks of all worlds; `nil` without looks. For all levels the metric itself, mean over the worlds.
    public let baselineRate: Double?
    public let candidateRate: Double?
    /// The parts of the difference, paired by world.
    public let fromMix: PairedDifference
    public let fromRate: PairedDifference
    public let whole: PairedDifference
  }

  public let metric: MetricDefinition
  public let candidate: String
  public let dimension: LookDimension
  /// The levels with looks under either arm, in their order.
  public let levels: [Part]
  /// The sums over the levels: the whole is the difference of the metric.
  public let sum: Part

  /// - Parameters:
  ///   - metric: A ratio of sums over looks.
  ///   - baseline: The looks by world; of antithetic twins two elements, whose parts are averaged.
  ///   - candidateLooks: The looks in the same worlds.
  ///   - rule: How differences are tested.
  /// - Returns: `nil` for a metric of another form, for a dimension that is not known, and where no world has looks under
  ///   both arms. Worlds whose levels differ from the first world's are left out.
  public init?(
    of metric: MetricDefinition, candidate: String, by dimension: LookDimension,
    baseline: [[LookCounts]], candidate candidateLooks: [[LookCounts]], rule: IntervalRule
  ) {
    guard let ratio = MetricCatalogue.ratio(of: metric.id) else { return nil }
    precondition(baseline.count == candidateLooks.count, "worlds of one arm only")
    var (worlds, totals) = ([[WorldPart]](), (baseline: [Totals](), candidate: [Totals]()))
    var names: [String] = []
    for (before, after) in zip(baseline, candidateLooks) {
      let pairs = zip(before, after).compactMap { before, after in
        WorldPair(ratio, before, after, dimension)
      }
      guard !pairs.isEmpty, pairs.count == before.count, before.count == after.count else {
        continue
      }
      if worlds.isEmpty { names = pairs[0].levels }
      guard pairs.allSatisfy({ $0.levels == names }) else { continue }
      worlds.append(WorldPart.mean(pairs.map(\.parts)))
      totals.baseline.append(contentsOf: pairs.map(\.baseline))
      totals.candidate.append(contentsOf: pairs.map(\.candidate))
    }
    guard !worlds.isEmpty else { return nil }
    let rates = (Totals.rates(totals.baseline), Totals.rates(totals.candidate))
    func part(_ level: Int?) -> Part? {
      let parts = worlds.map { world in level.map { world[$0] } ?? WorldPart.sum(world) }
      guard let mix = rule.test(parts.map(\.fromMix)), let rate = rule.test(parts.map(\.fromRate)),
        let whole = rule.test(parts.map { $0.fromMix + $0.fromRate })
      else { return nil }
      return Part(
        level: level.map { names[$0] },
        baselineWeight: Summary(parts.map(\.baselineWeight)).mean,
        candidateWeight: Summary(parts.map(\.candidateWeight)).mean,
        baselineRate: level.map { rates.0[$0] } ?? Summary(parts.map(\.baselineValue)).mean,
        candidateRate: level.map { rates.1[$0] } ?? Summary(parts.map(\.candidateValue)).mean,
        fromMix: mix, fromRate: rate,
        whole: whole)
    }
    guard let sum = part(nil) else { return nil }
    self.metric = metric
    self.candidate = candidate
    self.dimension = dimension
    self.sum = sum
    levels = names.indices.compactMap(part).filter {
      $0.baselineRate != nil || $0.candidateRate != nil
    }
  }
}

/// One arm's looks in a world: looks and numerator of each level.
struct Totals {
  let looks: [Double]
  let numerators: [Double]

  /// - Parameter sums: By ``LookSum``, of each level.
  init(_ ratio: LookRatio, _ sums: [[Double]]) {
    looks = sums.map { $0[LookSum.looks.rawValue] }
    numerators = sums.map(ratio.numerator)
  }

  /// The rate of each level over several worlds.
  static func rates(_ worlds: [Totals]) -> [Double?] {
    guard let levels = worlds.first?.looks.count else { return [] }
    let looks = (0..<levels).map { level in worlds.reduce(0) { $0 + $1.looks[level] } }
    let numerators = (0..<levels).map { level in worlds.reduce(0) { $0 + $1.numerators[level] } }
    return zip(numerators, looks).map { $1 > 0 ? $0 / $1 : nil }
  }
}

/// The parts of a level in one world.
struct WorldPart {
  var baselineWeight = 0.0
  var candidateWeight = 0.0
  /// The level's summand of the metric.
  var baselineValue = 0.0
  var candidateValue = 0.0
  var fromMix = 0.0
  var fromRate = 0.0

  static func sum(_ parts: [WorldPart]) -> WorldPart {
    parts.reduce(into: WorldPart()) { sum, part in
      sum.baselineWeight += part.baselineWeight
      sum.candidateWeight += part.candidateWeight
      sum.baselineValue += part.baselineValue
      sum.candidateValue += part.candidateValue
      sum.fromMix += part.fromMix
      sum.fromRate += part.fromRate
    }
  }

  /// The means over twins, level by level.
  static func mean(_ twins: [[WorldPart]]) -> [WorldPart] {
    twins[0].indices.map { level in
      var mean = sum(twins.map { $0[level] })
      let count = Double(twins.count)
      mean.baselineWeight /= count
      mean.candidateWeight /= count
      mean.baselineValue /= count
      mean.candidateValue /= count
      mean.fromMix /= count
      mean.fromRate /= count
      return mean
    }
  }
}

/// The two arms in one world.
private struct WorldPair {
  let levels: [String]
  let baseline: Totals
  let candidate: Totals
  let parts: [WorldPart]

  /// - Returns: `nil` where the metric has no value under an arm.
  init?(
    _ ratio: LookRatio, _ before: LookCounts, _ after: LookCounts, _ dimension: LookDimension
  ) {
    guard let old = before.table(dimension), let new = after.table(dimension),
      old.levels == new.levels
    else { return nil }
    let (size, newSize) = (ratio.denominator(before, old), ratio.denominator(after, new))
    guard size > 0, newSize > 0 else { return nil }
    levels = old.levels
    baseline = Totals(ratio, old.sums)
    candidate = Totals(ratio, new.sums)
    parts = WorldPart.parts(ratio, (baseline, over: size), (candidate, over: newSize))
  }
}

extension WorldPart {
  /// The parts of all levels in a world.
  ///
  /// - Parameters:
  ///   - before: The baseline's looks, and the denominator of the metric, which is above 0.
  ///   - after: The candidate's, of the same levels.
  static func parts(
    _ ratio: LookRatio, _ before: (Totals, over: Double), _ after: (Totals, over: Double)
  ) -> [WorldPart] {
    let ((baseline, size), (candidate, newSize)) = (before, after)
    let centre =
      switch ratio.denominator {
      case .looks:
        (baseline.numerators.reduce(0, +) / size + candidate.numerators.reduce(0, +) / newSize) / 2
      case .memberDays: 0.0
      }
    return baseline.looks.indices.map { level in
      let (w, v) = (baseline.looks[level] / size, candidate.looks[level] / newSize)
      let before = baseline.rate(level) ?? candidate.rate(level) ?? 0
      let after = candidate.rate(level) ?? before
      return WorldPart(
        baselineWeight: w, candidateWeight: v, baselineValue: baseline.numerators[level] / size,
        candidateValue: candidate.numerators[level] / newSize,
        fromMix: (v - w) * ((before + after) / 2 - centre),
        fromRate: (after - before) * ((w + v) / 2))
    }
  }
}

extension Totals {
  func rate(_ level: Int) -> Double? {
    looks[level] > 0 ? numerators[level] / looks[level] : nil
  }
}

/// Decompositions of an experiment.
extension ExperimentResults {
  /// Whether the looks of its worlds were counted.
  public var hasLooks: Bool { !outcomes.isEmpty && comparedOutcomes.allSatisfy { $0.looks != nil } }

  /// The change of a metric of a candidate against the baseline, by the levels of a dimension.
  ///
  /// - Returns: `nil` without a comparison or counted looks, and for a metric that is no ratio of sums over looks.
  public func decomposition(
    of metric: MetricDefinition, candidate: String, by dimension: LookDimension
  ) -> Decomposition? {
    guard let baseline = design.baseline, hasLooks else { return nil }
    func looks(_ arm: String) -> [[LookCounts]] {
      outcomes.filter { $0.arm == arm }.map { $0.looks ?? [] }
    }
    return Decomposition(
      of: metric, candidate: candidate, by: dimension, baseline: looks(baseline),
      candidate: looks(candidate), rule: design.rule(of: metric))
  }

  private var comparedOutcomes: [WorldOutcome] {
    outcomes.filter { design.arms.contains($0.arm) }
  }
}
