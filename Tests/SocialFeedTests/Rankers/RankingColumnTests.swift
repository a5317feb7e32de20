import PortableMath
import SocialFeed
import TestSupport
import Testing

/// The numbers by which posts stand where they do.
@Suite struct RankingColumnTests {
  /// Posts 0 to 3 by member 1 at hours 0 to 3, with 1, 0, 3 and 0 likes, in categories 0, 1, 0 and 1.
  private func community() throws -> Community {
    var community = Community(members: 5)
    for number in 0..<4 {
      try community.publish(
        author: member(1), category: category(number % 2), now: Double(number) * 3600)
    }
    for (post, likes) in [1, 0, 3, 0].enumerated() {
      for reader in 0..<likes { try community.like(PostID(post), by: member(2 + reader), now: 0) }
    }
    return community
  }

  /// The page and its columns.
  private func page(
    _ ranker: any Ranker, looks: [Int: Int] = [:], pageSize: Int = 10
  ) throws -> (posts: [PostID], columns: [RankingColumn]) {
    let community = try community()
    var request = FeedRequest(member(0), .home, now: 4 * 3600, pageSize: pageSize)
    request.history = LookMemory(own: looks, all: looks)
    let posts = community.page(request, by: ranker).posts
    return (posts, ranker.columns(of: posts, for: request, from: community))
  }

  @Test func `a score comes before the features that it reads`() throws {
    let formula = try FormulaRanker(ScoreFormula("2 * likes - age_hours"))
    let (order, columns) = try page(formula)
    // 2 · 3 − 2 = 4, 0 − 1 = −1, 2 · 1 − 4 = −2, 0 − 3 = −3.
    expectEqual(order, posts(2, 3, 0, 1))
    expectEqual(
      columns,
      [
        RankingColumn("score", [4, -1, -2, -3]),
        RankingColumn("age_hours", unit: "h", [2, 1, 4, 3]),
        RankingColumn("likes", [3, 0, 1, 0]),
      ])
  }

  @Test func `a rate is that of the score, of all candidates and not of the page`() throws {
    let formula = try FormulaRanker(ScoreFormula("likes_per_look"))
    let (order, columns) = try page(formula, looks: [0: 20, 3: 60], pageSize: 2)
    // 4 likes of 80 looks are m = 0.05, and 20 m is 1: 2 / 40, 1 / 20, 4 / 20 and 1 / 80.
    expectEqual(order, posts(2, 1))
    expectEqual(
      columns,
      [
        RankingColumn("score", [0.2, 0.05]), RankingColumn("likes_per_look", [0.2, 0.05]),
      ])
  }

  @Test func `a post behind the scored ones has no score`() throws {
    let (order, columns) = try page(PopularityRanker(pool: 2))
    // Posts 3 and 2 are scored; the others follow newest first.
    expectEqual(order, posts(2, 3, 1, 0))
    expectEqual(
      columns, [RankingColumn("score", [3, 0, nil, nil]), RankingColumn("likes", [3, 0, 0, 1])])
  }

  @Test func `orders from an index have their keys`() throws {
    let ages = RankingColumn("age_hours", unit: "h", [1, 2, 3, 4])
    try expectEqual(page(RecencyRanker()).columns, [ages])
    try expectEqual(
      page(FriendsFirstRanker()).columns, [RankingColumn("is_friend", [0, 0, 0, 0]), ages])
    // Categories 1, 0, 1, 0 in turn.
    try expectEqual(
      page(RoundRobinRanker()).columns, [RankingColumn("round", [1, 1, 2, 2]), ages])
    try expectEqual(page(RandomRanker()).columns, [])
  }

  @Test func `an order by affinity shows the affinity at the refresh`() throws {
    var community = try community()
    try community.like(PostID(1), by: member(0), now: 4 * 3600)
    let request = FeedRequest(member(0), .home, now: 4 * 3600, pageSize: 3)
    let order = community.page(request, by: AffinityRanker()).posts
    expectEqual(order, posts(3, 1, 2))
    let liked = community.affinity(of: member(0), for: category(1), at: 4 * 3600)!
    #expect(liked > 0)
    expectEqual(
      AffinityRanker().columns(of: order, for: request, from: community),
      [
        RankingColumn("affinity", [liked, liked, 0]),
        RankingColumn("age_hours", unit: "h", [1, 3, 2]),
      ])
  }

  @Test func `a changed order has its score, the rank score and the columns of the other order`()
    throws
  {
    let ranker = SeenDiscountRanker(of: PopularityRanker(), discount: 0.5, window: 4)
    let (order, columns) = try page(ranker, looks: [2: 2])
    // By likes 2, 0, 3, 1 with rank scores 1, 0.75, 0.5, 0.25; post 2 has 1 · 0.5² = 0.25 and stands above post 1.
    expectEqual(order, posts(0, 3, 2, 1))
    expectEqual(
      columns,
      [
        RankingColumn("score", [0.75, 0.5, 0.25, 0.25]),
        RankingColumn("rank_score", [0.75, 0.5, 1, 0.25]),
        RankingColumn("of.score", [1, 0, 3, 0]), RankingColumn("likes", [1, 0, 3, 0]),
        RankingColumn("times_seen", [0, 0, 2, 0]),
      ])
    // A change of a changed order.
    let twice = AuthorDiscountRanker(of: ranker, discount: 1, window: 4)
    try expectEqual(
      page(twice, looks: [2: 2]).columns.map(\.name),
      [
        "score", "rank_score", "of.score", "of.rank_score", "of.of.score", "likes", "times_seen",
      ])
  }

  @Test func `windows after the first begin anew`() throws {
    let (order, columns) = try page(
      AuthorDiscountRanker(of: RecencyRanker(), discount: 0.5, window: 2), pageSize: 3)
    // One author: 1 and 0.5 · 0.5 in the first window, 1 in the second.
    expectEqual(order, posts(3, 2, 1))
    expectEqual(
      columns,
      [
        RankingColumn("score", [1, 0.25, 1]), RankingColumn("rank_score", [1, 0.5, 1]),
        RankingColumn("age_hours", unit: "h", [1, 2, 3]),
      ])
  }

  @Test func `a contest's feed shows own entries first, and what of a score is noise`() throws {
    var community = try community()
    community.rotateContests(now: 0)
    for (post, author) in [(4, 1), (5, 0), (6, 2)] {
      try community.publish(author: member(author), category: category(0), now: 4 * 3600)
      try community.enter(PostID(post), by: member(author), now: 4 * 3600)
    }
    try community.vote(for: PostID(6), by: member(3), now: 4 * 3600)
    let request = FeedRequest(
      viewer: member(0), surface: .contest, now: 6 * 3600, pageSize: 3,
      noise: CountingNoise(seed: 1))
    let ranker = ContestScoreRanker(vote: 3, fresh: 10, decay: 1, noise: 0.5)
    let order = community.page(request, by: ranker).posts
    expectEqual(order, posts(5, 6, 4))
    let columns = ranker.columns(of: order, for: request, from: community)
    expectEqual(columns.map(\.name), ["score", "is_own", "votes", "age_hours", "noise"])
    expectEqual(columns[1].values, [1, 0, 0])
    expectEqual(columns[2].values, [0, 1, 0])
    expectEqual(columns[3].values, [2, 2, 2])
    for (index, base) in [8.0, 11, 8].enumerated() {
      let noise = try #require(columns[4].values[index])
      #expect(noise > 0 && noise < 0.5)
      expectEqual(columns[0].values[index], base + noise)
    }
  }

  @Test(arguments: RankerCatalogue.standard.descriptors.map(\.name))
  func `scores descend down a page, behind own entries, whatever the ranker`(name: String) throws {
    let descriptor = try #require(RankerCatalogue.standard[name])
    let ranker = try RankerSettings(ofAny: descriptor).makeRanker()
    forEachSeed(20) { seed, generator in
      var twins = Twins()
      for _ in 0..<120 { try twins.makeRandomCall(Habits(), using: &generator) }
      guard let viewer = twins.slow.allMembers.randomElement(using: &generator) else { return }
      for surface in descriptor.surfaces {
        var request = FeedRequest(
          viewer: viewer, surface: surface, now: twins.now, pageSize: 20,
          noise: CountingNoise(seed: seed))
        let latent = Constant()
        request.latent = latent
        let posts = twins.community.page(request, by: ranker).posts
        let columns = ranker.columns(of: posts, for: request, from: twins.community)
        // The compiler of Swift 6.3.1 ends at calls of expectEqual here.
        #expect(Set(columns.map(\.name)).count == columns.count, "\(name), seed \(seed)")
        #expect(columns.allSatisfy { $0.values.count == posts.count }, "\(name), seed \(seed)")
        guard let score = columns.first, score.name == RankingColumn.score else { continue }
        let isOwn = columns.first { $0.name == "is_own" }?.values
        let scored = posts.indices.filter { isOwn?[$0] != 1 }.compactMap { score.values[$0] }
        // A value of maximal marginal relevance falls with each post that was chosen before.
        #expect(scored == scored.sorted(by: >), "\(name) on \(surface), seed \(seed)")
      }
    }
  }

  private final class Constant: LatentRelevance {
    func relevance(of post: PostID, for viewer: MemberID, isFriend: Bool, now: Double) -> Double {
      Double(post.rawValue % 7) / 7
    }
  }
}
