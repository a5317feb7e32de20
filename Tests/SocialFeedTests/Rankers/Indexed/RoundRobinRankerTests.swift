import SocialFeed
import Testing

@Suite struct RoundRobinRankerTests {
  /// Posts by member 1 in these categories, in order of time; those below 0 for the author alone.
  private func order(_ categories: [Int], pageSize: Int) throws -> [PostID] {
    var community = Community(members: 2)
    for (number, kind) in categories.enumerated() {
      try community.publish(
        author: member(1), category: category(abs(kind)), privacy: kind < 0 ? .onlyMe : .everyone,
        now: Double(number))
    }
    let request = FeedRequest(member(0), .home, now: 100, pageSize: pageSize)
    return community.walk(request, by: RoundRobinRanker())
  }

  @Test(arguments: 1...8)
  func `one post of each category in turn, newest first`(pageSize: Int) throws {
    // Category 1: posts 6, 3, 2, 0; category 2: 5, 1; category 3: 4. In turn 1, 2, 3, 1, 2, 1, 1.
    #expect(try order([1, 2, 1, 1, 3, 2, 1], pageSize: pageSize) == posts(6, 5, 4, 3, 1, 2, 0))
    // Category 2: post 2; category 1: posts 1, 0. In turn 2, 1, 1.
    #expect(try order([1, 1, 2], pageSize: pageSize) == posts(2, 1, 0))
    #expect(try order([], pageSize: pageSize) == [])
    #expect(try order([2, 2, 2], pageSize: pageSize) == posts(2, 1, 0))
  }

  @Test(arguments: 1...5)
  func `posts that the viewer may not see are passed over, and do not order categories`(
    pageSize: Int
  ) throws {
    // Category 1: 2, 0; category 2: 1, and 4 which is hidden.
    #expect(try order([1, 2, 1, -3, -2], pageSize: pageSize) == posts(2, 1, 0))
  }
}
