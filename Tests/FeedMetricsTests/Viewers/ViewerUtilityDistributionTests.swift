internal import FeedMetrics
import TestSupport
import Testing

/// A slate of one post is worth the relevance of the post; the last member publishes all posts.
@Suite struct ViewerUtilityDistributionTests {
  /// Members 0, 1 and 2 with utilities 0.5 (of 1 and 0), 0.8 and 0.2; member 3 looks at nothing.
  private func threeViewers() -> Trace {
    var trace = Trace()
    for group in [0, 1, 1, 0, 0] { trace.join(group: group) }
    trace.publish(by: 4)
    for (viewer, relevance) in [(1, 0.8), (0, 1), (2, 0.2), (0, 0)] {
      trace.show([0], to: viewer, relevance: [relevance])
    }
    return trace
  }

  @Test func `quantiles of utility are over members`() {
    let trace = threeViewers()
    // 0.2, 0.5, 0.8: ranks 0.2, 1 and 1.8
    #expect(trace.metric("utility_p10").isAbout(0.26, support: 3))
    #expect(trace.metric("utility_p50").isAbout(0.5, support: 3))
    #expect(trace.metric("utility_p90").isAbout(0.74, support: 3))
  }

  @Test func `new members are compared with old ones`() {
    var trace = threeViewers()
    #expect(trace.metric("new_viewer_utility_gap").isAbout(nil, support: 3))
    for member in 2...4 { trace.members[member].joinedAt = -Trace.week }
    #expect(trace.metric("new_viewer_utility_gap").isAbout(nil, support: 3))
    for member in 2...4 { trace.members[member].joinedAt = -Trace.week + 1 }
    // (0.5 + 0.8)/2 − 0.2
    #expect(trace.metric("new_viewer_utility_gap").isAbout(0.45, support: 3))
  }

  @Test func `groups have their means`() {
    let means = threeViewers().table("utility_group_mean")
    expectEqual(means.map(\.label), ["a", "b"])
    #expect(means[0].value.isAbout(0.5, support: 1))
    #expect(means[1].value.isAbout(0.5, support: 2))
    for row in Trace(members: 1).table("utility_group_mean") {
      #expect(row.value.isAbout(nil, support: 0))
    }
  }

  @Test(arguments: ["utility_p10", "utility_p50", "utility_p90", "new_viewer_utility_gap"])
  func `without requests there is no utility`(id: String) {
    #expect(Trace(members: 2).metric(id).isAbout(nil, support: 0))
  }
}
