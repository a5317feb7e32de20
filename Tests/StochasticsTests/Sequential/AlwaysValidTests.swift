import Stochastics
import TestSupport
import Testing

@Suite struct AlwaysValidTests {
  /// *n* values with mean `mean` and standard deviation 1.
  private func summary(_ n: Int, mean: Double) -> Summary {
    let step = (Double(n - 1) / Double(n)).squareRoot()
    return Summary((0..<n).map { mean + ($0.isMultiple(of: 2) ? step : -step) })
  }

  /// The half-width in standard deviations at which scipy 1.17.1's `quad` of `nct.pdf` · `norm.pdf` ÷
  /// `t.pdf`, the Bayes factor, is 1/α to 12 digits.
  @Test(arguments: [
    (12, 0.05, 1.063477437290612), (30, 0.05, 0.6110007778657539),
    (64, 0.1, 0.3838461515264693),
  ])
  func `the interval ends where the integrated Bayes factor is 1/α`(
    worlds: Int, risk: Double, reach: Double
  ) throws {
    let values = summary(worlds, mean: 3)
    let interval = try #require(AlwaysValidT().interval(values, level: 1 - risk))
    #expect(isNear(interval.upper - 3, reach) && isNear(3 - interval.lower, reach))
    // A mean as far from 0 has the p of that risk.
    #expect(isNear(AlwaysValidT().pValue(summary(worlds, mean: reach)), risk))
  }

  @Test func `few worlds have no bound`() throws {
    // n = 4: k = 5, R = (5/0.0025)^¼ = 6.69 > 5; n = 5: k = 6, R = 4.74.
    expectEqual(AlwaysValidT().interval(summary(4, mean: 0), level: 0.95), nil)
    #expect(AlwaysValidT().interval(summary(6, mean: 0), level: 0.95) != nil)
    expectEqual(AlwaysValidT().interval(Summary([1]), level: 0.95), nil)
    expectEqual(AlwaysValidT().pValue(Summary([1])), nil)
    expectEqual(AlwaysValidT().pValue(Summary([1, 1])), nil)
  }

  @Test func `a mean of 0 has p 1`() {
    expectEqual(AlwaysValidT().pValue(Summary([1, -1, 2, -2])), 1)
  }
}
