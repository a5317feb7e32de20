import Calibration
import Foundation
import TestSupport
import Testing

@Suite struct CurvesTests {
  @Test func `a day of three waves is taken apart`() throws {
    let waves = [0.0, 0.5, -0.2, 0.1, 0.3, -0.1, 0.05]
    let counts = (0..<24).map { hour in
      let angle = 2 * Double.pi * (Double(hour) + 0.5) / 24
      let log = (1...3).reduce(0.0) {
        $0 + waves[2 * $1 - 1] * cos(Double($1) * angle) + waves[2 * $1] * sin(Double($1) * angle)
      }
      return Int((1e12 * exp(log)).rounded())
    }
    let curve = try #require(HourCurve(counts: counts))
    let found = try #require(curve.logFourier)
    for index in 1...6 { #expect(abs(found[index] - waves[index]) < 1e-10) }
    #expect(abs(curve.shares.reduce(0, +) - 1) < 1e-14)
  }

  @Test func `an hour of nothing has no logarithm`() throws {
    let curve = try #require(HourCurve(counts: [2, 0] + [Int](repeating: 1, count: 22)))
    #expect(curve.logFourier == nil && curve.peakToTrough == nil)
    expectEqual(curve.shares[0], 2.0 / 24)
    expectEqual(HourCurve(counts: [Int](repeating: 0, count: 24)), nil)
  }

  @Test func `total variation is half the differences`() {
    expectEqual(totalVariation([0.5, 0.5, 0], [0.25, 0.25, 0.5]), 0.5)
    expectEqual(totalVariation([1], [1]), 0)
  }

  @Test func `weekdays count from the first of January 1970`() throws {
    // That day was a Thursday, the day −3 a Monday. Two weeks: Mondays 10 and 30, all other days 20.
    let days = (-3...10).map { (day: $0, count: $0 == -3 ? 10 : $0 == 4 ? 30 : $0 == 0 ? 40 : 20) }
    let weekdays = try #require(WeekdayFactors(days: days))
    // The mean day is (10 + 30 + 40 + 11 · 20) / 14 = 150/7.
    #expect(abs(weekdays.factors[0].value - 20 * 7 / 150) < 1e-14)
    #expect(abs(weekdays.factors[3].value - 30 * 7 / 150.0) < 1e-14)
    // Mondays 10 and 30: deviation √200, standard error √100.
    #expect(abs(try #require(weekdays.factors[0].standardError) - 10 * 7 / 150.0) < 1e-14)
    expectEqual(weekdays.dayCount, 14)
    expectEqual(WeekdayFactors(days: days.prefix(6)), nil)
  }

  @Test func `categories on a Zipf line have its slope`() throws {
    // 60/r is whole for the ranks 1 to 6.
    let counts = [1, 2, 3, 4, 5, 6].map { 60 / $0 }
    let shares = try #require(CategoryShares(counts: [12, 60, 15, 0, 10, 30, 20]))
    #expect(abs(try #require(shares.zipfSlope).value - 1) < 1e-12)
    #expect(try #require(shares.zipfSlope?.standardError) < 1e-7)
    expectEqual(shares.shares, counts.map { Double($0) / 147 })
  }

  @Test func `equal categories are as many as they are`() throws {
    let shares = try #require(CategoryShares(counts: [5, 5, 5, 5]))
    #expect(abs(shares.entropy - log(4)) < 1e-14)
    #expect(abs(shares.effectiveNumber - 4) < 1e-13)
    expectEqual(shares.gini, 0)
    try expectEqual(#require(CategoryShares(counts: [3, 1])).zipfSlope, nil)
    expectEqual(CategoryShares(counts: [0, 0]), nil)
  }

  @Test func `gaps fall into their bins and make sessions`() throws {
    var gaps = GapBins()
    for gap in [0, 0.5, 1, 9.9, 10, 59, 60, 299, 300, 1_799, 1_800, 7_200, 1e9] {
      gaps.add(gap: gap)
    }
    expectEqual(gaps.counts, [2, 2, 2, 2, 2, 1, 2])
    // Two users: 13 + 2 impressions, 11 + 2 loads, 3 + 2 sessions.
    let sessions = try #require(SessionStatistics(gaps: gaps, users: 2, days: 10))
    #expect((sessions.impressions, sessions.loads, sessions.sessions) == (15, 13, 5))
    #expect(sessions.impressionsPerSession == 3 && sessions.loadsPerSession == 13.0 / 5)
    expectEqual(sessions.sessionsPerUserDay, 0.25)
    expectEqual(sessions.gapShares, [2, 2, 2, 2, 1, 2].map { Double($0) / 11 })
    expectEqual(SessionStatistics(gaps: GapBins(), users: 0, days: 1), nil)
    let single = try #require(SessionStatistics(gaps: GapBins(), users: 1, days: 1))
    #expect(single.gapShares == nil && single.impressionsPerSession == 1)
  }

  @Test func `burstiness goes from a clock to bursts`() throws {
    expectEqual(burstiness(CountedValues([5, 5, 5])), -1)
    // 0 and 2: mean 1, deviation 1.
    expectEqual(burstiness(CountedValues([0, 2])), 0)
    expectEqual(burstiness(CountedValues([])), nil)
  }
}
