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
  public let worlds: Int
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
  public let verdict: Verdict
  public let indecision: Indecision?

  /// The largest share of worlds without a value that leaves a verdict standing.
  public static let largestMissingShare = 0.05

  /// - Parameters:
  ///   - margin: The smallest effect that matters, where one is declared.
  ///   - baseline: The values of the baseline by world; `nil` where undefined, otherwise finite.
  ///   - candidateValues: Those of the candidate in the same worlds.
  ///   - level: Coverage of the intervals.
  public init(
    metric: MetricDefinition, candidate: String, margin: Scenario.Margin.Size? = nil,
    baseline: [Double?], candidate candidateValues: [Double?],
    level: Double = ExperimentDesign.level
  ) {
    let pairs = PairedValues(baseline, candidateValues)
    self.metric = metric
    self.candidate = candidate
    worlds = pairs.count
    missing = baseline.count - pairs.count
    baselineMean = pairs.count > 0 ? Summary(pairs.baseline).mean : nil
    candidateMean = pairs.count > 0 ? Summary(pairs.candidate).mean : nil
    difference = pairedT(differences: pairs.differences, level: level)
    judged = pairedT(differences: pairs.judgedDifferences(metric.direction), level: level)
    relative = RelativeEffect(baseline: pairs.baseline, candidate: pairs.candidate, level: level)
    self.margin =
      switch margin {
      case .absolute(let size): size
      case .relative(let fraction): fraction * (baselineMean ?? 0).magnitude
      case nil: 0
      }
    varianceReduction = pairs.varianceReduction
    let judgement = Judgement(
      judged, areIdentical: difference?.evidence == .identical, missing: missing,
      direction: metric.direction, margin: self.margin, risk: 1 - level)
    verdict = judgement.verdict
    indecision = judgement.indecision
  }
}
