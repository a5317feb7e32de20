import SocialFeed
import TestSupport
import Testing

@Suite struct FriendsFirstRankerTests {
  /// Posts 0 to 5 by members 1, 2, 1, 3, 2 and 0; members 1 and 3 are friends of member 0.
  private func community() throws -> Community {
    var community = Community(members: 4)
    try community.befriend(member(3), member(0), now: 0)
    try community.befriend(member(0), member(1), now: 0)
    for (number, author) in [1, 2, 1, 3, 2, 0].enumerated() {
      try community.publish(author: member(author), category: category(0), now: Double(number))
    }
    return community
  }

  @Test func `friends' posts stand first, newest first, then all others`() throws {
    for pageSize in 1...7 {
      let home = FeedRequest(member(0), .home, now: 6, pageSize: pageSize)
      try expectEqual(community().walk(home, by: FriendsFirstRanker()), posts(3, 2, 0, 4, 1))
      let latest = FeedRequest(member(0), .latest, now: 6, pageSize: pageSize)
      try expectEqual(community().walk(latest, by: FriendsFirstRanker()), posts(3, 2, 0, 5, 4, 1))
      let loner = FeedRequest(member(2), .home, now: 6, pageSize: pageSize)
      try expectEqual(community().walk(loner, by: FriendsFirstRanker()), posts(5, 3, 2, 0))
    }
  }

  @Test func `who is a friend is settled at the first page`() throws {
    var community = try community()
    var request = FeedRequest(member(0), .home, now: 6, pageSize: 2)
    request.cursor = community.page(request, by: FriendsFirstRanker()).next
    try community.unfriend(member(0), member(1))
    try community.befriend(member(0), member(2), now: 0)
    expectEqual(community.walk(request, by: FriendsFirstRanker()), posts(0, 4, 1))
    request.cursor = nil
    expectEqual(community.walk(request, by: FriendsFirstRanker()), posts(4, 3, 1, 2, 0))
  }
}
