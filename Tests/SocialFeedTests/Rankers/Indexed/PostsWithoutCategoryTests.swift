import SocialFeed
import TestSupport
import Testing

/// Posts without a category in the order by affinity.
@Suite struct PostsWithoutCategoryTests {
  private func home(_ community: Community) -> [PostID] {
    community.walk(
      FeedRequest(member(0), .home, now: 20, pageSize: 4), by: AffinityRanker())
  }

  @Test func `posts without a category stand among those of no preferred category`() throws {
    var community = Community(members: 2)
    for (number, kind) in [0, nil, 1, nil, 0, 2].enumerated() {
      try community.publish(
        author: member(1), category: kind.map { category($0) }, now: Double(number))
    }
    expectEqual(home(community), posts(5, 4, 3, 2, 1, 0))
    // Category 0 has 3; what is done with post 3 changes nothing.
    try community.like(PostID(0), by: member(0), now: 10)
    try community.save(PostID(3), by: member(0), now: 10)
    expectEqual(home(community), posts(4, 0, 5, 3, 2, 1))
    try community.delete(PostID(3), by: member(1), now: 11)
    expectEqual(home(community), posts(4, 0, 5, 2, 1))
  }

  @Test func `beside 64 categories there are posts without one`() throws {
    var community = Community(members: 2, categoryCount: 64)
    for number in 0..<64 {
      try community.publish(author: member(1), category: category(number), now: 0)
      try community.publish(author: member(1), now: 0)
    }
    let newest = (0..<128).reversed().map { PostID($0) }
    expectEqual(home(community), newest)
    for post in newest { try community.view(post, by: member(0), now: 10) }
    // Each category has 1, so that they stand by number, and behind them the rest.
    let preferred = (0..<64).map { PostID(2 * $0) }
    expectEqual(home(community), preferred + newest.filter { $0.index % 2 == 1 })
  }
}
