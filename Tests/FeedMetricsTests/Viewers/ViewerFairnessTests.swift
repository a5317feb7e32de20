import FeedMetrics
import TestSupport
import Testing

@Suite struct ViewerFairnessTests {
  /// Members 0…3, of whom 2 and 3 are of group b, each shown one post a request.
  private func viewers(_ relevances: [[Double]]) -> Trace {
    var trace = Trace(members: 2)
    for _ in 0..<2 { trace.join(group: 1) }
    trace.join()
    trace.publish(by: 4)
    for (member, relevances) in relevances.enumerated() {
      for relevance in relevances { trace.show([0], to: member, relevance: [relevance]) }
    }
    return trace
  }

  @Test func `a member counts once, whatever the number of requests`() {
    let trace = viewers([[0.2, 0.4], [0.5], [0.8, 0.8, 0.8], [0.6]])
    // U = 0.3, 0.5, 0.8, 0.6; Ū of a is 0.4, of b 0.7
    #expect(trace.metric("utility_group_gap").isAbout(0.3, support: 2))
    #expect(trace.metric("utility_group_ratio").isAbout(4 / 7.0, support: 2))
    // ⌈4/10⌉ = 1 member with 0.3; the mean of all is 0.55
    #expect(trace.metric("utility_bottom10_ratio").isAbout(0.3 / 0.55, support: 4))
    // (−3·0.3 − 0.5 + 0.6 + 3·0.8) / (4·2.2)
    #expect(trace.metric("utility_gini").isAbout(1.6 / 8.8, support: 4))
  }

  @Test func `one group, or no relevance, compares nothing`() {
    let alone = viewers([[0.5], [0.5]])
    expectEqual(alone.metric("utility_group_gap"), MetricValue(nil, support: 1))
    expectEqual(alone.metric("utility_group_ratio"), MetricValue(nil, support: 1))
    let nothing = viewers([[0], [], [0]])
    expectEqual(nothing.metric("utility_group_gap"), MetricValue(0, support: 2))
    expectEqual(nothing.metric("utility_group_ratio"), MetricValue(nil, support: 2))
    expectEqual(nothing.metric("utility_bottom10_ratio"), MetricValue(nil, support: 2))
    expectEqual(nothing.metric("utility_gini"), MetricValue(nil, support: 2))
  }
}
