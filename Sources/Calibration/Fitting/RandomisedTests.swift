internal import PortableMath
package import Stochastics

/// A summary of many randomised tests: whether their viewers were split equally, and how much arms and
/// tests differ in click rate.
package struct RandomisedTests: Sendable, Hashable {
  /// Clicks and impressions of one arm of a test.
  package struct Arm: Sendable, Hashable {
    package let test: Int
    package let clicks: Int
    package let impressions: Int

    package init(test: Int, clicks: Int, impressions: Int) {
      precondition(
        clicks >= 0 && clicks <= impressions, "\(clicks) clicks of \(impressions) impressions")
      self.test = test
      self.clicks = clicks
      self.impressions = impressions
    }
  }

  /// Tests of at least two arms.
  package let testCount: Int
  /// Share of the tests whose impressions differ from an equal split, by χ² with *p* < 0.01; a hundredth
  /// is chance.
  package let sampleRatioFaults: Proportion
  /// Share of the tests whose arms differ in click rate, by χ² with *p* < 0.05, of those with a click
  /// and an impression without one.
  package let heterogeneous: Proportion
  /// Deviation between the arms of a test of the logit of the click rate, by the method of moments net
  /// of the sampling variance 1/*y* + 1/(*n* − *y*), over arms of at least `leastClicks`; `nil` where no
  /// test has two.
  package let withinTestLogitDeviation: Double?

  /// The smallest number of clicks for a precise logit of an arm.
  package static let leastClicks = 5

  /// - Parameter arms: In any order.
  package init(_ arms: [Arm]) {
    let tests = Self.grouped(arms).filter { $0.count >= 2 }
    testCount = tests.count
    sampleRatioFaults = Proportion(
      successes: tests.filter { Self.splitP($0) < 0.01 }.count, trials: tests.count)
    let comparable = tests.compactMap(Self.heterogeneityP)
    heterogeneous = Proportion(
      successes: comparable.filter { $0 < 0.05 }.count, trials: comparable.count)
    let logits = tests.map { $0.compactMap(ArmLogit.init) }.filter { $0.count >= 2 }
    withinTestLogitDeviation = Self.within(logits)
  }

  /// The arms of each test, in order of test.
  private static func grouped(_ arms: [Arm]) -> [[Arm]] {
    var tests: [[Arm]] = []
    for arm in arms.sorted(by: { $0.test < $1.test }) {
      if tests.last?.first?.test == arm.test {
        tests[tests.count - 1].append(arm)
      } else {
        tests.append([arm])
      }
    }
    return tests
  }

  /// Pearson's χ² of the impressions against an equal split.
  private static func splitP(_ arms: [Arm]) -> Double {
    let expected = Double(arms.reduce(0) { $0 + $1.impressions }) / Double(arms.count)
    guard expected > 0 else { return 1 }
    let chiSquare = arms.reduce(0) { sum, arm in
      let excess = Double(arm.impressions) - expected
      return sum + excess * excess / expected
    }
    return Cumulative.chiSquareTail(chiSquare, degreesOfFreedom: Double(arms.count - 1))
  }

  /// Pearson's χ² of clicks and other impressions against one rate for all arms; `nil` when the rate is
  /// 0 or 1.
  private static func heterogeneityP(_ arms: [Arm]) -> Double? {
    let shown = arms.filter { $0.impressions > 0 }
    let impressions = Double(shown.reduce(0) { $0 + $1.impressions })
    let clicks = Double(shown.reduce(0) { $0 + $1.clicks })
    guard shown.count >= 2, clicks > 0, clicks < impressions else { return nil }
    let rate = clicks / impressions
    let chiSquare = shown.reduce(0) { sum, arm in
      let excess = Double(arm.clicks) - rate * Double(arm.impressions)
      return sum + excess * excess / (Double(arm.impressions) * rate * (1 - rate))
    }
    return Cumulative.chiSquareTail(chiSquare, degreesOfFreedom: Double(shown.count - 1))
  }
}

/// The logit of an arm's click rate and its sampling variance.
private struct ArmLogit {
  let logit: Double
  let variance: Double

  init?(_ arm: RandomisedTests.Arm) {
    guard arm.clicks >= RandomisedTests.leastClicks, arm.clicks < arm.impressions else {
      return nil
    }
    let (clicks, others) = (Double(arm.clicks), Double(arm.impressions - arm.clicks))
    logit = Portable.log(clicks / others)
    variance = 1 / clicks + 1 / others
  }
}

extension RandomisedTests {
  private static func within(_ tests: [[ArmLogit]]) -> Double? {
    var (squares, sampling, degrees) = (0.0, 0.0, 0.0)
    for arms in tests {
      let n = Double(arms.count)
      let mean = arms.reduce(0) { $0 + $1.logit } / n
      squares += arms.reduce(0) { $0 + ($1.logit - mean) * ($1.logit - mean) }
      sampling += (n - 1) / n * arms.reduce(0) { $0 + $1.variance }
      degrees += n - 1
    }
    return degrees > 0 ? max(0, (squares - sampling) / degrees).squareRoot() : nil
  }
}
