import FeedMetrics
import SocialFeed
import TestSupport
import Testing

@Suite struct RunColumnsSinkTests {
  private func columns(_ trace: Trace) -> RunColumns {
    let sink = RunColumnsSink()
    trace.replay(to: sink)
    return sink.columns
  }

  @Test func `a run worked by hand`() {
    var trace = Trace(days: 10, warmUp: 1, members: 3)
    for author in [0, 1, 1] { trace.publish(by: author) }
    // In the warm-up nothing counts; then 2 of 3 posts are of others, and one of them is looked at.
    trace.show([0, 1, 2], to: 0, at: 0.5 * Trace.day)
    let request = trace.show(
      [0, 1, 2], to: 0, at: 1.25 * Trace.day, examined: [true, true, false])
    trace.show([0, 2], to: 2, at: 2 * Trace.day + 23.5 * 3_600)
    trace.act(.view, by: 0, on: 1, at: 1.25 * Trace.day + 5, request: request)
    trace.act(.like, by: 0, on: 1, at: 1.25 * Trace.day + 6, request: request)
    // Without an impression, on an own post and in the warm-up it does not count.
    trace.act(.like, by: 0, on: 2, at: 1.25 * Trace.day + 7, request: nil)
    trace.act(.view, by: 0, on: 0, at: 1.25 * Trace.day + 8, request: request)
    trace.tie(.follow, 0, 1)
    trace.tie(.follow, 1, 0)
    trace.tie(.follow, 2, 1)
    trace.tie(.friend, 0, 2)
    trace.tie(.unfollow, 1, 0, at: 3 * Trace.day)
    let columns = columns(trace)
    expectEqual(columns.impressionsOfMember, [2, 0, 2])
    expectEqual(columns.examinedOfMember, [1, 0, 2])
    expectEqual(columns.viewsOfMember, [1, 0, 0])
    expectEqual(columns.impressionsOfPost, [1, 1, 2])
    #expect(columns.impressionsOfHour[6] == 2 && columns.impressionsOfHour[23] == 2)
    expectEqual(columns.impressionsOfHour.reduce(0, +), 4)
    #expect(columns.count(of: .view) == 1 && columns.count(of: .like) == 1)
    expectEqual(columns.rate(of: .like), 1.0 / 3)
    expectEqual(
      columns.follows,
      [
        RunColumns.Follow(from: MemberID(0), to: MemberID(1)),
        RunColumns.Follow(from: MemberID(2), to: MemberID(1)),
      ])
    expectEqual(columns.followersOfMember, [0, 2, 0])
  }

  @Test func `looks half an hour apart are of two sessions`() {
    var trace = Trace(days: 3, warmUp: 1, members: 3)
    for _ in 0..<4 { trace.publish(by: 2) }
    // The second session begins half an hour after the last look, not after the last page.
    trace.show([0, 1], to: 0, at: 1.5 * Trace.day)
    trace.show([2], to: 0, at: 1.5 * Trace.day + 1_799)
    trace.show([3], to: 0, at: 1.5 * Trace.day + 1_900, examined: [false])
    trace.show([3], to: 0, at: 1.5 * Trace.day + 3_599)
    trace.show([0], to: 1, at: 2.5 * Trace.day)
    let columns = columns(trace)
    expectEqual(columns.sessionsOfMember, [2, 1, 0])
    expectEqual(columns.days, 2)
    // Three sessions of the two who came, in two days; five looks.
    expectEqual(columns.sessionsPerMemberDay, 0.75)
    expectEqual(columns.looksPerSession, 5.0 / 3)
  }

  @Test func `a run of nothing has empty columns`() {
    let columns = columns(Trace(members: 2))
    #expect(columns.impressionsOfMember == [0, 0] && columns.impressionsOfPost == [])
    expectEqual(columns.rate(of: .view), nil)
    #expect(columns.sessionsPerMemberDay == nil && columns.looksPerSession == nil)
    #expect(columns.follows == [] && columns.followersOfMember == [0, 0])
  }

  @Test func `random runs are counted as a slow look at them says`() {
    for seed in 0..<300 as Range<UInt64> {
      let trace = Trace(seed: seed)
      let columns = columns(trace)
      let window = trace.run.windowStart..<trace.run.duration
      func isForeign(_ post: PostID, _ member: MemberID) -> Bool {
        trace.posts[post.index].author != member
      }
      let shown = trace.pages.filter { window.contains($0.time) }
        .flatMap { page in page.posts.map { (post: $0, viewer: page.viewer) } }
        .filter { isForeign($0.post, $0.viewer) }
      for member in trace.members.indices {
        expectEqual(
          columns.impressionsOfMember[member], shown.count { $0.viewer.index == member },
          "seed \(seed)")
      }
      for post in trace.posts.indices {
        expectEqual(
          columns.impressionsOfPost[post], shown.count { $0.post.index == post }, "seed \(seed)")
      }
      expectEqual(columns.impressionsOfHour.reduce(0, +), shown.count, "seed \(seed)")
      for kind in InteractionKind.allCases {
        let done = trace.interactions.count {
          $0.kind == kind && $0.request != nil && window.contains($0.time)
            && isForeign($0.post, $0.member)
        }
        expectEqual(columns.count(of: kind), done, "seed \(seed)")
      }
    }
  }
}
