internal import Stochastics
import Testing

/// Student's t through what uses it.
@Suite struct StudentTTests {
  /// mpmath 1.3 in 40 digits: betainc(ν/2, 1/2, 0, ν/(ν + t²), regularized=True).
  @Test func `p keeps its digits with more than 30 degrees of freedom`() throws {
    // 64 differences, half of them 1 + s and half 1 − s: t = 8 √(63/64)/s, s chosen for t = 20.
    let s = 8 / 20.0 * (63.0 / 64).squareRoot()
    let differences = (0..<64).map { $0.isMultiple(of: 2) ? 1 + s : 1 - s }
    let p = try #require(pairedT(differences: differences, level: 0.95)?.pValue)
    #expect(isNear(p, 2 * 2.7775175573281856e-29))
  }
}
