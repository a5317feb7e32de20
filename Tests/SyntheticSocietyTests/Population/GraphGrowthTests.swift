internal import FeedMetrics
import SocialFeed
import SyntheticSociety
import TestSupport
import Testing

@Suite struct GraphGrowthTests {
  @Test func `a grown graph has the means of the parameters`() {
    let (_, summary) = simulate(.small(members: 400, days: 0.01), .ordering(.home, by: "recency"))
    expectEqual(summary.follows, 400 * 50)
    expectEqual(summary.friendships, 400 * 3)
  }

  @Test func `who joined before is followed by more`() {
    let (sink, _) = simulate(.small(members: 1000, days: 0.01), .ordering(.home, by: "recency"))
    let follows = sink.ties.filter { $0.kind == .follow && $0.time < 0 }
    #expect(follows.allSatisfy { $0.from != $0.to })
    expectEqual(Set(follows.map { [$0.from, $0.to] }).count, follows.count)
    let byAge = (0..<1000).map(MemberID.init).sorted {
      sink.members[$0.index].joinedAt < sink.members[$1.index].joinedAt
    }
    let oldest = Set(byAge.prefix(100))
    // A tenth of the members; by age alone without renown a member of rank r of n would have
    // ln(n ÷ r) times the mean of uniform meetings, for the first tenth 3.3 of it.
    #expect(Double(follows.count { oldest.contains($0.to) }) > 0.25 * Double(follows.count))
  }

  @Test(arguments: [1, 2, 5])
  func `a tiny community gets what it has room for`(members: Int) {
    let (sink, summary) = simulate(
      .small(members: members, days: 0.01), .ordering(.home, by: "recency"))
    #expect(summary.follows <= members * (members - 1))
    #expect(summary.friendships <= members * (members - 1) / 2)
    #expect(sink.members.count >= members)
  }

  @Test func `a graph that was read is taken as it is, and mutual follows are friends`() {
    let graph = FollowGraph(
      nodeCount: 4,
      edges: [(0, 1), (1, 0), (2, 1), (3, 0)].map { FollowGraph.Edge(from: $0.0, to: $0.1) })
    let sink = RecordingSink()
    var run = WorldRun(
      parameters: .small(members: 4, days: 1), graph: graph,
      arm: .ordering(.home, by: "recency"), seed: 1, world: 0)
    run.intercepts = .usual
    let summary = run.simulate(sinks: [sink])!
    expectEqual(summary.follows, 4)
    expectEqual(summary.friendships, 1)
    let friends = sink.ties.filter { $0.kind == .friend }
    #expect(friends.map(\.from) == [MemberID(0)] && friends.map(\.to) == [MemberID(1)])
  }
}
