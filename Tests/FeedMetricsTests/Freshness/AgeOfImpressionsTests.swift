import FeedMetrics
import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct AgeOfImpressionsTests {
  private static let day = Trace.day
  /// The weight of position 2.
  private static let second = 1 / log2(3.0)

  /// Posts created at these times, in days, by member 1, and shown to member 0 in this order at `now`.
  private func shown(_ times: [Double], _ posts: [Int], at now: Double) -> Trace {
    var trace = Trace(days: 20, members: 2)
    for time in times { trace.publish(by: 1, at: time * Self.day) }
    trace.show(posts, to: 0, at: now * Self.day)
    return trace
  }

  @Test func `ages have a mean, a ninth decile and a mean by exposure`() {
    let trace = shown([0, 9], [1, 0], at: 9.5)
    // half a day and nine and a half
    #expect(trace.metric("age_at_impression_mean_s").isAbout(5 * Self.day, support: 2))
    #expect(trace.metric("age_at_impression_p90_s").isAbout(8.6 * Self.day, support: 2))
    let weighted = (0.5 + Self.second * 9.5) / (1 + Self.second) * Self.day
    #expect(trace.metric("age_exposure_weighted_mean_s").isAbout(weighted, support: 2))
  }

  @Test func `fresh is below a day, stale from a week on`() {
    // ages 7 days, a second less, 1 day, a second less
    let trace = shown([0, 1 / Self.day, 6, 6 + 1 / Self.day], [0, 1, 2, 3], at: 7)
    #expect(trace.metric("fresh_impression_share").isAbout(0.25, support: 4))
    #expect(trace.metric("stale_impression_share").isAbout(0.25, support: 4))
  }

  @Test func `an age that occurs many hundred times is counted as often, in each feed and in all`()
  {
    var trace = shown([0, 9], [1], at: 9.5)
    for surface in [Surface.home, .latest] {
      for _ in 0..<400 { trace.show([0], to: 0, at: 9.5 * Self.day, surface: surface) }
    }
    for _ in 0..<210 { trace.show([1], to: 0, at: 9.5 * Self.day, surface: .latest) }
    // nine and a half days 800 times, and half a day 211 times
    #expect(trace.metric("stale_impression_share").isAbout(800.0 / 1011, support: 1011))
    #expect(trace.metric("age_at_impression_p90_s").isAbout(9.5 * Self.day, support: 1011))
    let sink = MetricSink()
    trace.replay(to: sink)
    func share(_ surface: Surface) -> MetricValue? {
      sink.values(in: .surface(surface)).first { $0.id == "stale_impression_share" }?.value
    }
    expectEqual(share(.home)?.isAbout(400.0 / 401, support: 401), true)
    expectEqual(share(.latest)?.isAbout(400.0 / 610, support: 610), true)
  }

  @Test func `some new posts are never seen, or not enough`() {
    var trace = shown([0, 2, 3, 4], [0, 2, 1], at: 5)
    trace.run.windowStart = Self.day  // the first post is not new
    for _ in 0..<9 { trace.show([1, 2], to: 0, at: 6 * Self.day) }
    trace.show([1], to: 0, at: 7 * Self.day, examined: [false])
    // of three new posts one is never shown; the two others were looked at ten times, the first of
    // them not the eleventh time
    #expect(trace.metric("never_shown_share").isAbout(1.0 / 3, support: 3))
    #expect(trace.metric("never_10_impressions_share").isAbout(1.0 / 3, support: 3))
    trace.pages[0].examined[2] = false
    #expect(trace.metric("never_10_impressions_share").isAbout(2.0 / 3, support: 3))
    // shown at 3 and 2 days of age
    #expect(
      trace.metric("time_to_first_impression_mean_shown_s").isAbout(2.5 * Self.day, support: 2))
  }

  @Test func `authors repeat themselves`() {
    var trace = Trace(members: 4)
    for author in [2, 2, 3] { trace.publish(by: author) }
    trace.show([0, 1, 2], to: 0)
    trace.show([0], to: 0)
    trace.show([2], to: 1)
    // member 0: two authors in four impressions, member 1: one in one: 1 − 3/5
    #expect(trace.metric("author_repeat_share").isAbout(0.4, support: 2))
  }

  @Test func `what is shown is compared with the newest candidates`() {
    var trace = Trace(days: 20, members: 2)
    for time in [0, 1, 2.0] { trace.publish(by: 1, at: time * Self.day) }
    let pool = (0..<3).map { CandidateObservation(post: PostID($0), relevance: 0) }
    trace.show([0, 2], to: 0, at: 2 * Self.day, pool: pool)
    trace.show([0], to: 0, at: 2 * Self.day)  // nobody looked at its candidates
    // ages 2, 0 and 1 days: ¼ + w against 1 + w/2 + ½·¼
    let expected = (0.25 + Self.second) / (1 + Self.second / 2 + 0.125)
    #expect(trace.metric("ndcf@10").isAbout(expected, support: 1))
  }

  @Test func `the newest first are as fresh as can be`() {
    var trace = Trace(days: 20, members: 2)
    for hour in 0..<12 { trace.publish(by: 1, at: Double(hour) * 3600) }
    let pool = (0..<12).map { CandidateObservation(post: PostID($0), relevance: 0) }
    trace.show((0..<12).reversed(), to: 0, at: Self.day, pool: pool)
    expectEqual(trace.metric("ndcf@10").value, 1)
  }

  @Test func `news go stale while a slate is read`() {
    var trace = Trace(days: 20, members: 2)
    for time in [0, 1.0] { trace.publish(by: 1, at: time * Self.day) }
    let pool = (0..<2).map { CandidateObservation(post: PostID($0), relevance: 0) }
    let request = trace.show([1], to: 0, at: Self.day, pool: pool)
    trace.show([0], to: 0, at: 2 * Self.day, request: request, offset: 1)
    // the second post is two days old when it is shown, and was one day old when it could have been
    let expected = (1 + Self.second / 4) / (1 + Self.second / 2)
    #expect(trace.metric("ndcf@10").isAbout(expected, support: 1))
  }

  @Test(arguments: [
    "age_at_impression_mean_s", "age_at_impression_p90_s", "age_exposure_weighted_mean_s",
    "fresh_impression_share", "stale_impression_share", "never_shown_share",
    "never_10_impressions_share",
    "time_to_first_impression_mean_shown_s", "author_repeat_share", "ndcf@10",
  ])
  func `without impressions and posts the metrics are undefined`(id: String) {
    #expect(Trace(members: 2).metric(id).isAbout(nil, support: 0))
  }
}
