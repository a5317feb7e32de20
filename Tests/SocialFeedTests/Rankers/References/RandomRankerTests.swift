import SocialFeed
import Stochastics
import TestSupport
import Testing

@Suite struct RandomRankerTests {
  @Test(arguments: RandomRanker.descriptor.surfaces)
  func `every page is that of the whole random order`(surface: Surface) {
    var pages = 0
    forEachSeed(150) { seed, generator in
      var twins = Twins()
      let habits = Habits()
      let calls = [0, 10, 60, 250].randomElement(using: &generator)!
      for _ in 0..<calls { try twins.makeRandomCall(habits, using: &generator) }
      let plan = RefreshPlan(
        viewer: twins.slow.allMembers.randomElement(using: &generator), surface: surface,
        ranker: RandomRanker(), order: .random,
        pageSize: [1, 2, 20].randomElement(using: &generator)!,
        noise: CountingNoise(seed: seed), arrivals: [0, 4].randomElement(using: &generator)!,
        habits: habits)
      pages += try twins.compareRefresh(plan, using: &generator)
    }
    #expect(pages > 3)
  }

  /// The first 20 of so many posts by member 1, which all take part in a contest too.
  private func community(_ count: Int) throws -> Community {
    var community = Community(members: 2)
    community.rotateContests(now: 0)
    for number in 0..<count {
      let post = try community.publish(
        author: member(1), category: category(0), now: Double(number))
      try community.enter(post, by: member(1), now: Double(number))
    }
    return community
  }

  @Test(arguments: [Surface.home, .contest])
  func `each post comes once and each refresh has an order of its own`(surface: Surface) throws {
    let community = try community(53)
    var request = FeedRequest(viewer: member(0), surface: surface, now: 60, noise: StreamNoise())
    var orders: Set<[PostID]> = []
    for refresh in 0..<UInt32(100) {
      request.refresh = refresh
      let order = community.walk(request, by: RandomRanker())
      expectEqual(order.sorted(), (0..<53).map { PostID($0) })
      expectEqual(community.walk(request, by: RandomRanker()), order, "a refresh stands still")
      orders.insert(order)
    }
    expectEqual(orders.count, 100)
  }

  /// The permutation that a simulation uses.
  private final class StreamNoise: FeedNoise, @unchecked Sendable {
    private let stream = KeyedStream(seed: 7, world: 0, name: StreamName("shuffle"))

    func uniform(
      viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32
    ) -> Double {
      stream.uniform(viewer?.rawValue ?? .max, post.rawValue, refresh)
    }

    func shuffled(_ position: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int {
      KeyedPermutation(count: count, stream: stream, viewer?.rawValue ?? .max, refresh)[position]
    }
  }

  @Test(arguments: [Surface.home, .contest])
  func `each post is as often first as any other`(surface: Surface) throws {
    let community = try community(20)
    var request = FeedRequest(
      viewer: member(0), surface: surface, now: 60, pageSize: 1, noise: StreamNoise())
    var (page, first) = (FeedPage(), Array(repeating: 0, count: 20))
    for refresh in 0..<UInt32(60_000) {
      request.refresh = refresh
      try! community.fill(&page, for: request, by: RandomRanker())
      first[page.posts[0].index] += 1
    }
    // Chi-square with 19 degrees of freedom, false alarms 10⁻⁶.
    #expect(chiSquare(uniform: first) < 63.68)
  }

  /// Members 1 to 29 post in turn; the viewer follows the first five of them. Whatever belongs to the pool stands in the
  /// order of all posts without those that do not.
  @Test func `a pool has the order of all posts, without those that are not in it`() throws {
    var community = Community(members: 30)
    for number in 0..<600 {
      try community.publish(
        author: member(1 + number % 29), category: category(0), now: Double(number))
    }
    for followee in 1...5 { try community.follow(member(0), member(followee), now: 600) }
    let noise = StreamNoise()
    for refresh in 0..<UInt32(20) {
      var request = FeedRequest(viewer: member(0), surface: .home, now: 601, noise: noise)
      request.pool.audience = .mixed(discovery: 0.25)
      request.refresh = refresh
      let pool = Set(community.walk(request, by: RecencyRanker()))
      let order = (0..<600).map {
        PostID(noise.shuffled($0, of: 600, viewer: member(0), refresh: refresh))
      }
      expectEqual(
        community.walk(request, by: RandomRanker()), order.filter { pool.contains($0) })
      #expect(pool.count > 104 && pool.count < 600)
    }
  }

  @Test func `a page looks at no more positions than it takes to fill it`() throws {
    var community = try community(1000)
    let noise = CountingNoise()
    var request = FeedRequest(viewer: member(0), surface: .home, now: 2000, noise: noise)
    request.cursor = community.page(request, by: RandomRanker()).next
    expectEqual(noise.positions, 20)
    _ = community.page(request, by: RandomRanker())
    expectEqual(noise.positions, 40)
    // Of 1,000 posts that the viewer sees and as many that it does not, 20 positions or more are
    // looked at, and at most 100 but once in 10⁹ pages.
    for _ in 0..<1000 {
      try community.publish(
        author: member(1), category: category(0), privacy: .onlyMe, now: 1000)
    }
    request.cursor = nil
    expectEqual(community.page(request, by: RandomRanker()).count, 20)
    #expect((60...140).contains(noise.positions))
  }
}
