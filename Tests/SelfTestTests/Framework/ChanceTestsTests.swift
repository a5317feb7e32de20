import SelfTest
import Stochastics
import Testing

@Suite struct ChanceTestsTests {
  @Test func `successes are compared with the sum of their probabilities`() throws {
    var trials = ExpectedSuccesses()
    for (succeeds, chance) in [(true, 0.5), (false, 0.5), (true, 0.2), (true, 0.8)] {
      trials.add(succeeds, chance: chance)
    }
    // Three of the expected 2; the variance is ¼ + ¼ + 0.16 + 0.16 = 0.82.
    let finding = trials.finding("result", size: "4")
    #expect(abs(finding.observed - 1.5) < 1e-12)
    #expect(abs(try tolerance(finding) - 4.5 * 0.82.squareRoot() / 2) < 1e-12)
    let share = trials.shareFinding("result", size: "4")
    #expect(share.observed == 0.75 && share.passes)
    guard case .near(let target, _) = share.expectation else {
      Issue.record("\(share.expectation) has no target")
      return
    }
    #expect(abs(target - 0.5) < 1e-12)
  }

  @Test func `an effect is one step of Newton's method from the model`() throws {
    var effect = LogOddsEffect()
    for (succeeds, x) in [(true, 1.0), (true, 2), (false, 1), (false, 0)] {
      effect.add(succeeds, chance: 0.5, covariate: x)
    }
    // The score is ½ · 1 + ½ · 2 − ½ · 1 = 1, the information ¼ (1 + 4 + 1) = 1.5.
    let finding = effect.finding("result", size: "4", expect: -0.3)
    #expect(abs(finding.observed - (-0.3 + 1 / 1.5)) < 1e-12)
    #expect(abs(try tolerance(finding) - 4.5 / 1.5.squareRoot()) < 1e-12)
  }

  @Test func `what was never tried is not reproduced`() {
    #expect(!LogOddsEffect().finding("result", size: "0", expect: 1).passes)
    #expect(!ExpectedSuccesses().finding("result", size: "0").passes)
    #expect(!Finding("result", size: "0", expectShare: 0.5, successes: 0, of: 0).passes)
    #expect(!Finding("result", size: "0", count: 0, ofMean: 0).passes)
    #expect(!Finding("result", size: "0", expect: 0, meanOf: Summary()).passes)
  }

  private func tolerance(_ finding: Finding) throws -> Double {
    guard case .near(_, let tolerance) = finding.expectation else {
      Issue.record("\(finding.expectation) has no tolerance")
      return .nan
    }
    return tolerance
  }
}
