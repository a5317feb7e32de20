import SelfTest
import TestSupport
import Testing

@Suite struct AlarmTestTests {
  /// scipy 1.17.1 `binom`: of 25 tests at a rate of 5 % 7 or more have a probability below 0.01 ÷ 20, and
  /// at 15 % one of 0.0695.
  @Test func `200 pairs flag a metric that rejects 15 % in 7 % of runs`() {
    let test = AlarmTest(tests: 25, metrics: 20)
    expectEqual(test.most, 6)
    #expect(abs(test.power(of: 0.15) - 0.06952856230775593) < 1e-12)
  }

  /// scipy 1.17.1: the fewest tests, the most alarms that pass, and the power at 15 %.
  @Test(arguments: [
    (10, 119, 14, 0.8030433403195067), (20, 134, 16, 0.8063371231272601),
    (30, 141, 17, 0.8034488721499131), (40, 148, 18, 0.8008368268522684),
  ])
  func `there are as many tests as the power takes`(
    metrics: Int, tests: Int, most: Int, power: Double
  ) {
    let test = AlarmTest(metrics: metrics, flagging: 0.15, power: 0.8)
    #expect(test.tests == tests && test.most == most)
    #expect(abs(test.power(of: 0.15) - power) < 1e-12)
    #expect(AlarmTest(tests: tests - 1, metrics: metrics).power(of: 0.15) < 0.8)
    // Any of the metrics that keep 5 % is flagged with a probability of 1 % at most.
    #expect(Double(metrics) * test.power(of: 0.05) <= 0.01)
  }

  @Test func `few tests flag nothing`() {
    expectEqual(AlarmTest(tests: 2, metrics: 24).power(of: 0.15), 0)
  }
}
