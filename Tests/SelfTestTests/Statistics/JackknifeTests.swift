import SelfTest
import Stochastics
import TestSupport
import Testing

@Suite struct JackknifeTests {
  /// Of a mean over parts of equal size, the jackknife's standard error is that of the mean of the
  /// parts' means: here the values 0…19 twenty times, one of each in every part, so that nothing varies.
  @Test func `parts that are alike leave no doubt`() {
    let sample = (0..<400).map { Double($0 / 20) }
    let jackknife = Jackknife(sample) { Summary($0).mean }
    #expect(abs(jackknife.estimate - 9.5) < 1e-12)
    #expect(jackknife.interval.halfWidth < 1e-12)
  }

  /// Parts of the means 0…19: their standard error is √(35 ÷ 20), and t₁₉ = 2.0930240544.
  @Test func `the interval of a mean is Student's over the means of the parts`() {
    let sample = (0..<400).map { Double($0 % 20) }
    let jackknife = Jackknife(sample) { Summary($0).mean }
    #expect(abs(jackknife.interval.halfWidth - 2.0930240544 * 1.75.squareRoot()) < 1e-9)
    #expect(abs(jackknife.interval.lower + jackknife.interval.halfWidth - 9.5) < 1e-12)
  }

  @Test func `too small a sample is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Jackknife([1.0, 2]) { $0[0] } }
  }
}

@Suite struct WilsonTests {
  /// 5 of 10 at z = 1.959964: (0.5 + 0.192073 ± 1.959964 √(0.025 + 0.0096036)) ÷ 1.384146.
  @Test func `the interval agrees with values worked by hand`() {
    let half = ConfidenceInterval.wilson(successes: 5, of: 10, level: 0.95)
    #expect(abs(half.lower - 0.236593) < 1e-6 && abs(half.upper - 0.763407) < 1e-6)
    // None of 10: 0 to z² ÷ (10 + z²).
    let none = ConfidenceInterval.wilson(successes: 0, of: 10, level: 0.95)
    #expect(none.lower == 0 && abs(none.upper - 0.277533) < 1e-6)
    let all = ConfidenceInterval.wilson(successes: 10, of: 10, level: 0.95)
    #expect(abs(all.lower - 0.722467) < 1e-6 && all.upper == 1)
  }

  @Test func `nothing of nothing is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = ConfidenceInterval.wilson(successes: 0, of: 0, level: 0.95)
    }
  }
}
