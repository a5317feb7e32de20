import FeedMetrics
import SocialFeed
import SyntheticSociety
import Testing

@Suite struct GraphGrowthTests {
  @Test func `a grown graph has the means asked for`() {
    let (_, summary) = live(.small(members: 400, days: 0.01), .ordering(.home, by: "recency"))
    #expect(summary.follows == 400 * 9)
    #expect(summary.friendships == 400 * 3)
  }

  /// Reciprocity over 400 members and 3,600 follows: 0.30, with a standard error of about 0.012,
  /// and closure returning a few more by itself.
  @Test func `follows are returned as often as asked for`() {
    let (sink, _) = live(.small(members: 400, days: 0.01), .ordering(.home, by: "recency"))
    let follows = sink.ties.filter { $0.kind == .follow }
    let pairs = Set(follows.map { [$0.from, $0.to] })
    #expect(pairs.count == follows.count)
    let returned = follows.count { pairs.contains([$0.to, $0.from]) }
    let reciprocity = Double(returned) / Double(follows.count)
    #expect(abs(reciprocity - 0.30) <= 0.06, "reciprocity \(reciprocity)")
    #expect(follows.allSatisfy { $0.from != $0.to })
  }

  @Test(arguments: [1, 2, 5])
  func `a tiny community gets what it has room for`(members: Int) {
    let (sink, summary) = live(
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
    let summary = run.live(sinks: [sink])!
    #expect(summary.follows == 4)
    #expect(summary.friendships == 1)
    let friends = sink.ties.filter { $0.kind == .friend }
    #expect(friends.map(\.from) == [MemberID(0)] && friends.map(\.to) == [MemberID(1)])
  }
}
