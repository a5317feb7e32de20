/// Fits the activity by hour of the day and by day of the week.
extension LogTallies {
  private static let hoursKey = "behaviour.sessions.hours"
  private static let weekdaysKey = "behaviour.sessions.weekdays"
  /// The smallest numbers of days for a fit.
  private static let leastDays = (hours: 3.0, weekdays: 14)

  /// Tables of rows with times, impressions first.
  private var timed: [(source: String, clock: LogClock, times: TimeTally)] {
    impressions.filter(\.hasTime).map { ($0.source, $0.clock, $0.times) }
      + events.map { ($0.source, $0.clock, $0.impressionCount > 0 ? $0.shown : $0.times) }
  }

  func fitHours(into list: inout FigureList) {
    for table in histograms where table.axis == .hourOfDay {
      Self.add((0..<24).map { table.bins[$0] ?? 0 }, from: table.source, into: &list)
    }
    for (source, clock, times) in timed {
      if let reason = Self.refusal(clock, times) {
        list.refuse("hours of the day", reason, from: source, key: Self.hoursKey)
      } else {
        Self.add(times.hours, from: source, into: &list)
      }
    }
  }

  private static func refusal(_ clock: LogClock, _ times: TimeTally) -> String? {
    if clock.hasDaysOnly { return "hours need times, these are dates" }
    if clock.offset == nil { return "hours need the users' timezone" }
    guard let span = times.span, span < leastDays.hours else { return nil }
    return "hours need \(leastDays.hours.rounded(digits: 0)) days,"
      + " these rows have \(span.rounded(digits: 0))"
  }

  private static func add(_ hours: [Int], from source: String, into list: inout FigureList) {
    guard let curve = HourCurve(counts: hours) else { return }
    // Impressions of one user are at the hours of that user, and who has which is not counted.
    list.add(
      curve: "hours of the day", curve.shares, standardErrors: [], n: curve.count, from: source,
      key: hoursKey)
    if let ratio = curve.peakToTrough {
      list.add("hours of the day, most over least", ratio, n: curve.count, from: source)
    }
  }

  func fitWeekdays(into list: inout FigureList) {
    for table in histograms where table.axis == .date {
      Self.addWeekdays(table.bins, from: table.source, into: &list)
    }
    for (source, clock, times) in timed {
      guard clock.offset != nil || clock.hasDaysOnly else {
        let reason = "days of the week need the users' timezone"
        list.refuse("days of the week", reason, from: source, key: Self.weekdaysKey)
        continue
      }
      Self.addWeekdays(times.days, from: source, into: &list)
    }
  }

  private static func addWeekdays(
    _ days: [Int: Int], from source: String, into list: inout FigureList
  ) {
    guard let first = days.keys.min(), let last = days.keys.max() else { return }
    let all = (first...last).map { (day: $0, count: days[$0] ?? 0) }
    guard all.count >= leastDays.weekdays, let factors = WeekdayFactors(days: all) else {
      list.refuse(
        "days of the week",
        "factors need \(leastDays.weekdays) days, these rows have \(all.count)",
        from: source, key: weekdaysKey)
      return
    }
    list.add(
      curve: "days of the week, from Monday", factors.factors.map(\.value),
      standardErrors: factors.factors.map(\.standardError), n: factors.dayCount, from: source,
      key: weekdaysKey)
  }
}

extension TimeTally {
  /// Days from the first to the last, both counted; `nil` without any.
  var span: Double? {
    guard let first = days.keys.min(), let last = days.keys.max() else { return nil }
    return Double(last - first + 1)
  }
}
