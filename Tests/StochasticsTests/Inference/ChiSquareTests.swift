import Stochastics
import TestSupport
import Testing

@Suite struct ChiSquareTests {
  @Test func `the statistic agrees with values worked by hand`() {
    expectEqual(ChiSquare.statistic(observed: [12, 8], expected: [10, 10]), 0.8)  // 4/10 + 4/10
    expectEqual(ChiSquare.statistic(observed: [], expected: []), 0)
  }

  /// With 2 degrees of freedom *p* is exp(−χ²/2); the 95 % quantile with 1 is 1.96².
  @Test func `the p-value agrees with closed forms`() {
    #expect(abs(ChiSquare.pValue(2, degreesOfFreedom: 2) - 0.36787944117144233) < 1e-14)
    #expect(abs(ChiSquare.pValue(3.841458820694124, degreesOfFreedom: 1) - 0.05) < 1e-12)
    expectEqual(ChiSquare.pValue(0, degreesOfFreedom: 23), 1)
  }

  @Test func `what has no sense is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = ChiSquare.statistic(observed: [1], expected: [0])
    }
    await #expect(processExitsWith: .failure) { _ = ChiSquare.pValue(1, degreesOfFreedom: 0) }
  }
}
