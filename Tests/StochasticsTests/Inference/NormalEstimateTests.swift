import Stochastics
import TestSupport
import Testing

@Suite struct `A mean that is known up to a normal error` {
  @Test func `The probability of a bound is that of the error`() {
    let estimate = NormalEstimate(mean: 2, standardError: 0.5)
    // (2 - 2) / 0.5 = 0, and (2 - 1) / 0.5 = 2: Φ(2) = 0.977250.
    expectEqual(estimate.probability(ofAtLeast: 2), 0.5)
    #expect(abs(estimate.probability(ofAtLeast: 1) - 0.977250) < 1e-6)
    #expect(abs(estimate.probability(ofAtLeast: 3) - 0.022750) < 1e-6)
  }

  @Test func `The expected shortfall is the mean of what is missing`() {
    // φ(0) = 0.398942 of the error.
    let at = NormalEstimate(mean: 2, standardError: 0.5)
    #expect(abs(at.expectedShortfall(below: 2) - 0.5 * 0.398942) < 1e-6)
    // z = -1: φ(1) - Φ(-1) = 0.241971 - 0.158655 = 0.083316; z = 1: 0.241971 + 0.841345 = 1.083316.
    #expect(abs(at.expectedShortfall(below: 1.5) - 0.5 * 0.083316) < 1e-6)
    #expect(abs(at.expectedShortfall(below: 2.5) - 0.5 * 1.083316) < 1e-6)
  }

  @Test func `Without an error nothing is a matter of chance`() {
    let estimate = NormalEstimate(mean: 2, standardError: 0)
    expectEqual(estimate.probability(ofAtLeast: 2), 1)
    expectEqual(estimate.probability(ofAtLeast: 2.1), 0)
    expectEqual(estimate.expectedShortfall(below: 1), 0)
    expectEqual(estimate.expectedShortfall(below: 3), 1)
  }
}
