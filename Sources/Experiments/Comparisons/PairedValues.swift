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

  /// Candidate − baseline, world by world.
  package var differences: [Double] { zip(baseline, candidate).map { difference($0, $1) } }

  /// The same for procedures by ranks and signs: those that differ by rounding alone tie.
  package var tiedDifferences: [Double] { Stochastics.tiedDifferences(baseline, candidate) }

  /// The differences that a verdict is about: for a target, of the distances from it.
  package func judgedDifferences(_ direction: MetricDefinition.Direction) -> [Double] {
    zip(baseline, candidate).map { direction.judgedDifference($0, $1) }
  }

  /// The change of the mean as a fraction of the baseline's, its limits as wide as those of the difference.
  package func relativeEffect(_ rule: IntervalRule) -> RelativeEffect? {
    let test = rule.test(differences)
    let reach = test?.interval.flatMap { interval in
      test?.standardError.flatMap { $0 > 0 ? interval.halfWidth / $0 : nil }
    }
    return RelativeEffect(
      baseline: baseline, candidate: candidate, level: rule.level, criticalValue: reach)
  }

  /// What pairing divides the variance of the mean difference by; `nil` without spread.
  package var varianceReduction: Double? {
    guard let paired = Summary(differences).variance, paired > 0,
      let a = Summary(baseline).variance, let b = Summary(candidate).variance
    else { return nil }
    return (a + b) / paired
  }
}

extension MetricDefinition.Direction {
  /// What a verdict is about in one world: the value or, for a target, its distance.
  package func judgedValue(_ value: Double) -> Double {
    guard case .target(let target) = self else { return value }
    return difference(target, value).magnitude
  }

  /// What a verdict is about in one pair of worlds: candidate − baseline or, for a target, that of the
  /// distances from it.
  package func judgedDifference(_ baseline: Double, _ candidate: Double) -> Double {
    let change = difference(baseline, candidate)
    guard case .target(let target) = self, change != 0 else { return change }
    return difference((baseline - target).magnitude, (candidate - target).magnitude)
  }
}
