import SocialFeed
import TestSupport
import Testing

@Suite struct DiversityRankerTests {
  /// Posts by authors and in categories, in order of time, seen by member 0.
  private func community(_ posts: [(author: Int, category: Int?)]) throws -> Community {
    var community = Community(members: 10)
    for (number, post) in posts.enumerated() {
      try community.publish(
        author: member(post.author), category: post.category.map { category($0) },
        now: Double(number))
    }
    return community
  }

  @Test(arguments: 1...5)
  func `unlike posts come next to each other`(pageSize: Int) throws {
    // Newest first 3, 2, 1, 0 with rank scores 1, 0.75, 0.5, 0.25 in a window of 4.
    let town = try community([(4, 2), (3, 1), (1, 0), (1, 0)])
    let request = FeedRequest(member(0), .home, now: 10, pageSize: pageSize)
    func order(_ lambda: Double, _ category: Double = 0.5, _ author: Double = 0.5) -> [PostID] {
      town.walk(
        request,
        by: DiversityRanker(
          of: RecencyRanker(), lambda: lambda, window: 4, category: category, author: author))
    }
    // After 3, post 2 has the same author and category: 0.5 · 0.75 − 0.5 · 1 is below
    // 0.5 · 0.5 and 0.5 · 0.25.
    expectEqual(order(0.5), posts(3, 1, 0, 2))
    expectEqual(order(1), posts(3, 2, 1, 0))
    // At 0.8: 0.6 − 0.2 = 0.4 for post 2 ties with 0.4 for post 1 up to rounding; 0.85 is clear.
    expectEqual(order(0.85), posts(3, 2, 1, 0))
    // The same author alone: 0.5 · 0.75 − 0.5 · 0.5 = 0.125 ties with post 0 and is before it.
    expectEqual(order(0.5, 0), posts(3, 1, 2, 0))
  }

  @Test func `two posts without a category are not alike`() throws {
    // By four authors, newest first 3, 2, 1, 0. After 3, which has none, post 2 keeps 0.5 · 0.75; were
    // it like post 3, 0.375 − 0.5 · 0.5 would be below 0.5 · 0.5 for post 1.
    let town = try community([(1, 0), (2, 0), (3, nil), (4, nil)])
    let ranker = DiversityRanker(of: RecencyRanker(), lambda: 0.5, window: 4)
    let request = FeedRequest(member(0), .home, now: 10)
    expectEqual(town.walk(request, by: ranker), posts(3, 2, 1, 0))
  }

  @Test func `every choice is the best that looking at all pairs finds`() throws {
    var generator = SeededGenerator(seed: 1)
    for round in 0..<100 {
      let count = Int.random(in: 0..<25, using: &generator)
      let town = try community(
        (0..<count).map { _ in
          (
            Int.random(in: 1..<5, using: &generator),
            [nil, 0, 1, 2, 3].randomElement(using: &generator)!
          )
        })
      let (window, lambda) = ([3, 8, 30][round % 3], generator.unit())
      let ranker = DiversityRanker(
        of: RecencyRanker(), lambda: lambda, window: window, category: 0.75, author: 0.5)
      let request = FeedRequest(
        member(0), .home, now: 100, pageSize: [1, 4, 20].randomElement(using: &generator)!)
      var expected: [PostID] = []
      var rest = (0..<count).reversed().map { PostID($0) }
      while !rest.isEmpty {
        expected += greedy(Array(rest.prefix(window)), lambda: lambda, window: window, in: town)
        rest = Array(rest.dropFirst(window))
      }
      expectEqual(town.walk(request, by: ranker), expected)
    }
  }

  private func greedy(
    _ window: [PostID], lambda: Double, window size: Int, in town: Community
  ) -> [PostID] {
    var chosen: [PostID] = []
    func value(_ position: Int) -> Double {
      let post = window[position]
      let similarities = chosen.map { other in
        let isAlike = town.category(of: post).map { $0 == town.category(of: other) } ?? false
        return (isAlike ? 0.75 : 0)
          + (town.author(of: other) == town.author(of: post) ? 0.5 : 0)
      }
      return lambda * (1 - Double(position) / Double(size))
        - (1 - lambda) * (similarities.max() ?? 0)
    }
    while chosen.count < window.count {
      let positions = window.indices.filter { !chosen.contains(window[$0]) }
      var best = positions[0]
      for position in positions where value(position) > value(best) { best = position }
      chosen.append(window[best])
    }
    return chosen
  }

  @Test func `in a contest one's own entries stay first`() throws {
    var town = try community([(1, 0), (2, 0), (0, 0), (1, 0), (0, 0), (3, 1)])
    town.rotateContests(now: 6)
    for number in 0..<6 {
      try town.enter(PostID(number), by: town.author(of: PostID(number))!, now: 7)
    }
    for pageSize in 1...7 {
      let request = FeedRequest(member(0), .contest, now: 8, pageSize: pageSize)
      let ranker = DiversityRanker(of: RecencyRanker(), lambda: 0.1)
      let order = town.walk(request, by: ranker)
      #expect(Array(order.prefix(2)) == posts(4, 2) && order.count == 6 && Set(order).count == 6)
    }
  }

  @Test func `what has no sense is a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = DiversityRanker(of: RecencyRanker(), lambda: 1.1)
    }
    await #expect(processExitsWith: .failure) {
      _ = DiversityRanker(of: RecencyRanker(), window: 0)
    }
    await #expect(processExitsWith: .failure) {
      _ = DiversityRanker(of: RecencyRanker(), author: -1)
    }
  }
}
