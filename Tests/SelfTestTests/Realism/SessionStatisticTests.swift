import SelfTest
import TestSupport
import Testing

@Suite struct SessionStatisticTests {
  private typealias Run = HandmadeRun

  /// Member 0 posts; members 1 and 2 look at the posts. A page is a load, its looks have gaps of 0 between them.
  /// Member 1: 2 looks at 0 s, 1 at 100 s (gap 100 s), 1 at 1,900 s (gap 1,800 s: another session).
  /// Member 2: 1 look at 50 s. Member 0 looks at an own post only, which is no look.
  private var run: Run {
    var run = Run(members: 3, days: 2)
    for _ in 0..<3 { run.publish(by: 0, at: -1) }
    run.show([0, 1, 2], to: 1, at: 0, passed: [2])
    run.show([2], to: 2, at: 50)
    run.show([2], to: 1, at: 100)
    run.show([0, 1], to: 1, at: 1900, passed: [1])
    run.show([0], to: 0, at: 2000)
    run.show([0, 1], to: 2, at: 3000, passed: [0, 1])
    return run
  }

  @Test func `the gaps between looks divide them into sessions and page loads`() {
    let record = run.record
    expectEqual(record.looks.looksOfMember, [0, 4, 1])
    expectEqual(record.looks.sessionsOfMember, [0, 2, 1])
    // 3 sessions of 2 people in 2 days.
    #expect(agree(record.value(of: "kuairand.sessions.per_user_day"), 0.75))
    // 5 looks, 4 loads and 3 sessions.
    #expect(agree(record.value(of: "kuairand.sessions.impressions_per_session"), 5.0 / 3))
    #expect(agree(record.value(of: "kuairand.sessions.page_loads_per_session"), 4.0 / 3))
    #expect(agree(record.value(of: "kuairand.sessions.impressions_per_load"), 1.25))
    // Of the gaps of a second or more, 100 s and 1,800 s, one is in each of two bins.
    let shares = ["1-10s", "10-60s", "1-5min", "5-30min", "30-120min", ">=120min"].map {
      record.value(of: "kuairand.sessions.gap_ge1s_shares.\($0)")
    }
    expectEqual(shares, [0, 0, 0.5, 0, 0.5, 0])
  }

  /// The first post of a page was looked at four times, the second once; one's own is no look.
  @Test func `looks at a rank are divided by those at the first`() {
    expectEqual(run.record.looks.looksOfRank, [4, 1])
    #expect(agree(run.record.value(of: "hacker_news.upvotes_by_rank.2"), 0.25))
    expectEqual(run.record.value(of: "hacker_news.upvotes_by_rank.80"), 0)
  }

  /// Sessions 1, 1, 2, 3, 4 of those who were there throughout and came: p90 = 3 + 0.6 · 1 = 3.6, p50 = 2; mean
  /// 2.2, variance (2 · 1.44 + 0.04 + 0.64 + 3.24) ÷ 5 = 1.36.
  @Test func `the spread of sessions is of members who were there throughout and came`() {
    var run = Run(members: 8, days: 3, warmUp: 1, joining: [6: 2])
    let post = run.publish(by: 7, at: -1)
    for (member, sessions) in [1, 1, 2, 3, 4, 0, 5].enumerated() {
      run.show([post], to: member, at: 0.5 * Run.day)
      for session in 0..<sessions {
        run.show([post], to: member, at: 2.2 * Run.day + Double(session) * Run.hour)
      }
    }
    let record = run.record
    #expect(agree(record.value(of: "kuairand.sessions.p90_by_p50"), 1.8))
    #expect(agree(record.value(of: "kuairand.sessions.cv"), 1.36.squareRoot() / 2.2))
  }

  /// Of four members with 1, 2, 3 and 3 sessions the first and the third leave after the last one: after one session
  /// 1 − 1/4 are left, after two (1 − 1/4)(1 − 0/3), after three half of these, because one of two left; nobody had
  /// four.
  @Test func `survival counts those who had fewer sessions as censored`() {
    var lives = SessionLives()
    for (sessions, leaves) in [(1, true), (2, false), (3, true), (3, false)] {
      for session in 1...sessions {
        lives.add(session: session, leaves: leaves && session == sessions)
      }
    }
    expectEqual((1...4).map(lives.survival), [0.75, 0.75, 0.375, nil])
  }

  /// Looks at 1 h on Monday and at 3 h on Tuesday and Sunday of the first week.
  @Test func `hours and weekdays are those of looks on whole days`() {
    var run = Run(members: 2, days: 7)
    let post = run.publish(by: 0, at: -1)
    for day in [0, 1, 1, 6] {
      run.show([post], to: 1, at: Double(day) * Run.day + (day == 0 ? 1 : 3) * Run.hour)
    }
    let record = run.record
    #expect(record.looks.looksOfHour[1] == 1 && record.looks.looksOfHour[3] == 3)
    // A quarter at 1 h and three quarters at 3 h, against 0.02005 and 0.00903 there: TV = 1 − 0.02908.
    let distance = record.value(of: "kuairand.hour_share") ?? .nan
    #expect((distance - 0.97092).magnitude < 1e-4)
    expectEqual(record.value(of: "kuairand.hour_peak_trough"), nil)
    // 4 looks in 7 days.
    let weekdays = (0..<7).map { record.value(of: "kuairand.dow_factor_mon_sun.\($0)") ?? .nan }
    for (value, expected) in zip(weekdays, [1.75, 3.5, 0, 0, 0, 0, 1.75]) {
      #expect(agree(value, expected), "\(weekdays)")
    }
  }

  @Test func `less than a week has no weekdays`() {
    var run = Run(members: 2, days: 7, warmUp: 0.5)
    let post = run.publish(by: 0, at: -1)
    run.show([post], to: 1, at: 2 * Run.day)
    expectEqual(run.record.looks.wholeDays, 1..<7)
    expectEqual(run.record.value(of: "kuairand.dow_factor_mon_sun.0"), nil)
  }

  @Test func `a run of nothing has no value for what needs one`() {
    let record = Run(members: 2, days: 1).record
    for figure in PublishedFigures.all {
      let value = figure.statistic.value(record)
      #expect(value.map { !$0.isNaN } ?? true, "\(figure.id)")
    }
    expectEqual(record.value(of: "kuairand.sessions.per_user_day"), nil)
    expectEqual(record.value(of: "flickr_dresden.log_views_user_variance_share"), nil)
    expectEqual(record.value(of: "model.B6"), nil)
  }
}
