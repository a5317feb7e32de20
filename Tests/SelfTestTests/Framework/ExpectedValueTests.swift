import SelfTest
import Stochastics
import TestSupport
import Testing

@Suite struct ExpectedValueTests {
  @Test(arguments: [
    (ExpectedValue.exactly(2), 2.0, true), (.exactly(2), 2.0000001, false),
    (.near(4, within: 0.5), 4.5, true), (.near(4, within: 0.5), 3.4, false),
    // 3 % of 5 is 0.15.
    (.nearly(5, within: 0.03), 5.14, true), (.nearly(5, within: 0.03), 4.84, false),
    (.nearly(-5, within: 0.03), -5.1, true),
    (.between(1.9, 2.8), 1.9, true), (.between(1.9, 2.8), 2.81, false),
    (.atLeast(0.95), 0.95, true), (.atLeast(0.95), 0.94, false),
    (.atMost(0.05), 0.05, true), (.atMost(0.05), 0.06, false),
  ])
  func `agrees with values worked by hand`(
    expectation: ExpectedValue, observed: Double, passes: Bool
  ) {
    expectEqual(expectation.admits(observed, nil), passes)
  }

  @Test func `NaN is never as expected`() {
    let all: [ExpectedValue] = [
      .exactly(0), .near(0, within: 1), .nearly(1, within: 1), .between(-1, 1), .atLeast(0),
      .atMost(0),
    ]
    for expectation in all { #expect(!expectation.admits(.nan, nil), "\(expectation)") }
  }

  @Test func `a value is excluded by an interval alone`() {
    let interval = ConfidenceInterval(lower: 0.1, upper: 0.3, level: 0.95)
    #expect(ExpectedValue.surelyNot(0).admits(0.2, interval))
    #expect(!ExpectedValue.surelyNot(0.1).admits(0.2, interval))
    #expect(!ExpectedValue.surelyNot(0).admits(0.2, nil))
  }
}
