import FeedMetrics
import Foundation
import TestSupport
import Testing

@Suite struct FreshnessGainTests {
  @Test func `half of a post's news goes in a day`() {
    expectEqual(FreshnessGain.gain(ofAge: 0), 1)
    expectEqual(FreshnessGain.gain(ofAge: 86_400), 0.5)
    expectEqual(FreshnessGain.gain(ofAge: 3 * 86_400), 0.125)
    for age in stride(from: 1.0, to: 4e6, by: 54_321) {
      #expect(abs(FreshnessGain.gain(ofAge: age) / pow(0.5, age / 86_400) - 1) < 1e-13)
    }
  }

  @Test func `what was published since is as good as new`() {
    expectEqual(FreshnessGain.gain(ofAge: -5), 1)
  }
}
