import SocialFeed
import TestSupport
import Testing

@Suite struct FeedPoolTests {
  /// Looks at posts, in seconds ago.
  private final class Memory: ViewingHistory, @unchecked Sendable {
    var looks: [PostID: (seconds: Double, isOpened: Bool)] = [:]

    func looks(of viewer: MemberID, at post: PostID, now: Double) -> Int {
      looks[post] == nil ? 0 : 1
    }

    func secondsSinceLook(of viewer: MemberID, at post: PostID, now: Double) -> Double? {
      looks[post]?.seconds
    }

    func recentlySeen(
      by viewer: MemberID, among posts: UInt64, from base: Int, _ kind: FeedPool.Exclusion,
      now: Double, within time: Double
    ) -> UInt64 {
      (0..<64).reduce(0) { seen, bit in
        guard posts >> UInt64(bit) & 1 == 1, let look = looks[PostID(base + bit)],
          look.seconds <= time, kind == .seen || look.isOpened
        else { return seen }
        return seen | 1 << UInt64(bit)
      }
    }

    func looks(at post: PostID) -> Int { looks[post] == nil ? 0 : 1 }

    func sessionsLastWeek(of viewer: MemberID, now: Double) -> Int { 0 }
  }

  private static let pools: [FeedPool.Audience] = [
    .network, .mixed(discovery: 0), .mixed(discovery: 0.3), .mixed(discovery: 0.9),
    .mixed(discovery: 1), .everyone,
  ]

  /// What the definition of the pool says, one post at a time.
  private func isCandidate(
    _ post: PostID, for viewer: MemberID, _ audience: FeedPool.Audience, in community: Community
  ) -> Bool {
    let author = community.author(of: post)!
    func knows(_ other: MemberID) -> Bool {
      community.isFriend(viewer, other) || community.isFollowing(viewer, other)
    }
    func renown(_ member: MemberID) -> Int { community.followerCount(of: member)! + 1 }
    if audience == .everyone || knows(author) { return true }
    guard case .mixed(let share) = audience, share > 0 else { return false }
    if share == 1 { return true }
    let all = (0..<community.postCount).map { PostID($0) }.filter { community.post($0) != nil }
    let ofNetwork = all.count { knows(community.author(of: $0)!) }
    let others = all.compactMap(community.author).filter { $0 != viewer && !knows($0) }.map(renown)
    let wanted = max(Double(ofNetwork) * share / (1 - share), FeedPool.leastDiscoveries)
    return CountingNoise().value(viewer: viewer, post: post, refresh: .max)
      < wanted / Double(others.reduce(0, +)) * Double(renown(author))
  }

  @Test func `every ranker shows the pool of home, and nothing else`() {
    var (narrowed, seen) = (0, 0)
    forEachSeed(20) { seed, generator in
      var twins = Twins()
      for _ in 0..<300 { try twins.makeRandomCall(Habits(), using: &generator) }
      let community = twins.community
      let members = (0..<community.memberCount).map { member($0) }.filter(community.contains)
      guard let viewer = members.randomElement(using: &generator) else { return }
      let memory = Memory()
      for post in 0..<community.postCount where Bool.random(using: &generator) {
        memory.looks[PostID(post)] = (
          Double.random(in: 0...100, using: &generator), .random(using: &generator)
        )
      }
      for descriptor in RankerCatalogue.standard.descriptors
      where descriptor.surfaces.contains(.home) && descriptor.name != "ideal" {
        let ranker = try RankerSettings(ofAny: descriptor).makeRanker()
        var request = FeedRequest(viewer, .home, now: twins.now, pageSize: 7)
        let everything = community.walk(request, by: ranker).sorted()
        for audience in Self.pools {
          request.pool.audience = audience
          let expected = everything.filter {
            isCandidate($0, for: viewer, audience, in: community)
          }
          if !expected.isEmpty && expected != everything { narrowed += 1 }
          try agree(
            community.walk(request, by: ranker).sorted(), expected,
            "\(audience) by \(descriptor.name)")
          for without in [FeedPool.Exclusion.seen, .opened] {
            request.history = memory
            request.pool.without = without
            request.pool.exclusionTime = 50
            let rest = expected.filter { post in
              guard let look = memory.looks[post] else { return true }
              return look.seconds > 50 || (without == .opened && !look.isOpened)
            }
            seen += expected.count - rest.count
            try agree(
              community.walk(request, by: ranker).sorted(), rest,
              "\(audience) without \(without) by \(descriptor.name)")
          }
          (request.history, request.pool.without) = (nil, .nothing)
        }
      }
    }
    #expect(narrowed > 0, "no pool left some posts out and some in")
    #expect(seen > 0, "nothing was seen")
  }

  /// The viewer follows the author of 300 posts; two others posted 1,500 each, one of whom has 9 followers. With a share
  /// of 0.5 there are 300 discoveries on average: 10 of 11 by the one with renown 10.
  @Test func `discoveries are their share of the candidates, in proportion to renown`() throws {
    var community = Community(members: 32)
    let (followee, known, unknown) = (member(0), member(1), member(2))
    for number in 3..<12 { try community.follow(member(number), known, now: 0) }
    for viewer in 12..<32 { try community.follow(member(viewer), followee, now: 0) }
    for number in 0..<3300 {
      let author = number < 300 ? followee : number % 2 == 0 ? known : unknown
      try community.publish(author: author, category: category(0), now: 0)
    }
    var counts: [MemberID: Int] = [:]
    for viewer in 12..<32 {
      var request = FeedRequest(member(viewer), .home, now: 1)
      request.pool.audience = .mixed(discovery: 0.5)
      for post in community.walk(request, by: RecencyRanker()) {
        counts[community.author(of: post)!, default: 0] += 1
      }
    }
    expectEqual(counts[followee], 20 * 300)
    // 20 × 300 × 10 ÷ 11 = 5,454.5 and 545.5, each within 4 standard deviations: with p = 0.18 and 0.018, √(n p (1 − p))
    // is 66.8 and 23.1. A false alarm has a probability of 1.3 in 10,000.
    #expect(abs(Double(counts[known]!) - 5454.5) < 4 * 66.8)
    #expect(abs(Double(counts[unknown]!) - 545.5) < 4 * 23.1)
  }

  /// A network without posts: 100 discoveries of 4,000 posts.
  @Test func `a newcomer discovers a hundred posts on average`() throws {
    var community = Community(members: 201)
    for _ in 0..<4000 { try community.publish(author: member(0), category: category(0), now: 0) }
    var shown = 0
    for viewer in 1...200 {
      var request = FeedRequest(member(viewer), .home, now: 1)
      request.pool.audience = .mixed(discovery: 0.1)
      shown += community.walk(request, by: RecencyRanker()).count
    }
    // 200 viewers with a standard deviation of √(4,000 × 0.025 × 0.975) = 9.87 each; 4 standard errors.
    #expect(abs(Double(shown) / 200 - 100) < 4 * 9.87 / Double(200).squareRoot())
  }

  @Test(
    arguments: [
      (.nothing, 100, posts(3, 2, 1, 0)), (.seen, 100, posts(3, 0)), (.seen, 49, posts(3, 1, 0)),
      (.opened, 100, posts(3, 1, 0)), (.opened, 9, posts(3, 2, 1, 0)),
    ] as [(FeedPool.Exclusion, Double, [PostID])])
  func `a pool leaves out what was seen or opened, for a while`(
    without: FeedPool.Exclusion, time: Double, shown: [PostID]
  ) throws {
    var community = Community(members: 2)
    for _ in 0..<4 { try community.publish(author: member(1), category: category(0), now: 0) }
    let memory = Memory()
    // Post 2 was opened 10 seconds ago, and post 1 seen 50 seconds ago.
    memory.looks = [PostID(2): (10, true), PostID(1): (50, false)]
    var request = FeedRequest(member(0), .home, now: 100)
    request.history = memory
    request.pool.without = without
    request.pool.exclusionTime = time
    expectEqual(community.walk(request, by: RecencyRanker()), shown)
  }

  @Test func `other feeds and viewers without a name have everything`() throws {
    var community = Community(members: 2)
    try community.publish(author: member(1), category: category(0), now: 0)
    for (viewer, surface) in [(member(0), .latest), (member(0), .global), (nil, .home)]
      as [(MemberID?, Surface)]
    {
      var request = FeedRequest(viewer, surface, now: 1)
      request.pool.audience = .network
      expectEqual(community.walk(request, by: RecencyRanker()), posts(0), "\(surface)")
    }
  }
}
