import Stochastics
import TestSupport
import Testing

/// Values of 30 digits from mpmath, in which no part of GSL is.
@Suite struct SpecialFunctionsTests {
  private func agree(_ found: Double, _ known: Double) -> Bool {
    abs(found - known) <= 1e-10 * abs(known)
  }

  @Test func `the gamma function and its kin`() {
    #expect(agree(SpecialFunctions.logGamma(0.3), 1.09579799481807556056))
    #expect(agree(SpecialFunctions.logGamma(1234.5), 7550.55090107789489573))
    #expect(agree(SpecialFunctions.trigamma(0.7), 2.83404915669461091261))
    #expect(agree(SpecialFunctions.trigamma(40), 0.02531510384129102816))
    #expect(agree(SpecialFunctions.upperIncompleteGamma(0.5, 1), 0.278805585280661976499))
    #expect(agree(SpecialFunctions.upperIncompleteGamma(-0.5, 2), 0.030098757100186466344))
    #expect(agree(SpecialFunctions.upperIncompleteGamma(-1.3, 1e-6), 48534973.3538173926134))
    #expect(agree(SpecialFunctions.upperIncompleteGamma(-2, 0.1), 41.629145790827871102575))
  }

  @Test func `Hurwitz's zeta function`() {
    #expect(agree(SpecialFunctions.hurwitzZeta(2.5, 3), 0.164710561954278298657))
    #expect(agree(SpecialFunctions.hurwitzZeta(1.2, 0.5), 7.25450066284462541573))
    #expect(agree(SpecialFunctions.hurwitzZeta(3, 1000), 5.0050024999991666667e-7))
    // The first term alone, 1000⁻³⁰⁰, is below the least number above 0.
    expectEqual(SpecialFunctions.hurwitzZeta(300, 1000), 0)
  }

  @Test func `cumulative distributions`() {
    #expect(agree(Cumulative.normal(-3), 0.0013498980316300945267))
    #expect(agree(Cumulative.normalTail(3), 0.0013498980316300945267))
    // Far in the upper tail the probabilities differ only from above.
    #expect(agree(Cumulative.normal(from: 8, to: 8.1), 3.47300118187355562975933e-16))
    #expect(agree(Cumulative.normal(from: -8.1, to: -8), 3.47300118187355562975933e-16))
    #expect(agree(Cumulative.gamma(2, shape: 1.5, scale: 2), 0.42759329552912023))
    #expect(agree(Cumulative.chiSquareTail(3.84, degreesOfFreedom: 1), 0.05004352124870519))
    #expect(agree(Cumulative.chiSquareTail(10, degreesOfFreedom: 4), 0.04042768199451279))
    expectEqual(Cumulative.chiSquareTail(0, degreesOfFreedom: 1), 1)
  }

  @Test func `arguments outside of a function's domain are programming errors`() async {
    await #expect(processExitsWith: .failure) { _ = SpecialFunctions.logGamma(0) }
    await #expect(processExitsWith: .failure) { _ = SpecialFunctions.hurwitzZeta(1, 1) }
    await #expect(processExitsWith: .failure) { _ = SpecialFunctions.upperIncompleteGamma(1, 0) }
  }
}
