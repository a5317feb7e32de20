internal import FeedMetrics
import TestSupport
import Testing

@Suite struct EntropyTests {
  @Test func `equal shares have as many effective kinds as there are`() {
    for kinds in 1...40 {
      let shares = [Double](repeating: 1 / Double(kinds), count: kinds)
      #expect(abs(effectiveNumber(entropy: entropy(ofShares: shares)) - Double(kinds)) < 1e-12)
    }
  }

  @Test func `what has no share is no kind`() {
    expectEqual(entropy(ofShares: [1, 0, 0]), 0)
    expectEqual(entropy(ofShares: []), 0)
  }
}
