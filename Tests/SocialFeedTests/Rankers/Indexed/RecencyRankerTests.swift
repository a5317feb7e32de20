import SocialFeed
import TestSupport
import Testing

@Suite struct RecencyRankerTests {
  @Test(arguments: Surface.allCases)
  func `every page of every feed is the one that sorting gives`(surface: Surface) {
    var pages = 0
    forEachSeed(400) { seed, generator in
      var twins = Twins()
      var habits = Habits()
      habits.mostMembers = [2, 6, 25].randomElement(using: &generator)!
      habits.weights[.publish] = [2, 12].randomElement(using: &generator)!
      let calls = [0, 10, 60, 300].randomElement(using: &generator)!
      for _ in 0..<calls { try twins.makeRandomCall(habits, using: &generator) }
      for viewer in [nil, twins.slow.allMembers.randomElement(using: &generator)] {
        pages += try twins.compareRefresh(
          RefreshPlan(
            viewer: viewer, surface: surface, ranker: RecencyRanker(), order: .recency,
            pageSize: [1, 2, 20].randomElement(using: &generator)!,
            noise: CountingNoise(seed: seed),
            arrivals: [0, 4].randomElement(using: &generator)!, habits: habits),
          using: &generator)
      }
    }
    #expect(pages > 20)
  }

  @Test func `posts of one instant stand by identifier`() throws {
    var community = Community(members: 2)
    for _ in 0..<3 { try community.publish(author: member(1), category: category(0), now: 5) }
    let feed = community.walk(FeedRequest(member(0), .latest, now: 5), by: RecencyRanker())
    expectEqual(feed, posts(2, 1, 0))
  }

  @Test func `each feed shows whom it is about`() throws {
    // Post m is by member m: 0 is the viewer, 1 a friend, 2 a followee, 3 both, 4 a stranger.
    var community = Community(members: 5)
    try community.befriend(member(0), member(1), now: 0)
    try community.follow(member(0), member(2), now: 0)
    try community.befriend(member(3), member(0), now: 0)
    try community.follow(member(0), member(3), now: 0)
    try community.follow(member(4), member(0), now: 0)
    for number in 0..<5 {
      try community.publish(author: member(number), category: category(0), now: 0)
    }
    // Posts 5…9, likewise, for friends only.
    for number in 0..<5 {
      try community.publish(
        author: member(number), category: category(0), privacy: .friendsOnly, now: 1)
    }
    let expected: [(Surface, [PostID], [PostID])] = [
      (.home, posts(8, 6, 4, 3, 2, 1), posts(4, 3, 2, 1, 0)),
      (.latest, posts(8, 6, 5, 4, 3, 2, 1, 0), posts(4, 3, 2, 1, 0)),
      (.friends, posts(8, 6, 5, 3, 1, 0), []),
      (.following, posts(8, 3, 2), []),
      (.global, posts(4, 3, 2, 1, 0), posts(4, 3, 2, 1, 0)),
      (.contest, [], []),
    ]
    for (surface, known, unknown) in expected {
      let request = FeedRequest(member(0), surface, now: 2, pageSize: 2)
      expectEqual(community.walk(request, by: RecencyRanker()), known, "\(surface)")
      let other = FeedRequest(nil, surface, now: 2, pageSize: 2)
      expectEqual(community.walk(other, by: RecencyRanker()), unknown, "\(surface), not known")
    }
  }
}
