import FeedMetrics
import TestSupport
import Testing

@Suite struct CreatorSupplyTests {
  /// The window is from day 2 to day 6, with its middle at day 4.
  private func trace(_ postsByAuthor: [[Double]]) -> Trace {
    var trace = Trace(days: 6, warmUp: 2, members: postsByAuthor.count)
    let posts = postsByAuthor.enumerated().flatMap { author, days in days.map { (author, $0) } }
    for (author, day) in posts.sorted(by: { $0.1 < $1.1 }) {
      trace.publish(by: author, at: day * Trace.day)
    }
    return trace
  }

  /// Author 0 posts all the time, 1 starts, 2 starts late, 3 stops, 4 comes back, 5 stopped before the window, and 6
  /// never posts.
  @Test func `creators start, stop and come back`() {
    let trace = trace([[-1, 2, 4], [3, 5], [4.5], [1, 3], [-3, 5], [1], []])
    // Of the active 0, 1, 2, 3 and 4, the new ones are 1 and 2.
    #expect(trace.metric("creators_started_share").isAbout(0.4, support: 5))
    // Of 0, 1 and 3 in the first half, 3 stopped.
    #expect(trace.metric("creators_stopped_share").isAbout(1 / 3.0, support: 3))
    // Of 0, 1, 2 and 4 in the second half, 4 came back.
    #expect(trace.metric("creators_returned_share").isAbout(0.25, support: 4))
  }

  @Test func `without posts in the window there is no value`() {
    let trace = trace([[0], [1]])
    for id in ["creators_started_share", "creators_stopped_share", "creators_returned_share"] {
      expectEqual(trace.metric(id).value, nil, "\(id)")
    }
  }
}
