internal import DataFiles
internal import Stochastics
internal import SyntheticSociety

/// K2: counts of a non-homogeneous Poisson process, compared with the integral of its intensity.
///
/// The process runs over whole weeks, with about 20 events an hour. The counts by hour of the day are
/// compared with the integral by Pearson's chi-square with 23 degrees of freedom, *p* > 10⁻⁵: a false alarm
/// in one of 10⁵ seeds. In each hour of the week the variance of the counts over the weeks,
/// divided by their mean, is 1 on average for a Poisson process: over 168 hours × 200 weeks with a
/// standard error of √(2 ÷ (168 · 199)) = 0.008, so that 0.05 is exceeded by chance once in 10⁹ seeds.
struct RhythmCheck: SelfCheck {
  let id = "K2"
  let suites = [SelfTestSuite.kernel]
  let source = "Poisson process by time rescaling (Brown et al. 2002)"

  private static let hour = 3600.0
  private static let rate = 20 / hour
  private static let hoursInWeek = 168

  func findings(_ setting: SelfTestSetting) -> [Finding] {
    let weeks = setting.sample(of: 200, atLeast: 8)
    let counts = counts(weeks: weeks.count, setting)
    let size = "\(weeks.count * 7) days, \(counts.joined().reduce(0, +).grouped) events"
    let dispersion = dispersions(counts)
    return [
      Finding(
        "24 hourly counts against integral: χ² p", size: size, expect: .atLeast(1e-5),
        observed: hourlyP(counts)),
      Finding(
        "variance ÷ mean of an hour's counts", size: size,
        expect: .near(1, within: 0.05).widened(by: weeks.widening), replications: dispersion),
    ]
  }

  /// Events by week, then by hour of the week.
  private func counts(weeks: Int, _ setting: SelfTestSetting) -> [[Int]] {
    let sessions = SocietyParameters().sessions
    let curve = DailyCurve(hours: sessions.hours, weekdays: sessions.weekdays)
    let stream = KeyedStream(seed: setting.seed(8), world: 0, name: StreamName("curve"))
    var counts = Array(repeating: Array(repeating: 0, count: Self.hoursInWeek), count: weeks)
    var (time, number) = (0.0, UInt32(0))
    while true {
      time = curve.arrival(
        after: time, phase: 0, rate: Self.rate, exponential: stream.exponential(number))
      number += 1
      let hour = Int(time / Self.hour)
      guard hour < weeks * Self.hoursInWeek else { return counts }
      counts[hour / Self.hoursInWeek][hour % Self.hoursInWeek] += 1
    }
  }

  /// The *p* of the counts by hour of the day. In whole weeks the weekdays' factors are the same for each
  /// hour of the day and cancel.
  private func hourlyP(_ counts: [[Int]]) -> Double {
    var byHour = Array(repeating: 0, count: 24)
    for week in counts {
      for (hour, count) in week.enumerated() { byHour[hour % 24] += count }
    }
    let hours = SocietyParameters().sessions.hours
    let scale = Double(byHour.reduce(0, +)) / hours.reduce(0, +)
    let statistic = ChiSquare.statistic(observed: byHour, expected: hours.map { $0 * scale })
    return ChiSquare.pValue(statistic, degreesOfFreedom: 23)
  }

  /// The variance ÷ mean of the counts of each hour of the week.
  private func dispersions(_ counts: [[Int]]) -> [Double] {
    (0..<Self.hoursInWeek).map { hour in
      let summary = Summary(counts.map { Double($0[hour]) })
      return (summary.variance ?? 0) / summary.mean
    }
  }
}
