internal import FeedMetrics
internal import SocialFeed
import Testing

@Suite struct TieGrowthTests {
  @Test func `growth is over the window, reciprocity at its end`() {
    var trace = Trace(days: 10, warmUp: 2, members: 4)
    for (one, other) in [(0, 1), (1, 0), (2, 0), (3, 0)] { trace.tie(.follow, one, other, at: -5) }
    trace.tie(.friend, 0, 1, at: 0)
    trace.tie(.follow, 0, 2, at: 3 * Trace.day)
    trace.tie(.follow, 1, 3, at: 4 * Trace.day)
    trace.tie(.unfollow, 1, 0, at: 5 * Trace.day)
    trace.tie(.follow, 3, 1, at: 6 * Trace.day)
    trace.tie(.friend, 2, 3, at: 6 * Trace.day)
    trace.tie(.friend, 0, 3, at: 7 * Trace.day)
    // 4 follows at first, 4 + 1 + 1 − 1 + 1 = 6 at the end
    #expect(trace.metric("follow_growth").isAbout(0.5, support: 4))
    // 0 ↔ 2 and 1 ↔ 3 are mutual, 0 → 1 and 3 → 0 are not: 4 of 6
    #expect(trace.metric("follow_reciprocity").isAbout(2.0 / 3, support: 6))
    // from 1 to 3
    #expect(trace.metric("friend_growth").isAbout(2, support: 1))
  }

  @Test func `a block counts through the ties that it ends`() {
    var trace = Trace(days: 10, warmUp: 2, members: 2)
    trace.tie(.follow, 0, 1, at: 0)
    trace.tie(.follow, 1, 0, at: 0)
    trace.tie(.unfollow, 0, 1, at: 5 * Trace.day)
    trace.tie(.unfollow, 1, 0, at: 5 * Trace.day)
    trace.tie(.block, 0, 1, at: 5 * Trace.day)
    #expect(trace.metric("follow_growth").isAbout(-1, support: 2))
    #expect(trace.metric("follow_reciprocity").isAbout(nil, support: 0))
  }

  @Test func `nothing grows from nothing`() {
    var trace = Trace(days: 10, warmUp: 2, members: 2)
    trace.tie(.follow, 0, 1, at: 3 * Trace.day)
    #expect(trace.metric("follow_growth").isAbout(nil, support: 0))
    #expect(trace.metric("friend_growth").isAbout(nil, support: 0))
    #expect(trace.metric("follow_reciprocity").isAbout(0, support: 1))
  }
}
