import FeedMetrics
import TestSupport
import Testing

@Suite struct ActiveMembersTests {
  private func run(days: Double, members: Int = 3) -> Trace {
    var trace = Trace(days: days, members: members)
    trace.publish(by: members - 1)
    trace.publish(by: members - 1)
    return trace
  }

  @Test func `who comes twice on a day is active once`() {
    var trace = run(days: 4)
    for day in [0.1, 0.9, 2.5] { trace.show([0], to: 0, at: day * Trace.day) }
    trace.show([0], to: 1, at: 2.6 * Trace.day)
    // Member 0 on two days, member 1 on one, of 3 · 4 days
    #expect(trace.metric("daily_active_share").isAbout(3 / 12.0, support: 3))
  }

  @Test func `who joins is a member from then on`() {
    var trace = run(days: 4, members: 1)
    trace.join(at: 3 * Trace.day)
    trace.show([0], to: 1, at: 3.5 * Trace.day)
    // One day of 4 + 1
    #expect(trace.metric("daily_active_share").isAbout(0.2, support: 2))
  }

  @Test func `members who come in a week are active in it`() {
    var trace = run(days: 15)
    for week in [0.0, 0, 1] { trace.show([0], to: 0, at: week * Trace.week + 5) }
    trace.show([0], to: 1, at: Trace.week + 5)
    trace.show([0], to: 1, at: 2 * Trace.week)  // no complete week
    trace.join(at: Trace.week + 5)
    // 1 of 3 members, then 2 of 4
    #expect(trace.metric("weekly_active_share").isAbout(3 / 7.0, support: 7))
    expectEqual(run(days: 6).metric("weekly_active_share"), MetricValue(nil, support: 0))
  }

  @Test func `members who come in one week and the next are retained`() {
    var trace = run(days: 22)
    for week in [0.0, 1, 1, 2] { trace.show([0], to: 0, at: week * Trace.week + 5) }
    for week in [0.0, 2] { trace.show([0], to: 1, at: week * Trace.week + 5) }
    trace.show([0], to: 0, at: 3 * Trace.week)  // no complete week
    // of 2 in the first week 1 comes in the second; that one comes in the third: (1 + 1) / (2 + 1)
    #expect(trace.metric("weekly_retention").isAbout(2 / 3.0, support: 3))
    expectEqual(run(days: 13).metric("weekly_retention"), MetricValue(nil, support: 0))
  }
}
