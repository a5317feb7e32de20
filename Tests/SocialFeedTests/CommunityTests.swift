import SocialFeed
import TestSupport
import Testing

@Suite struct CommunityTests {
  @Test func `a long random life agrees with the slow model call by call`() {
    forEachSeed(testSize(debug: 10, release: 150)) { seed, generator in
      var twins = Twins(
        categoryCount: Int.random(in: 1...6, using: &generator),
        rule: AffinityRule(halfLife: [60, 86_400, 604_800].randomElement(using: &generator)!),
        contestLength: [6 * 3600, 7 * 86_400].randomElement(using: &generator)!)
      var habits = Habits()
      habits.stray = [0, 0.1, 0.4].randomElement(using: &generator)!
      try twins.compare()
      for call in 1...500 {
        let outcome = try twins.makeRandomCall(habits, using: &generator)
        if case .refused = outcome { try twins.compare() }
        if call % 20 == 0 { try twins.compare() }
        if call % 100 == 0 { try compareFeeds(of: &twins, habits, seed, &generator) }
      }
    }
  }

  /// Every order that the domain has, of every feed that it serves, for one that is not known and
  /// two that are.
  private func compareFeeds(
    of twins: inout Twins, _ habits: Habits, _ seed: UInt64, _ generator: inout SeededGenerator
  ) throws {
    let known = twins.slow.allMembers.shuffled(using: &generator).prefix(2)
    for viewer: MemberID? in [nil] + Array(known) {
      for surface in Surface.allCases {
        for (ranker, order) in orders(of: surface) {
          try twins.compareRefresh(
            RefreshPlan(
              viewer: viewer, surface: surface, ranker: ranker, order: order,
              pageSize: [3, 20].randomElement(using: &generator)!, noise: KeyedNoise(seed: seed)),
            using: &generator)
        }
      }
    }
  }

  private func orders(of surface: Surface) -> [(any Ranker, SlowOrder)] {
    var orders: [(any Ranker, SlowOrder)] = [
      (RecencyRanker(), .recency), (PopularityRanker(), .popularity),
    ]
    if surface == .home { orders.append((AffinityRanker(), .affinity(threshold: 0.05))) }
    if surface == .contest {
      orders.append((ContestScoreRanker(), .contestScore(ContestScoreRanker())))
    }
    if RandomRanker.descriptor.surfaces.contains(surface) {
      orders.append((RandomRanker(), .random))
    }
    return orders
  }

  @Test func `room made ahead changes nothing`() throws {
    var roomy = Community(categoryCount: 2)
    roomy.reserveCapacity(members: 100, posts: 100)
    #expect(roomy.memberCount == 0 && roomy.postCount == 0)
    let author = roomy.join(now: 1)
    #expect(try roomy.publish(author: author, category: CategoryID(1), now: 2) == PostID(0))
  }

  @Test func `a copy goes its own way`() throws {
    var community = Community(categoryCount: 1)
    let (one, other) = (community.join(now: 0), community.join(now: 0))
    let before = community
    try community.follow(one, other, now: 0)
    #expect(community.isFollowing(one, other) && !before.isFollowing(one, other))
  }

  @Test func `a community without categories, with too many or with an instant contest is refused`()
    async
  {
    await #expect(processExitsWith: .failure) { _ = Community(categoryCount: 0) }
    await #expect(processExitsWith: .failure) { _ = Community(categoryCount: 65) }
    await #expect(processExitsWith: .failure) {
      _ = Community(categoryCount: 1, contestLength: 0)
    }
  }
}
