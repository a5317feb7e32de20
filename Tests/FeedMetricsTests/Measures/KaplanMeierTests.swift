internal import FeedMetrics
import TestSupport
import Testing

@Suite struct KaplanMeierTests {
  /// The definition on fractions of integers, which are exact.
  private func slowMedian(events: [Double], censored: [Double]) -> Double? {
    var (numerator, denominator) = (1, 1)
    for time in Set(events).sorted() {
      let watched = (events + censored).count { $0 >= time }
      numerator *= watched - events.count { $0 == time }
      denominator *= watched
      if 2 * numerator <= denominator { return time }
    }
    return nil
  }

  @Test func `agrees with the definition on exact fractions`() {
    for seed in 0..<1000 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let latest = Int.random(in: 1...12, using: &generator)
      func times() -> [Double] {
        (0..<Int.random(in: 0...7, using: &generator)).map { _ in
          Double(Int.random(in: 0...latest, using: &generator))
        }
      }
      let (events, censored) = (times(), times())
      expectEqual(
        kaplanMeierMedian(events: events, censored: censored),
        slowMedian(events: events, censored: censored), "seed \(seed)")
    }
  }

  @Test func `without censoring it is the lower median`() {
    expectEqual(kaplanMeierMedian(events: [5, 1, 3], censored: []), 3)
    expectEqual(kaplanMeierMedian(events: [4, 1, 3, 2], censored: []), 2)
    expectEqual(kaplanMeierMedian(events: [0], censored: []), 0)
  }

  @Test func `what was watched until an event's time was there for it`() {
    // at 5 three are watched: S = 2/3; were the censored one gone, S would be ½
    expectEqual(kaplanMeierMedian(events: [5], censored: [5, 9]), nil)
  }

  @Test func `there is no median of nothing, or of what never happened`() {
    expectEqual(kaplanMeierMedian(events: [], censored: []), nil)
    expectEqual(kaplanMeierMedian(events: [], censored: [1, 2]), nil)
  }
}
