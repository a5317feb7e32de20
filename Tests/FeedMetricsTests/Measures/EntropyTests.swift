internal import FeedMetrics
import Testing

@Suite struct EntropyTests {
  @Test func `equal shares have as many effective kinds as there are`() {
    for kinds in 1...40 {
      let shares = [Double](repeating: 1 / Double(kinds), count: kinds)
      #expect(abs(effectiveNumber(entropy: entropy(ofShares: shares)) - Double(kinds)) < 1e-12)
    }
  }

  @Test func `what has no share is no kind`() {
    #expect(entropy(ofShares: [1, 0, 0]) == 0)
    #expect(entropy(ofShares: []) == 0)
  }
}
