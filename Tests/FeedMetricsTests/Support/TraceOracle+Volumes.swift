import FeedMetrics
import SocialFeed

extension TraceOracle {
  /// What members do and how often they come, for each day of a member in the window.
  func volumes() -> [String: MetricValue] {
    let days = trace.members.map {
      max(0, trace.run.duration - max(trace.run.windowStart, $0.joinedAt)) / Trace.day
    }
    let all = days.reduce(0, +)
    func perMemberDay(_ count: Double) -> MetricValue {
      MetricValue(all > 0 ? count / all : nil, support: days.count { $0 > 0 })
    }
    let impressions = Set(rows.map { [Int($0.request), $0.user, $0.post] })
    func actions(_ kind: InteractionKind) -> Double {
      Double(
        trace.interactions.count { action in
          action.kind == kind
            && impressions.contains([
              action.request.map(Int.init) ?? -1, action.member.index, action.post.index,
            ])
        })
    }
    let sessions = sessionTimes()
    let visits = requestTimes().flatMap { member, times in
      times.map { [member, Int($0 / Trace.day)] }
    }
    return [
      "engagement_per_member_day": perMemberDay(Double(engagedImpressions().count)),
      "likes_per_member_day": perMemberDay(actions(.like)),
      "comments_per_member_day": perMemberDay(actions(.comment)),
      "saves_per_member_day": perMemberDay(actions(.save)),
      "votes_per_member_day": perMemberDay(actions(.vote)),
      "looks_per_member_day": perMemberDay(Double(rows.count { $0.examined })),
      "sessions_per_member_day": perMemberDay(Double(sessions.count)),
      "minutes_per_member_day": perMemberDay(
        sessions.map { ($0.last! - $0[0]) / 60 }.reduce(0, +)),
      "posts_per_member_day": perMemberDay(
        Double(posts.count { $0.createdAt >= trace.run.windowStart })),
      "daily_active_share": perMemberDay(Double(Set(visits).count)),
      "weekly_active_share": weeklyActiveShare(),
    ]
  }

  private func weeklyActiveShare() -> MetricValue {
    let weeks = Int((trace.run.duration - trace.run.windowStart) / Trace.week)
    var (active, members) = (0, 0)
    for week in 0..<weeks {
      let start = trace.run.windowStart + Double(week) * Trace.week
      active += requestTimes().values.count { times in
        times.contains { $0 >= start && $0 < start + Trace.week }
      }
      members += trace.members.count { $0.joinedAt < start + Trace.week }
    }
    return MetricValue(
      members > 0 ? Double(active) / Double(members) : nil, support: members)
  }
}
