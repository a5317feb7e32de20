import Stochastics
import TestSupport
import Testing

@Suite struct HodgesLehmannTests {
  /// Python: numpy's median of the Walsh averages; the place of the limits from counts in whole numbers.
  @Test(arguments: [
    (0.95, 0.3, 1.65), (0.99, 0.05, 1.9), (0.9, 0.35, 1.5),
  ])
  func `agrees with counts in whole numbers`(level: Double, lower: Double, upper: Double) throws {
    var generator = SeededGenerator(seed: 5)
    let differences = SignedRanksTests.withoutTies.shuffled(using: &generator)
    let shift = try #require(HodgesLehmann(differences, level: level))
    let interval = try #require(shift.interval)
    #expect(isNear(shift.estimate, 0.95))
    #expect(isNear(interval.lower, lower) && isNear(interval.upper, upper))
    expectEqual(interval.level, level)
  }

  @Test func `five pairs cannot reach 95 %, but 93.75 %`() throws {
    // The least probability is 2⁻⁵ on either side, 0.0625 together.
    let differences = [0.5, 1, 2, 3.5, -1]
    try expectEqual(#require(HodgesLehmann(differences, level: 0.95)).interval, nil)
    let shift = try #require(HodgesLehmann(differences, level: 0.9375))
    expectEqual(shift.estimate, 1.25)
    expectEqual(shift.interval, ConfidenceInterval(lower: -1, upper: 3.5, level: 0.9375))
    let six = try #require(HodgesLehmann(differences + [4], level: 0.95))
    expectEqual(six.interval, ConfidenceInterval(lower: -1, upper: 4, level: 0.95))
  }

  @Test func `one difference is its own shift, none has none`() throws {
    let one = try #require(HodgesLehmann([2.5], level: 0.9))
    #expect(one.estimate == 2.5 && one.interval == nil)
    expectEqual(HodgesLehmann([], level: 0.9), nil)
  }

  @Test func `equal differences have an interval without width`() throws {
    let shift = try #require(HodgesLehmann(Array(repeating: -2, count: 8), level: 0.95))
    expectEqual(shift.interval, ConfidenceInterval(lower: -2, upper: -2, level: 0.95))
  }

  /// 40,000 Walsh averages; the normal approximation is within a few places of the exact one.
  @Test func `beyond the exact count the limits go on without a jump`() throws {
    let differences = (0..<257).map { Double(($0 * 101) % 257) / 100 }
    let many = try #require(HodgesLehmann(differences, level: 0.95)?.interval)
    let exact = try #require(HodgesLehmann(Array(differences.dropLast()), level: 0.95)?.interval)
    #expect(abs(many.lower - exact.lower) < 0.01 && abs(many.upper - exact.upper) < 0.01)
  }
}
