internal import Stochastics

/// Whether a metric raises more false alarms than it should, from A/A tests at α = 0.05.
///
/// Of *n* tests the number of alarms is binomial. A metric is flagged when its number of alarms, or more, has
/// a probability below 0.01 ÷ the number of metrics at a rate of 5 %.
package struct AlarmTest: Sendable, Hashable {
  /// The number of tests *n*, at least 1.
  package let tests: Int
  /// The number of tested metrics.
  package let metrics: Int
  /// The largest number of alarms that does not flag a metric.
  package let most: Int

  package init(tests: Int, metrics: Int) {
    precondition(tests > 0 && metrics > 0, "\(tests) tests of \(metrics) metrics")
    self.tests = tests
    self.metrics = metrics
    let alpha = ScenarioAlarmsCheck.familyAlpha / Double(metrics)
    let first = (0...tests).first {
      Binomial.tail($0 + 1, trials: tests, probability: ScenarioAlarmsCheck.alpha) < alpha
    }
    most = first ?? tests
  }

  /// The smallest number of tests that flags a metric which rejects a share `rate` of them.
  ///
  /// - Parameters:
  ///   - rate: A share above 5 %.
  ///   - power: The probability of flagging the metric, in `0.5..<1`.
  package init(metrics: Int, flagging rate: Double, power: Double) {
    precondition(rate > ScenarioAlarmsCheck.alpha && rate <= 1, "a rate of \(rate)")
    precondition(power >= 0.5 && power < 1, "a power of \(power)")
    var test = AlarmTest(tests: 1, metrics: metrics)
    while test.power(of: rate) < power {
      test = AlarmTest(tests: test.tests + 1, metrics: metrics)
    }
    self = test
  }

  /// The probability of flagging a metric that rejects a share `rate` of all tests.
  package func power(of rate: Double) -> Double {
    Binomial.tail(most + 1, trials: tests, probability: rate)
  }
}
