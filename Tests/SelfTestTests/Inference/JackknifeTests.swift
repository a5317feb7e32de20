import SelfTest
import Stochastics
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
