import PortableMath
import SocialFeed
import TestSupport
import Testing

/// Rankers by a score, with values worked by hand.
@Suite struct ScoredRankersTests {
  /// Posts by member 1 at some hours with so many likes, seen by member 0 at an hour.
  private func order(
    _ ranker: any Ranker, hours: [Double], likes: [Int], at now: Double
  ) throws -> [PostID] {
    var community = Community(members: 130)
    for hour in hours {
      try community.publish(author: member(1), category: category(0), now: hour * 3600)
    }
    for (post, count) in likes.enumerated() {
      for reader in 0..<count { try community.like(PostID(post), by: member(reader), now: 0) }
    }
    return community.walk(FeedRequest(member(0), .home, now: now * 3600, pageSize: 3), by: ranker)
  }

  @Test func `popularity: most likes first, among equals the newest`() throws {
    try expectEqual(
      order(PopularityRanker(), hours: [0, 1, 2, 3, 4], likes: [2, 0, 5, 2, 0], at: 5),
      posts(2, 3, 0, 4, 1))
  }

  @Test func `hot: ten times the likes stand against 12.5 hours`() throws {
    // log₁₀ 100 − 25 / 12.5 = 0; log₁₀ 10 − 12.5 / 12.5 = 0; log₁₀ 1 − 0 = 0: the newest first.
    try expectEqual(
      order(HotRanker(), hours: [0, 12.5, 25], likes: [100, 10, 1], at: 25), posts(2, 1, 0))
    // One like more lifts the oldest above: log₁₀ 101 > 2. No like counts as one.
    try expectEqual(
      order(HotRanker(), hours: [0, 12.5, 25], likes: [101, 10, 0], at: 25), posts(0, 2, 1))
  }

  @Test func `gravity: the divisors at 1, 6 and 24 hours are 7.2, 42.2 and 352`() throws {
    let ranker = GravityRanker()
    // 3^1.8, 8^1.8 and 26^1.8.
    #expect(abs(ranker.divisor(ageHours: 1) - 7.2247) < 1e-4)
    #expect(abs(ranker.divisor(ageHours: 6) - 42.2243) < 1e-4)
    #expect(abs(ranker.divisor(ageHours: 24) - 352.35) < 5e-2)
    for age in [0, 1, 6, 24, 1000.5] {
      let expected = Portable.pow(age + 2, 1.8)
      #expect(abs(ranker.divisor(ageHours: age) / expected - 1) < 1e-14)
    }
    // 49 / 352.35 = 0.1391 is above 1 / 7.2247 = 0.1384, and 48 / 352.35 = 0.1362 below.
    try expectEqual(order(ranker, hours: [0, 23], likes: [49, 1], at: 24), posts(0, 1))
    try expectEqual(order(ranker, hours: [0, 23], likes: [48, 1], at: 24), posts(1, 0))
  }

  @Test func `trending: engagement counts half after a day`() throws {
    // Likes of 3 each: 4 · 3 · ½ = 6 at one day, 2 · 3 = 6 now: the newer; then 1 · 3.
    try expectEqual(
      order(TrendingRanker(), hours: [0, 24, 24], likes: [4, 1, 2], at: 24), posts(2, 0, 1))
    // Half as long a half-life: 3 for the oldest.
    try expectEqual(
      order(TrendingRanker(halfLife: 43_200), hours: [0, 24, 24], likes: [4, 1, 2], at: 24),
      posts(2, 1, 0))
  }

  @Test func `trending: each kind of engagement has its weight`() throws {
    var community = Community(members: 3)
    community.rotateContests(now: 0)
    for _ in 0..<5 { try community.publish(author: member(1), category: category(0), now: 0) }
    try community.view(PostID(0), by: member(2), now: 0)
    try community.like(PostID(1), by: member(2), now: 0)
    try community.comment("hm", on: PostID(2), by: member(2), now: 0)
    try community.save(PostID(3), by: member(2), now: 0)
    try community.enter(PostID(4), by: member(1), now: 0)
    try community.vote(for: PostID(4), by: member(2), now: 0)
    let request = FeedRequest(member(0), .home, now: 0)
    // 1, 3, 4, 5 and 3.
    expectEqual(community.walk(request, by: TrendingRanker()), posts(3, 2, 4, 1, 0))
    let votes = TrendingRanker(view: 5, like: 1, comment: 2, save: 3, vote: 4)
    expectEqual(community.walk(request, by: votes), posts(0, 4, 3, 2, 1))
  }

  @Test func `blended affinity: share, recency and likes in one sum`() throws {
    var community = Community(members: 3)
    for number in 0..<3 {
      try community.publish(
        author: member(1), category: category(number), now: Double(number) * 86_400)
    }
    try community.like(PostID(0), by: member(0), now: 172_800)
    let request = FeedRequest(member(0), .home, now: 172_800)
    // Affinity 1 · 1 + ¼ (recency) + ¼ · log 2 (likes) = 1.42 for post 0, ½ for 1, 1 for 2.
    expectEqual(community.walk(request, by: BlendedAffinityRanker()), posts(0, 2, 1))
    // Without affinity 0.42 is behind ½.
    expectEqual(community.walk(request, by: BlendedAffinityRanker(affinity: 0)), posts(2, 1, 0))
    expectEqual(
      community.walk(
        request, by: BlendedAffinityRanker(affinity: 0, recency: 0)), posts(0, 2, 1))
  }

  @Test func `linear: a weighted sum, which reads the features that count`() throws {
    var weights = Array(repeating: 0.0, count: RankerFeature.allCases.count)
    weights[Int(RankerFeature.likes.rawValue)] = 1
    weights[Int(RankerFeature.ageHours.rawValue)] = -2
    let ranker = LinearRanker(weights: weights)
    expectEqual(ranker.features, [.likes, .ageHours])
    // 5 − 2 · 3 = −1, 2 − 2 · 1 = 0, 0 − 0.
    try expectEqual(order(ranker, hours: [0, 2, 3], likes: [5, 2, 0], at: 3), posts(2, 1, 0))
    let made = RankerSettings(LinearRanker.descriptor, ["votes": 2, "pool": 30])
    let linear = try #require(made.makeRanker() as? LinearRanker)
    expectEqual(
      linear.features,
      [
        .ageHours, .likes, .comments, .isFriend, .isFollowee, .affinityShare, .votes,
      ])
    expectEqual(linear.pool, 30)
  }

  /// At hour 12 the entries were submitted 2 and 6 hours ago, their posts published 12 and 7 hours ago.
  @Test func `in a contest the ages are those of entries, elsewhere those of posts`() throws {
    var community = Community(members: 2)
    community.rotateContests(now: 0)
    try community.publish(author: member(1), category: category(0), now: 0)
    try community.publish(author: member(1), category: category(0), now: 5 * 3600)
    try community.enter(PostID(1), by: member(1), now: 6 * 3600)
    try community.enter(PostID(0), by: member(1), now: 10 * 3600)
    var weights = Array(repeating: 0.0, count: RankerFeature.allCases.count)
    weights[Int(RankerFeature.ageHours.rawValue)] = -1
    let youngest = LinearRanker(weights: weights)
    func order(_ surface: Surface) -> [PostID] {
      community.walk(FeedRequest(member(0), surface, now: 12 * 3600), by: youngest)
    }
    expectEqual(order(.contest), posts(0, 1))
    expectEqual(order(.home), posts(1, 0))
  }

  @Test func `linear gives what the same formula gives`() throws {
    let ground = try FormulaGround(posts: 300)
    let terms = RankerFeature.allCases.map { feature in
      "\(RankerSettings(LinearRanker.descriptor)[feature.name]!) * \(feature.name)"
    }
    let expected = try ground.scores(terms.joined(separator: " + "))
    let ranker = RankerSettings(LinearRanker.descriptor).makeRanker() as! LinearRanker
    var scores = [Double](repeating: .nan, count: 300)
    var span = scores.mutableSpan
    ranker.score(ground.candidates(ranker.features), into: &span)
    for (one, other) in zip(scores, expected) { #expect(abs(one - other) < 1e-12) }
  }

  // MARK: The pool

  @Test func `the newest posts that belong are scored, older ones follow by age`() throws {
    var community = Community(members: 130)
    for number in 0..<8 {
      try community.publish(
        author: member(number % 2), category: category(0), now: Double(number))
    }
    for (post, count) in [(7, 1), (5, 3), (3, 2), (1, 9)] {
      for reader in 0..<count { try community.like(PostID(post), by: member(reader), now: 8) }
    }
    // Member 0 sees the posts 1, 3, 5 and 7 of member 1 in the home feed.
    for pageSize in 1...5 {
      let request = FeedRequest(member(0), .home, now: 8, pageSize: pageSize)
      expectEqual(community.walk(request, by: PopularityRanker(pool: 2)), posts(5, 7, 3, 1))
      expectEqual(community.walk(request, by: PopularityRanker(pool: 3)), posts(5, 3, 7, 1))
      expectEqual(community.walk(request, by: PopularityRanker(pool: 4)), posts(1, 5, 3, 7))
    }
  }

  @Test func `a pool stays that of the first page when posts of it vanish from sight`() throws {
    var community = Community(members: 3)
    try community.befriend(member(0), member(2), now: 0)
    for number in 0..<6 {
      try community.publish(
        author: member(number == 4 ? 2 : 1), category: category(0),
        privacy: number == 4 ? .friendsOnly : .everyone, now: Double(number))
    }
    try community.like(PostID(2), by: member(1), now: 6)
    var request = FeedRequest(member(0), .home, now: 6, pageSize: 1)
    let ranker = PopularityRanker(pool: 3)
    var page = community.page(request, by: ranker)
    // Of 5, 4 and 3 without likes; 2 has one, but is not among the newest three.
    expectEqual(page.posts, posts(5))
    try community.unfriend(member(0), member(2))
    request.cursor = page.next
    var rest: [PostID] = []
    while request.cursor != nil {
      page = community.page(request, by: ranker)
      rest += page.posts
      request.cursor = page.next
    }
    expectEqual(rest, posts(3, 2, 1, 0))
  }

  @Test func `a contest's feed scores every entry, whatever the pool`() throws {
    var community = Community(members: 5)
    community.rotateContests(now: 0)
    for number in 0..<4 {
      try community.publish(author: member(1), category: category(0), now: Double(number))
      try community.enter(PostID(number), by: member(1), now: Double(number))
    }
    try community.like(PostID(0), by: member(2), now: 4)
    let request = FeedRequest(member(0), .contest, now: 5, pageSize: 2)
    expectEqual(community.walk(request, by: PopularityRanker(pool: 1)), posts(0, 3, 2, 1))
  }

  // MARK: Values without sense

  @Test func `what is not finite or negative is a programming error`() async {
    await #expect(processExitsWith: .failure) { _ = TrendingRanker(view: -1) }
    await #expect(processExitsWith: .failure) { _ = TrendingRanker(halfLife: 0) }
    await #expect(processExitsWith: .failure) { _ = HotRanker(decade: 0) }
    await #expect(processExitsWith: .failure) { _ = GravityRanker(gravity: -1) }
    await #expect(processExitsWith: .failure) { _ = GravityRanker(offset: 0) }
    await #expect(processExitsWith: .failure) { _ = BlendedAffinityRanker(recency: .infinity) }
    await #expect(processExitsWith: .failure) { _ = BlendedAffinityRanker(recencyHalfLife: -1) }
    await #expect(processExitsWith: .failure) { _ = LinearRanker(weights: [1]) }
  }
}
