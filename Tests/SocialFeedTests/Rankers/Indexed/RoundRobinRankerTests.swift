import SocialFeed
import TestSupport
import Testing

@Suite struct RoundRobinRankerTests {
  /// Posts by member 1 in these categories, in order of time; those below 0 for the author alone.
  private func community(_ categories: [Int?]) throws -> Community {
    var community = Community(members: 2)
    for (number, kind) in categories.enumerated() {
      try community.publish(
        author: member(1), category: kind.map { category(abs($0)) },
        privacy: kind ?? 0 < 0 ? .onlyMe : .everyone, now: Double(number))
    }
    return community
  }

  private func order(_ categories: [Int?], pageSize: Int) throws -> [PostID] {
    let request = FeedRequest(member(0), .home, now: 100, pageSize: pageSize)
    return try community(categories).walk(request, by: RoundRobinRanker())
  }

  @Test(arguments: 1...8)
  func `one post of each category in turn, newest first`(pageSize: Int) throws {
    // Category 1: posts 6, 3, 2, 0; category 2: 5, 1; category 3: 4. In turn 1, 2, 3, 1, 2, 1, 1.
    try expectEqual(order([1, 2, 1, 1, 3, 2, 1], pageSize: pageSize), posts(6, 5, 4, 3, 1, 2, 0))
    // Category 2: post 2; category 1: posts 1, 0. In turn 2, 1, 1.
    try expectEqual(order([1, 1, 2], pageSize: pageSize), posts(2, 1, 0))
    try expectEqual(order([], pageSize: pageSize), [])
    try expectEqual(order([2, 2, 2], pageSize: pageSize), posts(2, 1, 0))
  }

  @Test(arguments: 1...5)
  func `posts that the viewer may not see are passed over, and do not order categories`(
    pageSize: Int
  ) throws {
    // Category 1: 2, 0; category 2: 1, and 4 which is hidden.
    try expectEqual(order([1, 2, 1, -3, -2], pageSize: pageSize), posts(2, 1, 0))
  }

  @Test(arguments: 1...8)
  func `posts without a category have no turn and stand behind all others, newest first`(
    pageSize: Int
  ) throws {
    // Category 1: posts 4, 0; category 2: post 2. In turn 1, 2, 1, and then 5, 3, 1.
    let categories = [1, nil, 2, nil, 1, nil]
    try expectEqual(order(categories, pageSize: pageSize), posts(4, 2, 0, 5, 3, 1))
    try expectEqual(order([nil, nil, nil], pageSize: pageSize), posts(2, 1, 0))
    let request = FeedRequest(member(0), .home, now: 100)
    let columns = try RoundRobinRanker().columns(
      of: posts(4, 2, 0, 5), for: request, from: community(categories))
    expectEqual(columns[0].values, [1, 1, 2, nil])
  }

  @Test func `a cursor between posts without a category travels, and new ones stay out`() throws {
    var community = try community([1, nil, nil, nil])
    var request = FeedRequest(member(0), .home, now: 100, pageSize: 2)
    let first = community.page(request, by: RoundRobinRanker())
    expectEqual(first.posts, posts(0, 3))
    try community.publish(author: member(1), now: 101)
    try community.delete(PostID(2), by: member(1), now: 101)
    request.cursor = try FeedCursor(text: try #require(first.next?.text))
    let second = community.page(request, by: RoundRobinRanker())
    #expect(second.posts == posts(1) && second.next == nil)
  }
}
