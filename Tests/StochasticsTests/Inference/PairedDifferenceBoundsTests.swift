import Stochastics
import TestSupport
import Testing

@Suite struct PairedDifferenceBoundsTests {
  private let varied = pairedT(
    differences: [0.03, -0.01, 0.05, 0.03, 0.05, -0.01, 0.06, 0.04], level: 0.95)!

  /// scipy 1.17.1: `t.cdf((m + 0.01)/se, 7)`, `t.sf((m - 0.01)/se, 7)` and `t.cdf(m/se, 7)`.
  @Test func `one-sided p agree with scipy`() {
    #expect(isNear(varied.pValue(below: -0.01), 0.9980636272059052))
    #expect(isNear(varied.pValue(above: 0.01), 0.0360411892406085))
    #expect(isNear(varied.probabilityAboveZero, 0.9921995087506533))
  }

  /// statsmodels 0.15.0: `ttost_paired(b, a, -margin, margin)` and `DescrStatsW(d).tconfint_mean(.10)`.
  @Test(arguments: [
    (0.05, 0.036041189240608576), (0.03, 0.5), (0.06, 0.007800491249346729),
  ])
  func `equivalence agrees with statsmodels`(margin: Double, p: Double) throws {
    let test = try #require(EquivalenceTest(varied, margin: margin, risk: 0.05))
    #expect(isNear(test.pValue, p))
    #expect(isNear(test.interval.lower, 0.012097914898814972))
    #expect(isNear(test.interval.upper, 0.04790208510118506))
    expectEqual(test.interval.level, 0.9)
    let isWithin = -margin < test.interval.lower && test.interval.upper < margin
    expectEqual(isWithin, (test.pValue < 0.05))
  }

  /// 144 differences of ±1 by turns after a first stage of 8: s₀ = √(8/7), se = s₀/12 = 0.0890871 with 7
  /// degrees of freedom, and a margin of 0.3218 is 3.612196 of them. scipy 1.17.1: `t.sf(3.612196, 7)` is
  /// 0.0042995; with 143 degrees of freedom it would be 0.00021. `t.ppf(.95, 7)*se` is 0.1687825.
  @Test func `equivalence has the degrees of freedom of its standard error`() throws {
    let differences = (0..<144).map { $0.isMultiple(of: 2) ? 1.0 : -1 }
    let stein = try #require(steinT(differences: differences, firstStage: 8, level: 0.95))
    expectEqual(stein.degreesOfFreedom, 7)
    let test = try #require(EquivalenceTest(stein, margin: 0.3218, risk: 0.05))
    #expect(isNear(test.pValue, 0.004299503731360389, within: 1e-9))
    #expect(isNear(test.interval.upper, 0.1687824769656879, within: 1e-9))
    let isWithin = -0.3218 < test.interval.lower && test.interval.upper < 0.3218
    expectEqual(isWithin, (test.pValue < 0.05))
    let student = try #require(pairedT(differences: differences, level: 0.95))
    expectEqual(student.degreesOfFreedom, 143)
  }

  @Test func `one pair of worlds has nothing one-sided`() throws {
    let single = try #require(pairedT(differences: [2], level: 0.95))
    #expect(single.pValue(below: 0) == nil && single.pValue(above: 0) == nil)
    expectEqual(single.probabilityAboveZero, nil)
    expectEqual(EquivalenceTest(single, margin: 1, risk: 0.05), nil)
  }

  @Test func `without spread the signs decide`() throws {
    let constant = try #require(pairedT(differences: Array(repeating: 2, count: 5), level: 0.95))
    expectEqual(constant.pValue(above: 1), 0x1p-5)
    #expect(constant.pValue(above: 2) == 1 && constant.pValue(above: 3) == 1)
    #expect(constant.pValue(below: 3) == 0x1p-5 && constant.pValue(below: 2) == 1)
    expectEqual(constant.probabilityAboveZero, 1 - 0x1p-5)
    let lower = try #require(pairedT(differences: [-2, -2, -2], level: 0.95))
    expectEqual(lower.probabilityAboveZero, 0x1p-3)
    let test = try #require(EquivalenceTest(constant, margin: 3, risk: 0.05))
    expectEqual(test.pValue, 0x1p-5)
    expectEqual(test.interval, ConfidenceInterval(lower: 2, upper: 2, level: 0.9))
  }

  @Test func `identical arms are a coin's toss, within any margin but 0`() throws {
    let identical = try #require(pairedT(differences: [0, 0, 0, 0], level: 0.95))
    expectEqual(identical.probabilityAboveZero, 0.5)
    expectEqual(EquivalenceTest(identical, margin: 0.1, risk: 0.05)?.pValue, 0x1p-4)
    expectEqual(EquivalenceTest(identical, margin: 0, risk: 0.05)?.pValue, 1)
  }
}
