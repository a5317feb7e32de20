package import FeedMetrics
package import Stochastics

/// The values of two arms in the worlds where both have one.
package struct PairedValues: Sendable, Hashable {
  package private(set) var baseline: [Double] = []
  package private(set) var candidate: [Double] = []

  package init(_ baseline: [Double?], _ candidate: [Double?]) {
    precondition(
      baseline.count == candidate.count,
      "\(baseline.count) worlds of the baseline, \(candidate.count) of the candidate")
    for case (let a?, let b?) in zip(baseline, candidate) {
      self.baseline.append(a)
      self.candidate.append(b)
    }
  }

  package var count: Int { baseline.count }

  /// Candidate − baseline in each world.
  package var differences: [Double] { zip(baseline, candidate).map { difference($0, $1) } }

  /// The differences for tests by ranks and signs: differences that are equal up to rounding tie.
  package var tiedDifferences: [Double] { Stochastics.tiedDifferences(baseline, candidate) }

  /// The differences that decide a verdict: for a metric with a target, differences of the distances
  /// from the target.
  package func judgedDifferences(_ direction: MetricDefinition.Direction) -> [Double] {
    zip(baseline, candidate).map { direction.judgedDifference($0, $1) }
  }

  /// The change of the mean as a fraction of the baseline's mean. The interval has the critical value of
  /// the difference's interval.
  package func relativeEffect(_ rule: IntervalRule) -> RelativeEffect? {
    let test = rule.test(differences)
    let reach = test?.interval.flatMap { interval in
      test?.standardError.flatMap { $0 > 0 ? interval.halfWidth / $0 : nil }
    }
    return RelativeEffect(
      baseline: baseline, candidate: candidate, level: rule.level, criticalValue: reach)
  }

  /// The factor by which pairing reduces the variance of the mean difference; `nil` without spread, or where it is so
  /// small that the factor is beyond `Double`.
  package var varianceReduction: Double? {
    guard let paired = Summary(differences).variance, paired > 0,
      let a = Summary(baseline).variance, let b = Summary(candidate).variance
    else { return nil }
    let factor = (a + b) / paired
    return factor.isFinite ? factor : nil
  }
}

extension MetricDefinition.Direction {
  /// The value that decides a verdict: the metric's value or, for a metric with a target, its distance
  /// from the target.
  package func judgedValue(_ value: Double) -> Double {
    guard case .target(let target) = self else { return value }
    return difference(target, value).magnitude
  }

  /// The difference that a verdict is about in one pair of worlds: candidate − baseline or, for a target, the
  /// difference of the distances from it.
  package func judgedDifference(_ baseline: Double, _ candidate: Double) -> Double {
    let change = difference(baseline, candidate)
    guard case .target(let target) = self, change != 0 else { return change }
    return difference((baseline - target).magnitude, (candidate - target).magnitude)
  }
}
