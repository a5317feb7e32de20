import SocialFeed
import TestSupport
import Testing

@Suite struct AffinityRankerTests {
  @Test func `every page is the one that sorting gives, in thousands of random states`() {
    var (pages, skipped, refreshes) = (0, 0, 0)
    forEachSeed(4_000) { seed, generator in
      var state = RandomState(using: &generator)
      try state.grow(using: &generator)
      for _ in 0..<3 {
        let compared = try state.twins.compareRefresh(
          state.plan(seed, using: &generator), using: &generator)
        pages += compared
        refreshes += 1
        if compared == 0 { skipped += 1 }
      }
    }
    // Rounding decides an order but rarely, or the comparison would say nothing.
    #expect(20 * skipped < refreshes, "\(skipped) of \(refreshes) refreshes skipped")
    #expect(pages > 2 * refreshes)
  }

  /// A community of any size, number of categories, half-life and pace.
  private struct RandomState {
    var twins: Twins
    var habits = Habits()
    private let halfLife: Double
    private let size: Int

    init(using generator: inout SeededGenerator) {
      let any = Int.random(in: 1...64, using: &generator)
      let categories = [1, 2, 3, 12, 64, any].randomElement(using: &generator)!
      halfLife = [60, 3600, 86_400, 604_800].randomElement(using: &generator)!
      let rule = [
        AffinityRule(halfLife: halfLife),
        AffinityRule(view: 1, like: 1, comment: 1, save: 1, halfLife: halfLife),
        AffinityRule(view: 0.3, like: 0.1, comment: 100, save: 7.7, halfLife: halfLife),
      ].randomElement(using: &generator)!
      twins = Twins(categoryCount: categories, rule: rule)
      size = [0, 1, 3, 10, 30, 30, 60, 250].randomElement(using: &generator)!
      // In half-lives; the last pace goes beyond the 512 after which landmarks move.
      let pace = [
        [0, 0, 0.001], [0, 0, 0.1, 1], [0, 0, 0, 0, 3, 40], [0, 0, 0, 0, 0, 200, 700],
      ]
      .randomElement(using: &generator)!
      habits.steps = pace.map { $0 * halfLife }
      habits.mostMembers = Int.random(in: 1...8, using: &generator)
      habits.weights[.publish] = [1, 10].randomElement(using: &generator)!
      habits.weights[.rotate] = 0
    }

    mutating func grow(using generator: inout SeededGenerator) throws {
      for _ in 0..<habits.mostMembers { try twins.make(.join(group: 0)) }
      var calls = 0
      while twins.slow.posts.count < size && calls < 3 * size {
        try twins.makeRandomCall(habits, using: &generator)
        calls += 1
      }
    }

    func plan(_ seed: UInt64, using generator: inout SeededGenerator) -> RefreshPlan {
      let known = twins.slow.allMembers.randomElement(using: &generator)
      let isKnown = generator.unit() < 0.9
      let threshold = [0, 0, 0.05, 1, 3, 50].randomElement(using: &generator)!
      let sizes = twins.slow.posts.count > 60 ? [20] : [1, 2, 20]
      return RefreshPlan(
        viewer: isKnown ? known : nil, surface: .home,
        ranker: AffinityRanker(threshold: threshold), order: .affinity(threshold: threshold),
        pageSize: sizes.randomElement(using: &generator)!, noise: CountingNoise(seed: seed),
        arrivals: [0, 4].randomElement(using: &generator)!, habits: habits)
    }
  }

  // MARK: By hand

  /// Six posts by member 1 in categories 0, 1, 2, 0, 1, 2, a second apart.
  private func sixPosts(rule: AffinityRule = AffinityRule()) throws -> Community {
    var community = Community(members: 2, rule: rule)
    for number in 0..<6 {
      try community.publish(
        author: member(1), category: category(number % 3), now: Double(number))
    }
    return community
  }

  private func home(
    _ community: Community, now: Double, threshold: Double = AffinityRanker.defaultThreshold
  ) -> [PostID] {
    community.walk(
      FeedRequest(member(0), .home, now: now, pageSize: 4),
      by: AffinityRanker(threshold: threshold))
  }

  @Test func `without affinities the newest come first`() throws {
    expectEqual(home(try sixPosts(), now: 10), posts(5, 4, 3, 2, 1, 0))
  }

  @Test func `an interaction changes the very next page`() throws {
    var community = try sixPosts()
    try community.like(PostID(0), by: member(0), now: 10)
    // Category 0 has 3, the others nothing.
    expectEqual(home(community, now: 10), posts(3, 0, 5, 4, 2, 1))
    try community.save(PostID(1), by: member(0), now: 10)
    // Category 1 has 5.
    expectEqual(home(community, now: 10), posts(4, 1, 3, 0, 5, 2))
    try community.unsave(PostID(1), by: member(0), now: 11)
    expectEqual(home(community, now: 11), posts(3, 0, 5, 4, 2, 1))
    try community.unlike(PostID(0), by: member(0), now: 11)
    expectEqual(home(community, now: 11), posts(5, 4, 3, 2, 1, 0))
  }

  @Test func `an affinity at the threshold is none, and one above it is`() throws {
    var community = try sixPosts(rule: AffinityRule(halfLife: 100))
    try community.view(PostID(0), by: member(0), now: 10)
    // 1 · 2^(−100 ÷ 100) = 0.5 at 110, less a second later.
    expectEqual(home(community, now: 110, threshold: 0.5), posts(5, 4, 3, 2, 1, 0))
    expectEqual(home(community, now: 109, threshold: 0.5), posts(3, 0, 5, 4, 2, 1))
  }

  @Test func `categories of one affinity stand by number`() throws {
    var community = try sixPosts()
    try community.like(PostID(2), by: member(0), now: 10)
    try community.like(PostID(1), by: member(0), now: 10)
    expectEqual(home(community, now: 20), posts(4, 1, 5, 2, 3, 0))
  }

  @Test func `one's own posts and those of others' privacy are not in the feed`() throws {
    var community = try sixPosts()
    try community.publish(author: member(0), category: category(0), now: 6)
    try community.publish(
      author: member(1), category: category(0), privacy: .friendsOnly, now: 7)
    try community.like(PostID(0), by: member(0), now: 10)
    expectEqual(home(community, now: 10), posts(3, 0, 5, 4, 2, 1))
    try community.befriend(member(0), member(1), now: 0)
    expectEqual(home(community, now: 10), posts(7, 3, 0, 5, 4, 2, 1))
  }

  @Test func `what was all taken back leaves nothing, not even a rest of rounding`() throws {
    // (3x + 5y + 3z) − 5y − 3x − 3z is above 0 in floating point for most times x, y, z.
    forEachSeed(200) { _, generator in
      var community = try sixPosts(rule: AffinityRule(halfLife: 100))
      let times = [0.0, 0, 0].map { _ in 10 + 3000 * generator.unit() }.sorted()
      try community.like(PostID(0), by: member(0), now: times[0])
      try community.save(PostID(0), by: member(0), now: times[1])
      try community.like(PostID(3), by: member(0), now: times[2])
      try community.unsave(PostID(0), by: member(0), now: 4000)
      try community.unlike(PostID(0), by: member(0), now: 4000)
      try community.unlike(PostID(3), by: member(0), now: 4000)
      try agree(community.affinity(of: member(0), for: category(0), at: 4000), 0, "affinity")
      try agree(home(community, now: 4000, threshold: 0), posts(5, 4, 3, 2, 1, 0), "home")
    }
  }

  @Test func `a viewer who was away for thousands of half-lives is served`() throws {
    var community = try sixPosts(rule: AffinityRule(halfLife: 60))
    try community.like(PostID(0), by: member(0), now: 10)
    // 3 · 2⁻⁵⁰⁰⁰ is below every threshold but 0, for which there is yet a preference.
    expectEqual(home(community, now: 300_000, threshold: 0.05), posts(5, 4, 3, 2, 1, 0))
    expectEqual(home(community, now: 300_000, threshold: 0), posts(3, 0, 5, 4, 2, 1))
  }

  @Test func `by default a single view counts after 60 days, and a taken back like at no time`()
    throws
  {
    let day = 86_400.0
    var community = try sixPosts()
    try community.view(PostID(0), by: member(0), now: 10)
    try community.like(PostID(1), by: member(0), now: 10)
    // 3 · 2^(−60 ÷ 7) = 0.0079 of category 1, a third of it of category 0: both below 0.05.
    expectEqual(home(community, now: 10 + 60 * day), posts(4, 1, 3, 0, 5, 2))
    expectEqual(home(community, now: 10 + 60 * day, threshold: 0.05), posts(5, 4, 3, 2, 1, 0))
    try community.unlike(PostID(1), by: member(0), now: 10 + 60 * day)
    expectEqual(community.affinity(of: member(0), for: category(1), at: 10 + 60 * day), 0)
    expectEqual(home(community, now: 10 + 60 * day), posts(3, 0, 5, 4, 2, 1))
  }

  @Test func `a threshold of 0.05 forgets a view after 30 days and a like after 41`() throws {
    let day = 86_400.0
    var community = try sixPosts()
    try community.view(PostID(0), by: member(0), now: 0)
    try community.like(PostID(1), by: member(0), now: 0)
    // 2^(−30 ÷ 7) = 0.0513 and 2^(−31 ÷ 7) = 0.0464; 3 · 2^(−41 ÷ 7) = 0.0518 and 0.0469 a day later.
    for (days, order) in [
      (30.0, posts(4, 1, 3, 0, 5, 2)), (31, posts(4, 1, 5, 3, 2, 0)),
      (41, posts(4, 1, 5, 3, 2, 0)), (42, posts(5, 4, 3, 2, 1, 0)),
    ] {
      expectEqual(home(community, now: days * day, threshold: 0.05), order, "after \(days) days")
    }
  }

  @Test func `what is learnt thousands of half-lives later makes nothing forgotten`() throws {
    var community = try sixPosts(rule: AffinityRule(halfLife: 60))
    try community.view(PostID(0), by: member(0), now: 10)
    // 2⁻⁵⁰⁰⁰ of the view is below every number that there is, and stays the least of them.
    try community.like(PostID(1), by: member(0), now: 300_000)
    expectEqual(home(community, now: 300_000), posts(4, 1, 3, 0, 5, 2))
    // A like of the same category, in whose sum it is lost, leaves it when it is taken back.
    try community.like(PostID(3), by: member(0), now: 300_001)
    try community.unlike(PostID(3), by: member(0), now: 300_002)
    expectEqual(home(community, now: 300_002), posts(4, 1, 3, 0, 5, 2))
    try community.unlike(PostID(1), by: member(0), now: 300_003)
    expectEqual(home(community, now: 300_003), posts(3, 0, 5, 4, 2, 1))
  }

  @Test func `an interaction of weight 0 is no preference, whatever is taken back beside it`()
    throws
  {
    var community = try sixPosts(rule: AffinityRule(view: 0, like: 0.1, save: 0.3))
    try community.view(PostID(0), by: member(0), now: 10)
    expectEqual(home(community, now: 10), posts(5, 4, 3, 2, 1, 0))
    try community.like(PostID(0), by: member(0), now: 11)
    try community.save(PostID(0), by: member(0), now: 12)
    expectEqual(home(community, now: 12), posts(3, 0, 5, 4, 2, 1))
    try community.unlike(PostID(0), by: member(0), now: 13)
    try community.unsave(PostID(0), by: member(0), now: 14)
    expectEqual(home(community, now: 14), posts(5, 4, 3, 2, 1, 0))
    let copy = try Community(snapshot: community.snapshot())
    expectEqual(copy.digest, community.digest)
  }

  @Test func `all 64 categories may be preferred, in any order`() {
    forEachSeed(20) { _, generator in
      var community = Community(members: 2, categoryCount: 64)
      for number in 0..<128 {
        try community.publish(
          author: member(1), category: category(number % 64), now: Double(number))
      }
      let order = (0..<64).shuffled(using: &generator)
      // Later interactions weigh more: the last of the order comes first.
      for (index, number) in order.enumerated() {
        try community.view(PostID(number), by: member(0), now: 1000 + 60 * Double(index))
      }
      let expected = order.reversed().flatMap { posts($0 + 64, $0) }
      try agree(home(community, now: 5000), expected, "home")
    }
  }

  @Test func `pages keep the order of categories that the refresh began with`() throws {
    var community = try sixPosts()
    try community.like(PostID(0), by: member(0), now: 10)
    var request = FeedRequest(member(0), .home, now: 10, pageSize: 2)
    let first = community.page(request, by: AffinityRanker())
    expectEqual(first.posts, posts(3, 0))
    try community.save(PostID(1), by: member(0), now: 11)
    try community.publish(author: member(1), category: category(2), now: 12)
    request.cursor = first.next
    request.now = 13
    let second = community.page(request, by: AffinityRanker())
    expectEqual(second.posts, posts(5, 4))
    // The next refresh has the new post and the new order.
    expectEqual(home(community, now: 14), posts(4, 1, 3, 0, 6, 5, 2))
  }

  @Test func `an anonymous viewer gets the newest first`() throws {
    let community = try sixPosts()
    let request = FeedRequest(nil, .home, now: 10)
    expectEqual(community.walk(request, by: AffinityRanker()), posts(5, 4, 3, 2, 1, 0))
  }

  @Test func `its settings give the community the rule to learn by`() {
    let settings = RankerSettings(AffinityRanker.descriptor, ["like": 2.5, "half-life": 3600])
    let rule = AffinityRule(view: 1, like: 2.5, comment: 4, save: 5, halfLife: 3600)
    expectEqual(settings.affinityRule, rule)
    expectEqual(RankerSettings(DiversityRanker.descriptor, of: settings).affinityRule, rule)
    expectEqual(RankerSettings(DiversityRanker.descriptor).affinityRule, nil)
    expectEqual(RankerSettings(RecencyRanker.descriptor).affinityRule, nil)
  }

  @Test func `a negative threshold is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = AffinityRanker(threshold: -1) }
    await #expect(processExitsWith: .failure) { _ = AffinityRanker(threshold: .nan) }
  }
}
