import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct MemberDayVolumesTests {
  /// The window has the days 1 to 4: all of them for members 0 and 1, and the last one for member 2, 9 days together.
  private func nineDays() -> Trace {
    var trace = Trace(days: 5, warmUp: 1, members: 2)
    trace.join(at: 4 * Trace.day)
    return trace
  }

  @Test func `a member's days begin when the member joins`() {
    var trace = nineDays()
    trace.publish(by: 1)
    let request = trace.show([0], to: 0, at: Trace.day + 10)
    trace.act(.like, by: 0, on: 0, at: Trace.day + 20, request: request)
    trace.act(.save, by: 0, on: 0, at: Trace.day + 20, request: request)
    // One engaged impression ÷ (4 + 4 + 1) days
    #expect(trace.metric("engagement_per_member_day").isAbout(1 / 9.0, support: 3))
    #expect(trace.metric("likes_per_member_day").isAbout(1 / 9.0, support: 3))
    #expect(trace.metric("saves_per_member_day").isAbout(1 / 9.0, support: 3))
    #expect(trace.metric("votes_per_member_day").isAbout(0, support: 3))
    #expect(trace.metric("looks_per_member_day").isAbout(1 / 9.0, support: 3))
  }

  @Test func `comments on one impression count one by one`() {
    var trace = nineDays()
    trace.publish(by: 1)
    let request = trace.show([0], to: 0, at: Trace.day + 10)
    for second in [20.0, 30] {
      trace.act(.comment, by: 0, on: 0, at: Trace.day + second, request: request)
    }
    trace.act(.comment, by: 0, on: 0, at: Trace.day + 40, request: nil)  // not from an impression
    #expect(trace.metric("comments_per_member_day").isAbout(2 / 9.0, support: 3))
    #expect(trace.metric("engagement_per_member_day").isAbout(1 / 9.0, support: 3))
  }

  @Test func `sessions and their minutes count where they begin, in the window`() {
    var trace = nineDays()
    trace.publish(by: 1)
    // Requests after 0, 10 and 40 minutes are one session of 40; one 31 minutes later is a session of its own.
    for minute in [0.0, 10, 40, 71] { trace.show([0], to: 0, at: 2 * Trace.day + 60 * minute) }
    trace.show([0], to: 0, at: 100)  // in the warm-up
    #expect(trace.metric("sessions_per_member_day").isAbout(2 / 9.0, support: 3))
    #expect(trace.metric("minutes_per_member_day").isAbout(40 / 9.0, support: 3))
  }

  /// Member 0 comes at 23:50 and, 20 minutes later, on the next day.
  @Test
  func `a session belongs to the day on which it begins, its minutes to that of the later request`()
  {
    var trace = Trace(days: 3, members: 2)
    trace.publish(by: 1)
    for minute in [-10.0, 10] { trace.show([0], to: 0, at: Trace.day + 60 * minute) }
    let sink = MetricSink()
    trace.replay(to: sink)
    func value(_ id: String, _ day: Int) -> Double? {
      sink.values(in: .day(day)).first { $0.id == id }?.value.value
    }
    // Each day has two days of members.
    expectEqual(value("sessions_per_member_day", 0), 0.5)
    expectEqual(value("sessions_per_member_day", 1), 0)
    expectEqual(value("minutes_per_member_day", 0), 0)
    expectEqual(value("minutes_per_member_day", 1), 10)
    expectEqual(value("daily_active_share", 0), 0.5)
    expectEqual(value("daily_active_share", 1), 0.5)
    expectEqual(value("weekly_active_share", 1), nil)
  }

  @Test func `posts of the warm-up do not count, and those that nobody sees do`() {
    var trace = nineDays()
    for day in [0.5, 1, 3, 4.5] { trace.publish(by: 1, at: day * Trace.day) }
    #expect(trace.metric("posts_per_member_day").isAbout(3 / 9.0, support: 3))
  }

  @Test func `sessions on a surface are those of its own requests`() {
    var trace = Trace(days: 1, members: 2)
    trace.publish(by: 1)
    for minute in [0.0, 20, 40] {
      trace.show([0], to: 0, at: 60 * minute, surface: minute == 20 ? .contest : .home)
    }
    let sink = MetricSink()
    trace.replay(to: sink)
    func sessions(_ scope: MetricScope) -> Double? {
      sink.values(in: scope).first { $0.id == "sessions_per_member_day" }?.value.value
    }
    expectEqual(sessions(.all), 0.5)
    // 40 minutes apart on home
    expectEqual(sessions(.surface(.home)), 1)
    expectEqual(sessions(.surface(.contest)), 0.5)
  }

  @Test func `a group of a live test has the days and posts of its own members`() {
    var trace = Trace(days: 1, members: 4)
    for author in [1, 2, 2, 3] { trace.publish(by: author) }
    let request = trace.show([1], to: 0)
    trace.act(.like, by: 0, on: 1, at: 10, request: request)
    let sink = MetricSink()
    trace.replay(to: sink)
    expectEqual(sink.values().first { $0.id == "likes_per_member_day" }?.value.value, 0.25)
    let group = MetricSink()
    trace.replay(to: AssigningSink(members: [0, 2], sink: group))
    let values = Dictionary(uniqueKeysWithValues: group.values().map { ($0.id, $0.value) })
    // One like, two posts of member 2 and one visit in two days of members
    expectEqual(values["likes_per_member_day"]?.isAbout(0.5, support: 2), true)
    expectEqual(values["posts_per_member_day"]?.isAbout(1, support: 2), true)
    expectEqual(values["daily_active_share"]?.isAbout(0.5, support: 2), true)
  }
}

/// Assigns some members when they join.
private final class AssigningSink: ObservationSink {
  private let members: Set<Int>
  private let sink: MetricSink

  init(members: Set<Int>, sink: MetricSink) { (self.members, self.sink) = (members, sink) }

  func begin(_ run: RunObservation) { sink.begin(run) }
  func observe(_ member: MemberObservation) {
    sink.observe(member)
    guard members.contains(member.member.index) else { return }
    sink.observe(
      AssignmentObservation(time: member.joinedAt, member: member.member, group: .candidate))
  }
  func observe(_ post: PostObservation) { sink.observe(post) }
  func observe(_ page: borrowing PageObservation) { sink.observe(page) }
  func observe(_ interaction: InteractionObservation) { sink.observe(interaction) }
}
