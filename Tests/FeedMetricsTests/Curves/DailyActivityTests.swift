import FeedMetrics
import SocialFeed
import TestSupport
import Testing

/// The activity of each day.
@Suite struct DailyActivityTests {
  private let day = 86_400.0
  private let weekdays = [0.5, 1, 1, 1, 1, 1, 1.5]

  /// A sink that has observed the beginning of a run.
  private func sink(days: Double) -> DailyActivitySink {
    let sink = DailyActivitySink(weekdays: weekdays)
    sink.begin(
      RunObservation(
        duration: days * day, windowStart: day, categoryCount: 1, groupNames: [],
        rankerNames: ["recency"]))
    return sink
  }

  private func page(at time: Double, _ examined: [Bool]) -> PageObservation {
    PageObservation(
      time: time, request: 0, viewer: MemberID(0), surface: .home, ranker: 0, offset: 0,
      posts: examined.indices.map { PostID($0) }, examined: examined,
      relevance: examined.map { _ in 0.5 })
  }

  private func tie(_ kind: TieOutcome, at time: Double) -> TieObservation {
    TieObservation(time: time, kind: kind, from: MemberID(0), to: MemberID(1))
  }

  @Test func `each day has its posts, looks, opens and follows, the warm-up too`() {
    let sink = sink(days: 2.5)
    // Before the run, on its first second, just before and at the end of day 0, and on the half day.
    for (index, time) in [-1, 0, day - 1, day, 2 * day].enumerated() {
      sink.observe(
        PostObservation(
          post: PostID(index), author: MemberID(0), category: CategoryID(0), createdAt: time,
          quality: 0.5))
    }
    sink.observe(page(at: 10, [true, false, true]))
    sink.observe(page(at: day, [true, true, true, false]))
    sink.observe(page(at: 2.2 * day, [true]))
    for (kind, time) in [
      (InteractionKind.view, 20), (.like, 21), (.view, day + 1), (.view, 2.1 * day),
    ] {
      sink.observe(
        InteractionObservation(
          time: time, member: MemberID(0), post: PostID(0), kind: kind, request: 0))
    }
    let ties: [(TieOutcome, Double)] = [
      (.follow, -5), (.follow, -4), (.friend, -3), (.follow, 5), (.unfollow, day + 5),
      (.unfollow, day + 6), (.block, day + 7), (.follow, 2.4 * day),
    ]
    for (kind, time) in ties { sink.observe(tie(kind, at: time)) }
    expectEqual(
      sink.activity,
      DailyActivity(
        posts: [2, 1], looks: [2, 3], opens: [1, 1], follows: [3, 1], rhythm: [0.5, 1]))
  }

  @Test func `the rhythm repeats each week, with the mean 1`() {
    let sink = DailyActivitySink(weekdays: weekdays.map { $0 * 3 })
    sink.begin(
      RunObservation(
        duration: 9 * day, windowStart: 0, categoryCount: 1, groupNames: [], rankerNames: []))
    expectEqual(sink.activity.rhythm, [0.5, 1, 1, 1, 1, 1, 1.5, 0.5, 1])
    expectEqual(sink.activity.follows, Array(repeating: 0, count: 9))
  }

  @Test func `a run shorter than a day has no days`() {
    expectEqual(sink(days: 0.9).activity.days, 0)
  }

  @Test func `twins have the sums`() {
    let one = DailyActivity(posts: [1], looks: [2], opens: [3], follows: [4], rhythm: [1])
    let other = DailyActivity(posts: [10], looks: [20], opens: [30], follows: [40], rhythm: [1])
    expectEqual(
      DailyActivity(sumOf: one, other),
      DailyActivity(posts: [11], looks: [22], opens: [33], follows: [44], rhythm: [1]))
  }
}
