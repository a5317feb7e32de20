import Stochastics
import TestSupport
import Testing

@Suite struct QuantileTests {
  /// Expected values from scipy 1.17.1, `gammaincinv` and `gammainccinv`; GSL alone gives NaN for the
  /// second to fourth and is off in the seventh digit for the sixth.
  @Test(arguments: [
    (0.5, 1.4, 1.0843715114653385), (0.01, 0.1, 6.073048362407912e-21),
    (0.25, 0.05, 5.315661889916942e-13), (1e-12, 1e5, 97791.63586923578),
    (0.999999999, 3.4, 27.68859460468471),
    (0.999999999999, 0.3, 24.275241482554538), (1e-9, 10, 0.6021348388694604),
  ])
  func `gamma quantiles agree with scipy to the precision of a Float`(
    p: Double, shape: Double, expected: Double
  ) {
    #expect(abs(Quantile.gamma(p, shape: shape, scale: 1) / expected - 1) < 1.3e-7)
    expectEqual(
      Quantile.gamma(p, shape: shape, scale: 4), 4 * Quantile.gamma(p, shape: shape, scale: 1))
  }

  /// Expected values from scipy 1.17.1, `betaincinv`; GSL's own quantile is NaN for all but the first.
  @Test(arguments: [
    (0.5, 0.67, 3.8, 0.09897073560753898), (0.1, 0.05, 0.1, 2.8666978182396467e-17),
    (0.5, 0.3, 0.05, 0.9999859891572845), (0.999, 2, 500, 0.018279285744571883),
    (0.01, 500, 0.1, 0.9968252340741623), (0.999999999, 50, 500, 0.18108179343425868),
    (1e-9, 500, 50, 0.8189182066477153), (0.999999, 3.8, 500, 0.04086360704205515),
  ])
  func `beta quantiles agree with scipy to the precision of a Float`(
    p: Double, a: Double, b: Double, expected: Double
  ) {
    #expect(abs(Quantile.beta(p, a, b) / expected - 1) < 1.3e-7)
  }

  @Test func `gamma and beta quantiles have no more than the 24 bits of a Float`() {
    for step in 1..<200 {
      let p = Double(step) / 200
      let gamma = Quantile.gamma(p, shape: 1.4, scale: 1)
      let beta = Quantile.beta(p, 0.67, 3.8)
      #expect(gamma == Double(Float(gamma)) && beta == Double(Float(beta)), "\(p)")
    }
  }

  @Test func `gamma and beta quantiles grow with the probability, from end to end`() {
    var (gamma, beta) = (0.0, 0.0)
    for step in 1..<500 {
      let p = Double(step) / 500
      let next = (Quantile.gamma(p, shape: 0.08, scale: 1), Quantile.beta(p, 0.3, 0.2))
      #expect(next.0 > gamma && next.1 >= beta && next.1 <= 1, "\(p)")
      (gamma, beta) = next
    }
    expectEqual(Quantile.beta(1 - 0x1p-53, 0.3, 0.05), 1)
    #expect(Quantile.gamma(0x1p-53, shape: 0.01, scale: 1) < 1e-300)
  }

  /// Expected values from mpmath in 40 digits.
  @Test(arguments: [
    (0.975, 1, 12.706204736174694), (0.975, 2, 4.302652729749462),
    (0.995, 7, 3.4994832973504932), (0.9999, 30, 4.23398595727206), (0.5, 3, 0),
    (0.01, 4.5, -3.5270508906260924), (0.975, 1000, 1.962339080826408),
  ])
  func `Student's quantiles agree with a high-precision reference`(
    p: Double, degreesOfFreedom: Double, expected: Double
  ) {
    let t = Quantile.studentT(p, degreesOfFreedom: degreesOfFreedom)
    #expect(abs(t - expected) <= 1e-12 * max(1, abs(expected)))
  }

  @Test func `exponential quantiles keep their digits at both ends`() {
    #expect(abs(Quantile.exponential(0.5) - 0.6931471805599453) < 2e-16)
    expectEqual(Quantile.exponential(1e-300), 1e-300)
    // −log 2⁻⁵³ = 53 log 2
    #expect(abs(Quantile.exponential(1 - 0x1p-53) - 36.7368005696771) < 1e-13)
  }

  @Test func `parameters outside their ranges are programming errors`() async {
    await #expect(processExitsWith: .failure) { _ = Quantile.gamma(0.5, shape: 0, scale: 1) }
    await #expect(processExitsWith: .failure) { _ = Quantile.gamma(0.5, shape: 2e5, scale: 1) }
    await #expect(processExitsWith: .failure) { _ = Quantile.gamma(1, shape: 1, scale: 1) }
    await #expect(processExitsWith: .failure) { _ = Quantile.beta(0.5, 1, .infinity) }
    await #expect(processExitsWith: .failure) { _ = Quantile.studentT(0.5, degreesOfFreedom: -1) }
    await #expect(processExitsWith: .failure) { _ = Quantile.poisson(0.5, mean: .nan) }
    await #expect(processExitsWith: .failure) { _ = Quantile.exponential(0) }
  }
}
