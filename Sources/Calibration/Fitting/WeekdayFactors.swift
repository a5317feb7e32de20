internal import Stochastics

/// How much each day of the week exceeds the mean day.
package struct WeekdayFactors: Sendable, Hashable {
  /// Mean of the weekday's days over the mean of all days, Monday first; the standard error is of the weekday's mean,
  /// and is `nil` for a single day.
  package let factors: [Estimate]
  /// How many days were counted.
  package let dayCount: Int

  /// - Parameter days: Days since 1970-01-01, a Thursday, and the count of each; the caller excludes days
  ///   that are not typical, such as holidays.
  /// - Returns: `nil` when a weekday is missing or all counts are 0.
  package init?(days: some Sequence<(day: Int, count: Int)>) {
    var weekdays = [Summary](repeating: Summary(), count: 7)
    var all = Summary()
    for (day, count) in days {
      precondition(count >= 0, "a day with \(count) things")
      weekdays[((day + 3) % 7 + 7) % 7].add(Double(count))
      all.add(Double(count))
    }
    guard all.mean > 0, weekdays.allSatisfy({ $0.count > 0 }) else { return nil }
    dayCount = all.count
    let mean = all.mean
    factors = weekdays.map {
      Estimate($0.mean / mean, standardError: $0.standardError.map { $0 / mean })
    }
  }
}
