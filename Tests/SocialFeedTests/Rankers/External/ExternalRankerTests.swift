import SocialFeed
import TestSupport
import Testing

@Suite struct ExternalRankerTests {
  private typealias Row = ScoreTable.Row

  private func community(posts count: Int = 6) throws -> Community {
    var community = Community(members: 4)
    for number in 0..<count {
      try community.publish(author: member(3), category: category(0), now: Double(number))
    }
    return community
  }

  private func table(_ rows: [Row], missing: Double? = nil) -> ScoreTable {
    try! ScoreTable(rows, missing: missing, source: "test", digest: "test")
  }

  private func order(
    _ ranker: any Ranker, for viewer: Int = 0, in community: borrowing Community
  ) -> [PostID] {
    community.walk(FeedRequest(member(viewer), .home, now: 10, pageSize: 2), by: ranker)
  }

  @Test func `posts are in the order of their scores, the newer first of equals`() throws {
    let scores = [0.5, -3, 0.5, 7, 0, -3]
    let rows = scores.enumerated().map { Row(post: PostID($0.offset), score: $0.element) }
    // 7 of post 3, then 0.5 of 2 and 0, then 0 of 4, and −3 of 5 and 1.
    expectEqual(order(ExternalRanker(table(rows)), in: try community()), posts(3, 2, 0, 4, 5, 1))
  }

  @Test func `a post without a score has that of what is missing, or is behind all others`() throws
  {
    let community = try community()
    let rows = [Row(post: PostID(0), score: 1), Row(post: PostID(1), score: -1)]
    expectEqual(order(ExternalRanker(table(rows)), in: community), posts(0, 1, 5, 4, 3, 2))
    let filled = ExternalRanker(table(rows, missing: 0))
    expectEqual(order(filled, in: community), posts(0, 5, 4, 3, 2, 1))
    expectEqual(order(ExternalRanker(table([])), in: community), posts(5, 4, 3, 2, 1, 0))
  }

  @Test func `a viewer has scores of its own where the table has viewers`() throws {
    let community = try community()
    let rows = [
      Row(viewer: member(0), post: PostID(1), score: 2),
      Row(viewer: member(1), post: PostID(2), score: 2),
    ]
    let ranker = ExternalRanker(table(rows, missing: 0))
    expectEqual(order(ranker, for: 0, in: community), posts(1, 5, 4, 3, 2, 0))
    expectEqual(order(ranker, for: 1, in: community), posts(2, 5, 4, 3, 1, 0))
    expectEqual(order(ranker, for: 2, in: community), posts(5, 4, 3, 2, 1, 0))
  }

  @Test func `a world has scores of its own where the table has worlds`() throws {
    let community = try community()
    let scores = table(
      [Row(world: 0, post: PostID(1), score: 2), Row(world: 7, post: PostID(2), score: 2)],
      missing: 0)
    let settings = RankerSettings(ExternalRanker.descriptor, scores: scores)
    expectEqual(order(settings.makeRanker(), in: community), posts(1, 5, 4, 3, 2, 0))
    expectEqual(order(settings.makeRanker(world: 7), in: community), posts(2, 5, 4, 3, 1, 0))
    expectEqual(order(settings.makeRanker(world: 8), in: community), posts(5, 4, 3, 2, 1, 0))
    // A ranker around it is made for the world, too.
    let around = RankerSettings(SeenDiscountRanker.descriptor, of: settings)
    expectEqual(order(around.makeRanker(world: 7), in: community), posts(2, 5, 4, 3, 1, 0))
  }

  @Test func `random scores give the order of sorting`() throws {
    let community = try community(posts: 50)
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var scores: [PostID: Double] = [:]
      for post in (0..<50).shuffled(using: &generator).prefix(30) {
        scores[PostID(post)] = Double(Int.random(in: -4...4, using: &generator))
      }
      let rows = scores.keys.sorted().shuffled(using: &generator).map {
        Row(post: $0, score: scores[$0]!)
      }
      let expected = (0..<50).map { PostID($0) }.sorted {
        (scores[$0] ?? -0.5, $0) > (scores[$1] ?? -0.5, $1)
      }
      let found = order(ExternalRanker(table(rows, missing: -0.5)), in: community)
      expectEqual(found, expected, "seed \(seed)")
    }
  }

  @Test func `scores of posts and members that no world had are counted`() {
    func usage(_ rows: [Row], _ worlds: [(number: Int, members: Int, posts: Int)]) -> [Int] {
      let usage = table(rows).usage(
        in: worlds.map { .init(number: $0.number, members: $0.members, posts: $0.posts) })
      return [usage.scores, usage.unused] + usage.worldsWithout
    }
    // Post 3 is in world 1 alone, and nobody has post 4.
    let all = [4, 0, 3].map { Row(post: PostID($0), score: 1) }
    expectEqual(usage(all, [(0, 2, 3), (1, 2, 4)]), [3, 1])
    expectEqual(usage(all, [(0, 2, 3)]), [3, 2])
    // Members 0 and 1 are there, 2 is not; each row counts once.
    let viewers = [(0, 0), (1, 2), (1, 3), (2, 0), (2, 3)].map {
      Row(viewer: member($0.0), post: PostID($0.1), score: 1)
    }
    expectEqual(usage(viewers, [(0, 2, 3), (0, 2, 3)]), [5, 3])
    // World 5 is not simulated, worlds 1 and 3 have no scores, and post 2 is not in world 0.
    let worlds = [(5, 9), (0, 1), (0, 2), (2, 2)].map {
      Row(world: $0.0, post: PostID($0.1), score: 1)
    }
    expectEqual(usage(worlds, [(3, 9, 9), (0, 9, 2), (2, 9, 3), (1, 9, 9)]), [3, 1, 1, 3])
  }

  @Test func `tables are equal by their content and by what is missing`() throws {
    let one = table([Row(post: PostID(0), score: 1)])
    try expectEqual(one, ScoreTable([], source: "elsewhere", digest: "test"))
    #expect(try one != ScoreTable([], source: "test", digest: "other"))
    #expect(one != table([], missing: 0))
    let settings = [one, table([], missing: 0)].map {
      RankerSettings(ExternalRanker.descriptor, scores: $0)
    }
    #expect(settings[0] != settings[1])
  }

  @Test func `scores that are no table are errors with sentences`() {
    func refusal(_ rows: [Row], missing: Double? = nil) -> String? {
      do throws(ScoreTableError) {
        _ = try ScoreTable(rows, missing: missing, source: "test", digest: "test")
        return nil
      } catch {
        return "\(error)"
      }
    }
    let row = Row(post: PostID(1), score: 1)
    expectEqual(refusal([row], missing: 0), nil)
    expectEqual(
      refusal([row], missing: .nan), "the score of what is missing is nan, which is not finite")
    expectEqual(
      refusal([row, Row(post: PostID(2), score: -.infinity)]),
      "post 2 has the score -inf, which is not finite")
    for other in [
      Row(world: 0, post: PostID(2), score: 1), Row(viewer: member(0), post: PostID(2), score: 1),
    ] {
      expectEqual(
        refusal([row, other]),
        "either all rows have a world or none, and either all have a viewer or none; that of"
          + " post 2 differs from the first")
    }
    expectEqual(refusal([row, row]), "post 1 has two scores for one world and viewer")
  }
}
