import Stochastics
import TestSupport
import Testing

@Suite struct ProportionTests {
  @Test func `a share has a standard error`() throws {
    let proportion = Proportion(successes: 4, trials: 16)
    expectEqual(proportion.share, 0.25)
    // √(¼ · ¾ / 16) = √3 / 16
    #expect(abs(try #require(proportion.standardError) - 3.0.squareRoot() / 16) < 1e-15)
  }

  @Test(arguments: [(1, 3), (7, 20), (46, 10_000), (9_999, 10_000)])
  func `the ends of the interval are just not rejected`(successes: Int, trials: Int) throws {
    let proportion = Proportion(successes: successes, trials: trials)
    let share = try #require(proportion.share)
    let interval = try #require(proportion.interval(level: 0.95))
    for end in [interval.lower, interval.upper] {
      let error = (end * (1 - end) / Double(trials)).squareRoot()
      #expect(abs(abs(share - end) / error - 1.959963984540054) < 1e-9)
    }
    #expect(interval.contains(share) && interval.level == 0.95)
  }

  @Test func `never and always reach the ends`() throws {
    // Without successes the upper end is z²/(n + z²).
    let never = try #require(Proportion(successes: 0, trials: 10).interval(level: 0.95))
    let square = 1.959963984540054 * 1.959963984540054
    expectEqual(never.lower, 0)
    #expect(abs(never.upper - square / (10 + square)) < 1e-14)
    let always = try #require(Proportion(successes: 10, trials: 10).interval(level: 0.95))
    expectEqual(always.upper, 1)
    #expect(abs(always.lower - 10 / (10 + square)) < 1e-14)
  }

  @Test func `without trials there is no share`() {
    let none = Proportion(successes: 0, trials: 0)
    #expect(none.share == nil && none.standardError == nil && none.interval(level: 0.9) == nil)
  }

  @Test func `more successes than trials are a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = Proportion(successes: 2, trials: 1) }
  }
}
