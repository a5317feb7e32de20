import Stochastics
import TestSupport
import Testing

@Suite struct PoissonQuantileTests {
  private static let probabilities = [1e-12, 1e-6, 0.01, 0.25, 0.5, 0.9, 0.999, 1 - 1e-9]

  /// Expected values from scipy 1.17.1, `poisson.ppf`. The sum begins at 0 below a mean of 144.
  @Test(
    arguments: [
      (0.1, [0, 0, 0, 0, 0, 0, 2, 6]), (1, [0, 0, 0, 0, 1, 2, 5, 11]),
      (3.5, [0, 0, 0, 2, 3, 6, 11, 20]), (30, [1, 8, 18, 26, 30, 37, 48, 68]),
      (143, [67, 90, 116, 135, 143, 158, 181, 220]),
      (145, [69, 92, 118, 137, 145, 161, 184, 223]),
      (1000, [786, 853, 927, 979, 1000, 1041, 1099, 1195]),
      (123456.7, [120993, 121790, 122640, 123220, 123457, 123907, 124544, 125570]),
      (1e6, [992974, 995250, 997674, 999325, 1_000_000, 1_001_282, 1_003_092, 1_006_004]),
    ] as [(Double, [Int])])
  func `agrees with scipy`(mean: Double, expected: [Int]) {
    expectEqual(Self.probabilities.map { Quantile.poisson($0, mean: mean) }, expected)
  }

  @Test func `a mean of 0 gives 0, and the last uniform number an end`() {
    expectEqual(Quantile.poisson(1 - 0x1p-53, mean: 0), 0)
    #expect(Quantile.poisson(1 - 0x1p-53, mean: 1) < 25)
    #expect(Quantile.poisson(1 - 0x1p-53, mean: 500) < 1000)
  }
}
