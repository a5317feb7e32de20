/// The dates of simulated times, for services that know no other ones: time 0 is the beginning of 2024 in UTC.
package enum WorldCalendar {
  /// Seconds from the beginning of 1970 to time 0.
  static let start = 1_704_067_200.0

  /// The milliseconds of the years 1 to 9999, which have a date of four digits.
  private static let milliseconds = -738_885.0 * 86_400_000...2_913_174 * 86_400_000.0 - 1

  /// A moment in milliseconds, as `2024-01-01T00:00:00.000Z`. One outside of the years 1 to 9999, which a saved request may
  /// have, is the nearest that is in them.
  package static func text(of seconds: Double) -> String {
    // Of a number and NaN, these give the number.
    let milliseconds = Int64(
      Double.minimum(
        Double.maximum((seconds * 1000).rounded(), Self.milliseconds.lowerBound),
        Self.milliseconds.upperBound))
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let (day, part) = rest < 0 ? (days - 1, rest + 86_400_000) : (days, rest)
    let (year, month, dayOfMonth) = date(ofDay: Int(day))
    let (hours, minutes) = (part / 3_600_000, part / 60_000 % 60)
    return
      "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))T\(padded(Int(hours), 2)):"
      + "\(padded(Int(minutes), 2)):\(padded(Int(part / 1000 % 60), 2)).\(padded(Int(part % 1000), 3))Z"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The date so many days after 1 January 2024, counted in cycles of 400 years that begin on 1 March 2000, so that a leap
  /// day is the last of its year.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    // From 1 March 2000 to 1 January 2024.
    let count = day + 8706
    let cycle = count >= 0 ? count / 146_097 : (count - 146_096) / 146_097
    let dayOfCycle = count - 146_097 * cycle
    let year =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    return (
      2000 + 400 * cycle + year + (month >= 10 ? 1 : 0), month < 10 ? month + 3 : month - 9,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}
