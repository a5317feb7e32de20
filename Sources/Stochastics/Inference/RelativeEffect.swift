/// The change of a mean as a fraction of the baseline's mean.
public struct RelativeEffect: Sendable, Hashable {
  /// *B̄*/*Ā* − 1.
  public let estimate: Double
  /// Fieller's limits; [0, 0] when the arms agree in every world; `nil` for fewer than two worlds, and
  /// when the baseline's mean is so uncertain that the limits are unbounded.
  public let interval: ConfidenceInterval?

  /// The relative effect of `candidate` over `baseline`, paired by index.
  ///
  /// It is the ``RatioOfMeans`` of *B* − *A* and *A*: Fieller's equation for *B̄*/*Ā*, written for the
  /// ratio less 1, so that nearly equal arms lose no digits.
  ///
  /// - Parameter criticalValue: How many standard errors the limits are away; Student's when `nil`.
  /// - Returns: `nil` unless the mean of the baseline is positive.
  public init?(
    baseline: [Double], candidate: [Double], level: Double, criticalValue: Double? = nil
  ) {
    precondition(
      baseline.count == candidate.count,
      "\(baseline.count) worlds of the baseline, \(candidate.count) of the candidate")
    let change = zip(baseline, candidate).map { difference($0, $1) }
    guard Summary(baseline).mean > 0,
      let ratio = RatioOfMeans(
        numerators: change, denominators: baseline, level: level,
        criticalValue: criticalValue)
    else { return nil }
    estimate = ratio.estimate
    interval = ratio.interval
  }
}

extension RelativeEffect {
  /// Whether the change is larger than a threshold, in either direction, and surely so: the interval lies
  /// beyond it.
  ///
  /// It is a test of "at most the threshold" against "more" (a minimum-effect test). For an interval of
  /// level 1 − α its type I error rate is at most α, since Fieller's limit is above δ where Student's *t*
  /// finds *B* − (1 + δ)*A* above 0; at δ itself it is α/2 if −δ is out of reach.
  ///
  /// Source: Murphy & Myors, *Journal of Applied Psychology* 84(2), 1999.
  ///
  /// - Parameter threshold: A fraction of the baseline, not negative.
  public func isSurely(beyond threshold: Double) -> Bool {
    precondition(threshold >= 0, "a threshold of \(threshold)")
    return interval.map { $0.lower > threshold || $0.upper < -threshold } ?? false
  }
}
