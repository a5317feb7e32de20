import SocialFeed
import Testing

@Suite struct ImpressionQualityTests {
  /// Member 0 is shown four posts, looks at three of them, and acts on some.
  private func fourPosts() -> Trace {
    var trace = Trace(members: 2)
    for _ in 0..<4 { trace.publish(by: 1) }
    let request = trace.show(
      [0, 1, 2, 3], to: 0, examined: [true, true, false, true], relevance: [0.9, 0.5, 1, 0.1])
    for (kind, post) in [
      (InteractionKind.view, 0), (.like, 0), (.unlike, 0), (.like, 1), (.like, 3), (.view, 3),
    ] {
      trace.act(kind, by: 0, on: post, at: 10, request: request)
    }
    trace.act(.unlike, by: 0, on: 1, at: 20, request: nil)  // not from an impression
    return trace
  }

  @Test func `likes that are taken back do not count`() {
    // (3 − 1) / 3
    #expect(fourPosts().metric("net_like_rate").isAbout(2.0 / 3, support: 3))
  }

  @Test func `openings are compared with all impressions`() {
    #expect(fourPosts().metric("open_rate").isAbout(0.5, support: 4))
  }

  @Test func `some of what is shown is looked at`() {
    #expect(fourPosts().metric("examined_share").isAbout(0.75, support: 4))
    // 0.9, 0.5 and 0.1
    #expect(fourPosts().metric("examined_relevance_mean").isAbout(0.5, support: 3))
  }

  @Test func `precision is the share of relevant posts on the first ten positions`() {
    var trace = fourPosts()
    #expect(trace.metric("precision@10").isAbout(0.75, support: 1))
    for _ in 0..<8 { trace.publish(by: 1) }
    trace.show(
      Array(0..<12), to: 0,
      relevance: [Double](repeating: 0.4, count: 9) + [Double](repeating: 0.6, count: 3))
    // one of ten
    #expect(trace.metric("precision@10").isAbout((0.75 + 0.1) / 2, support: 2))
  }

  @Test func `a session goes on for half an hour after each request`() {
    var trace = Trace(members: 3)
    trace.publish(by: 2)
    for time in [0, 1800, 3600, 5401] { trace.show([0], to: 0, at: Double(time)) }
    trace.show([0], to: 1, at: 6000)
    // member 0: three requests in 3600 s, then one; member 1: one
    #expect(trace.metric("session_requests_mean").isAbout(5.0 / 3, support: 3))
    #expect(trace.metric("session_duration_mean_s").isAbout(1200, support: 3))
  }

  @Test(arguments: [
    "net_like_rate", "open_rate", "examined_share", "examined_relevance_mean",
    "precision@10", "session_requests_mean", "session_duration_mean_s",
  ])
  func `without impressions the metrics are undefined`(id: String) {
    #expect(Trace(members: 2).metric(id).isAbout(nil, support: 0))
  }

  @Test func `what nobody looks at has no rate`() {
    var trace = Trace(members: 2)
    trace.show([trace.publish(by: 1)], to: 0, examined: [false])
    #expect(trace.metric("net_like_rate").isAbout(nil, support: 0))
    #expect(trace.metric("examined_relevance_mean").isAbout(nil, support: 0))
    #expect(trace.metric("examined_share").isAbout(0, support: 1))
  }
}
