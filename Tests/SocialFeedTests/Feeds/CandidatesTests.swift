import SocialFeed
import TestSupport
import Testing

@Suite struct CandidatesTests {
  @Test func `each feed gathers what the rules say, at any time of a random history`() {
    var gathered: [Surface: Int] = [:]
    forEachSeed(60) { seed, generator in
      var twins = Twins()
      for _ in 0..<150 {
        try twins.makeRandomCall(Habits(), using: &generator)
        guard let viewer = twins.slow.allMembers.randomElement(using: &generator) else { continue }
        let surface = Surface.allCases.randomElement(using: &generator)!
        let refresh = try #require(
          SlowRefresh(
            viewer: viewer, surface: surface, order: .recency, now: twins.now, number: 0,
            noise: CountingNoise(seed: seed), in: twins.slow))
        var found: [PostID] = []
        twins.community.forEachCandidate(
          for: FeedRequest(viewer, surface, now: twins.now), bound: twins.slow.posts.count
        ) { found.append($0) }
        try agree(found.sorted(), twins.slow.candidates(for: refresh).sorted(), "\(surface)")
        gathered[surface, default: 0] += found.count
      }
    }
    expectEqual(Surface.allCases.filter { gathered[$0, default: 0] < 20 }, [])
  }

  @Test func `what came after a bound is left out`() throws {
    var community = Community(members: 2)
    for number in 0..<6 {
      try community.publish(author: member(number % 2), category: category(0), now: 0)
    }
    try community.befriend(member(0), member(1), now: 0)
    func candidates(_ surface: Surface, bound: Int) -> [PostID] {
      var found: [PostID] = []
      community.forEachCandidate(for: FeedRequest(member(0), surface, now: 0), bound: bound) {
        found.append($0)
      }
      return found.sorted()
    }
    expectEqual(candidates(.latest, bound: 4), posts(0, 1, 2, 3))
    expectEqual(candidates(.friends, bound: 3), posts(0, 1, 2))
    expectEqual(candidates(.home, bound: 4), posts(1, 3))
    expectEqual(candidates(.contest, bound: 6), [])
    community.rotateContests(now: 0)
    // An old post that enters late is a late entry.
    for number in [5, 2, 0] {
      try community.enter(PostID(number), by: member(number % 2), now: 1)
    }
    expectEqual(candidates(.contest, bound: 2), posts(2, 5))
    expectEqual(candidates(.contest, bound: 3), posts(0, 2, 5))
  }

  /// Members 0 and 1 are friends with posts 0, 2 and 1, 3; 4 is by a stranger, and 3 and 4 are in the contest.
  @Test func `a page that is not full could have had a post by somebody else that it has not`()
    throws
  {
    var community = Community(members: 3)
    for author in [0, 1, 0, 1, 2] {
      try community.publish(author: member(author), category: category(0), now: 0)
    }
    try community.befriend(member(0), member(1), now: 0)
    community.rotateContests(now: 0)
    for (post, author) in [(3, 1), (4, 2)] {
      try community.enter(PostID(post), by: member(author), now: 1)
    }
    func hasCandidate(_ surface: Surface, besides shown: [PostID], seen: FeedPool = FeedPool())
      -> Bool
    {
      var request = FeedRequest(member(0), surface, now: 2)
      request.pool = seen
      return community.hasCandidate(for: request, besides: shown)
    }
    for (surface, all) in [
      (.home, posts(1, 3, 4)), (.latest, posts(1, 3, 4)), (.friends, posts(1, 3)),
      (.following, []), (.contest, posts(3, 4)),
    ] as [(Surface, [PostID])] {
      expectEqual(hasCandidate(surface, besides: all), false, "\(surface)")
      expectEqual(hasCandidate(surface, besides: []), !all.isEmpty, "\(surface)")
      expectEqual(hasCandidate(surface, besides: all.dropLast()), !all.isEmpty, "\(surface)")
    }
    // The pool leaves out the stranger's.
    var network = FeedPool()
    network.audience = .network
    expectEqual(hasCandidate(.home, besides: posts(1, 3), seen: network), false)
    expectEqual(hasCandidate(.home, besides: posts(1, 3)), true)
    // Nobody misses what was published after the refresh began.
    let page = try community.page(.latest, for: member(0), now: 2, pageSize: 1)
    try community.publish(author: member(1), category: category(0), now: 3)
    var request = FeedRequest(member(0), .latest, now: 4)
    request.cursor = page.next
    expectEqual(community.hasCandidate(for: request, besides: posts(1, 3, 4)), false)
  }
}
