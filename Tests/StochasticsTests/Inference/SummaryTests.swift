import Stochastics
import TestSupport
import Testing

@Suite struct SummaryTests {
  @Test func `agrees with values worked by hand`() throws {
    // 3, 1, 4, 1, 5, 9, 2, 6: sum 31, mean 3.875, squared deviations 52.875.
    let summary = Summary([3, 1, 4, 1, 5, 9, 2, 6])
    expectEqual(summary.count, 8)
    expectEqual(summary.mean, 3.875)
    #expect(abs(try #require(summary.variance) - 52.875 / 7) < 1e-14)
    #expect(abs(try #require(summary.standardDeviation) - 2.748376143938713) < 1e-14)
    #expect(abs(try #require(summary.standardError) - 0.9716977043151993) < 1e-14)
  }

  @Test func `nothing and one value have no spread`() {
    expectEqual(Summary().variance, nil)
    expectEqual(Summary([]).mean, 0)
    expectEqual(Summary([5]).mean, 5)
    expectEqual(Summary([5]).standardError, nil)
    expectEqual(Summary([5]).interval(level: 0.95), nil)
  }

  @Test func `a large offset costs no digits`() throws {
    let summary = Summary([1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16])
    expectEqual(summary.mean, 1e9 + 10)
    expectEqual(summary.variance, 30)
  }

  @Test func `the interval is mean ± t times the standard error`() throws {
    // Two values 0 and 2: mean 1, standard error 1, t of one degree of freedom 12.7062047361747.
    let interval = try #require(Summary([0, 2]).interval(level: 0.95))
    #expect(abs(interval.lower - (1 - 12.706204736174694)) < 1e-11)
    #expect(abs(interval.upper - (1 + 12.706204736174694)) < 1e-11)
    #expect(abs(interval.halfWidth - 12.706204736174694) < 1e-11)
    #expect(interval.contains(0) && !interval.contains(14))
  }
}
