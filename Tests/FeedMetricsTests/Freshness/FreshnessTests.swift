import Foundation
internal import SocialFeed
import Testing

@Suite struct FreshnessTests {
  private static let day = Trace.day

  @Test func `the median age is between the two middle ages`() {
    var trace = Trace(members: 2)
    for time in [0.0, 100, 200, 300] { trace.publish(by: 1, at: time) }
    trace.show([3, 1, 0, 2], to: 0, at: 1000)
    // ages 700, 800, 900, 1000
    #expect(trace.metric("age_at_impression_p50_s").isAbout(850, support: 4))
    trace.show([2], to: 0, at: 50_000)
    // and 49,800
    #expect(trace.metric("age_at_impression_p50_s").isAbout(900, support: 5))
  }

  @Test func `posts are fresh for less than a day`() {
    var trace = Trace(members: 2)
    for time in [0.0, 1, 2] { trace.publish(by: 1, at: time) }
    trace.show([1, 2, 0], to: 0, at: Self.day)
    // ages 86,399, 86,398 and 86,400 at positions 1, 2, 3: (1 + w₂) / (1 + w₂ + ½)
    let expected = (1 + 1 / log2(3.0)) / (1.5 + 1 / log2(3.0))
    #expect(trace.metric("fresh_exposure_share").isAbout(expected, support: 3))
  }

  @Test func `posts that are not shown are censored, not left out`() {
    var trace = Trace(days: 1, members: 2)
    for time in [0.0, 0, 0, Self.day - 15] { trace.publish(by: 1, at: time) }
    trace.show([0], to: 0, at: 10)
    trace.show([1], to: 0, at: 20)
    trace.show([1, 0], to: 0, at: 30)
    trace.show([2], to: 0, at: 40)
    // four posts; at 10 S = 3/4; the last is censored at 15; of the two left, at 20: 3/4 · 1/2 ≤ ½
    #expect(trace.metric("time_to_first_impression_p50_s").isAbout(20, support: 4))
  }

  @Test func `half of the posts shown is enough for a median`() {
    var trace = Trace(days: 1, members: 2)
    for _ in 0..<4 { trace.publish(by: 1, at: 0) }
    trace.show([0], to: 0, at: 10)
    // S(10) = 3/4
    #expect(trace.metric("time_to_first_impression_p50_s").isAbout(nil, support: 4))
    trace.show([1], to: 0, at: 70)
    // S(70) = 3/4 · 2/3 = ½ exactly
    #expect(trace.metric("time_to_first_impression_p50_s").isAbout(70, support: 4))
  }

  @Test func `only the tenth look counts towards the time to ten`() {
    var trace = Trace(days: 1, members: 2)
    trace.publish(by: 1, at: 0)
    for second in 1...9 { trace.show([0], to: 0, at: Double(second)) }
    for second in 10...20 { trace.show([0], to: 0, at: Double(second), examined: [false]) }
    #expect(trace.metric("time_to_10_impressions_p50_s").isAbout(nil, support: 1))
    trace.show([0], to: 0, at: 30)
    trace.show([0], to: 0, at: 40)
    #expect(trace.metric("time_to_10_impressions_p50_s").isAbout(30, support: 1))
  }

  @Test func `posts from before the window have no time to an impression`() {
    var trace = Trace(days: 3, warmUp: 1, members: 2)
    trace.publish(by: 1, at: -5)
    trace.publish(by: 1, at: Self.day - 1)
    trace.publish(by: 1, at: Self.day)
    trace.show([0, 1], to: 0, at: Self.day + 50)
    trace.show([2], to: 0, at: Self.day + 60)
    #expect(trace.metric("time_to_first_impression_p50_s").isAbout(60, support: 1))
  }

  @Test func `an impression of a post seen before is a repeat`() {
    var trace = Trace(members: 4)
    for _ in 0..<3 { trace.publish(by: 3) }
    trace.show([0, 1], to: 0)
    trace.show([1, 2], to: 0)
    trace.show([1], to: 1)
    // pairs (0,0), (0,1), (0,2), (1,1) in five impressions
    #expect(trace.metric("repeat_impression_share").isAbout(0.2, support: 2))
    trace.show([1, 2], to: 0)
    // the same pairs in seven
    #expect(trace.metric("repeat_impression_share").isAbout(3.0 / 7, support: 2))
  }

  @Test func `turnover compares a slate with the one before it of the same feed`() {
    var trace = Trace(members: 3)
    for _ in 0..<6 { trace.publish(by: 2) }
    trace.show([0, 1, 2], to: 0, at: 1)
    trace.show([5], to: 0, at: 2, surface: .latest)  // another feed
    trace.show([5], to: 0, at: 2, ranker: 1)  // another feed
    let second = trace.show([2, 3], to: 0, at: 3)
    trace.show([1, 4], to: 0, at: 4, request: second, offset: 2)
    trace.show([3, 4], to: 0, at: 5)
    trace.show([4, 5], to: 1, at: 6)
    trace.show([5, 4, 3, 2], to: 1, at: 7)
    // {2,3,1,4} after {0,1,2}: 2/4; {3,4} after that: 0; {5,4,3,2} after {4,5}: 2/4; mean of three
    #expect(trace.metric("feed_turnover").isAbout(1.0 / 3, support: 2))
  }

  @Test(arguments: [
    "age_at_impression_p50_s", "fresh_exposure_share", "repeat_impression_share", "feed_turnover",
  ])
  func `without impressions freshness is undefined`(id: String) {
    var trace = Trace(members: 2)
    #expect(trace.metric(id).isAbout(nil, support: 0))
    trace.show([trace.publish(by: 0)], to: 0)  // one's own
    #expect(trace.metric(id).isAbout(nil, support: 0))
  }

  @Test func `one request has no turnover`() {
    var trace = Trace(members: 2)
    trace.show([trace.publish(by: 1)], to: 0)
    #expect(trace.metric("feed_turnover").isAbout(nil, support: 0))
  }

  @Test func `times between whole seconds are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      var trace = Trace(members: 2)
      trace.publish(by: 1, at: 0.5)
      _ = trace.metrics()
    }
    await #expect(processExitsWith: .failure) {
      var trace = Trace(members: 2)
      trace.show([trace.publish(by: 1)], to: 0, at: 0.5)
      _ = trace.metrics()
    }
  }

  @Test func `of two requests whose pages come in turn each turn is a slate`() {
    var trace = Trace(members: 2)
    for _ in 0..<4 { trace.publish(by: 1) }
    let first = trace.show([0, 1], to: 0, at: 1)
    trace.show([2], to: 0, at: 2)
    trace.show([2, 3], to: 0, at: 3, request: first, offset: 2)
    // {2} after {0,1}: 1; {2,3} after {2}: 1/2
    #expect(trace.metric("feed_turnover").isAbout(0.75, support: 1))
  }
}
