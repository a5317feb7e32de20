/// How many members come, and how many of them come back.
extension Metric {
  static let dailyActiveShare = Metric(
    "daily_active_share", .volumes, label: "Daily active share",
    name: "Share of members who come on a day",
    formula: """
      Σ over the calendar days of the members with a request on the day / Σ over members of the days of the window \
      since they joined; members who have left count on.
      """,
    direction: .higher, margin: .relative(0.01),
    range: "[0, 1], or above where most members have just joined", undefined: "without members",
    source: "Daily active users; Lalmas, O'Brien & Yom-Tov, Measuring User Engagement, 2014"
  ) { run in
    let all = run.memberDays
    return MetricValue(
      all.days > 0 ? Double(run.sessions.activeDays) / all.days : nil, support: all.members)
  }

  static let weeklyActiveShare = Metric(
    "weekly_active_share", .volumes, .extended, label: "Weekly active share",
    name: "Share of members who come in a week",
    formula: """
      Σ |A_w| / Σ |M_w| over the complete weeks w of the window, A_w the members with a request in week w and M_w \
      those who had joined before its end, whether they have left or not.
      """,
    direction: .higher, margin: .relative(0.01), range: "[0, 1]",
    undefined: "without a complete week, or members",
    source: "Weekly active users; Lalmas, O'Brien & Yom-Tov, Measuring User Engagement, 2014",
    breakdown: .feeds
  ) { run in
    let (weeks, members, start) = (run.sessions.active, run.members, run.start)
    let present = weeks.indices.map { week in
      members.count(joinedBefore: start + Double(week + 1) * SessionTally.week)
    }
    return MetricValue(mean: Double(weeks.reduce(0, +)), over: present.reduce(0, +))
  }

  static let weeklyRetention = Metric(
    "weekly_retention", .volumes, label: "Weekly retention",
    name: "Share of a week's members who come in the next week too",
    formula: """
      Σ |A_w ∩ A_{w+1}| / Σ |A_w| over the complete weeks w of the window but the last, A_w the members \
      with a request in week w. Informative only where coming back depends on the feed.
      """,
    direction: .higher, margin: .absolute(0.005), range: "[0, 1]",
    undefined: "with fewer than two complete weeks, or nobody in them", source: "Product practice",
    breakdown: .feeds
  ) { run in
    let (active, retained) = (run.sessions.active, run.sessions.retained)
    guard active.count >= 2 else { return MetricValue(nil, support: 0) }
    return MetricValue(
      mean: Double(retained.dropLast().reduce(0, +)), over: active.dropLast().reduce(0, +))
  }
}
