package import FeedMetrics
public import Stochastics

/// The interval of a change that a verdict or a gate is read from. Reports print this interval, so that a word never
/// contradicts the numbers beside it.
///
/// - Of a metric that is not tested it has the level 1 − α of the look.
/// - A limit that is kept and a change that is too small to matter are read at 1 − α too, since a candidate ships only if
///   every limit is kept.
/// - What is better, worse, broken or not sure yet among *m* tested metrics is read at the level at which the correction
///   ended: with *R* rejected hypotheses 1 − α/max(1, *m* − *R*) for Holm, 1 − α·max(1, *R*)/*m* for Benjamini and
///   Hochberg. At that level an interval excludes a hypothesis exactly when its adjusted *p* is at most α.
public struct DecidingInterval: Sendable, Hashable {
  /// The scale of the change.
  public enum Scale: String, Sendable, Hashable {
    /// A fraction of the baseline's mean, with Fieller's limits: for a relative margin.
    case share
    /// The metric's unit: for an absolute margin. For a metric with a target, the change of the distance from it.
    case unit
  }

  public let scale: Scale
  /// Candidate − baseline on the scale.
  public let estimate: Double
  public let interval: ConfidenceInterval
  /// The smallest change that matters, on the scale; for a guardrail the largest harm allowed. Where none is declared, 0, or
  /// the size below which a change is too small for reports if it is.
  public internal(set) var margin: Double

  /// The ends of the interval, signed so that more is better: the worst first. A metric without a good direction keeps
  /// its signs.
  func gains(_ direction: MetricDefinition.Direction) -> (worst: Double, best: Double) {
    direction.isGoodBelow
      ? (0 - interval.upper, 0 - interval.lower) : (interval.lower, interval.upper)
  }

  /// Whether the whole interval is nearer to 0 than a size.
  func isWithin(_ size: Double) -> Bool { -size < interval.lower && interval.upper < size }

  /// Whether the interval keeps the limit of a guardrail, breaks it, or leaves that undecided.
  package func gate(_ direction: MetricDefinition.Direction) -> Gate {
    let (worst, best) = gains(direction)
    return worst >= -margin ? .pass : best < -margin ? .fail : .undecided
  }
}
