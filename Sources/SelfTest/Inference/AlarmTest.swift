internal import Stochastics

/// Whether a metric raises more false alarms than it should, from A/A tests at α = 0.05.
///
/// Of *n* tests the number of alarms is binomial. A metric is flagged when so many have a probability
/// below 0.01 ÷ the number of metrics at a rate of 5 %.
package struct AlarmTest: Sendable, Hashable {
  /// *n*, at least 1.
  package let tests: Int
  /// How many metrics are tested.
  package let metrics: Int
  /// The most alarms with which a metric is not flagged.
  package let most: Int

  package init(tests: Int, metrics: Int) {
    precondition(tests > 0 && metrics > 0, "\(tests) tests of \(metrics) metrics")
    self.tests = tests
    self.metrics = metrics
    let risk = ScenarioAlarmsCheck.riskOfAll / Double(metrics)
    let first = (0...tests).first {
      Binomial.tail($0 + 1, trials: tests, probability: ScenarioAlarmsCheck.risk) < risk
    }
    most = first ?? tests
  }

  /// The fewest tests that flag a metric which truly rejects a share `rate` of them.
  ///
  /// - Parameters:
  ///   - rate: Above 5 %.
  ///   - power: The probability of flagging it, in `0.5..<1`.
  package init(metrics: Int, flagging rate: Double, power: Double) {
    precondition(rate > ScenarioAlarmsCheck.risk && rate <= 1, "a rate of \(rate)")
    precondition(power >= 0.5 && power < 1, "a power of \(power)")
    var test = AlarmTest(tests: 1, metrics: metrics)
    while test.power(of: rate) < power {
      test = AlarmTest(tests: test.tests + 1, metrics: metrics)
    }
    self = test
  }

  /// The probability that a metric is flagged which rejects a share `rate` of all tests.
  package func power(of rate: Double) -> Double {
    Binomial.tail(most + 1, trials: tests, probability: rate)
  }
}
