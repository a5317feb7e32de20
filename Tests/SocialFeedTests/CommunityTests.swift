import SocialFeed
import TestSupport
import Testing

@Suite struct CommunityTests {
  @Test func `room made ahead changes nothing`() throws {
    var roomy = Community(categoryCount: 2)
    roomy.reserveCapacity(members: 100, posts: 100)
    #expect(roomy.memberCount == 0 && roomy.postCount == 0)
    let author = try roomy.join(now: 1)
    try expectEqual(roomy.publish(author: author, category: CategoryID(1), now: 2), PostID(0))
  }

  @Test func `a copy goes its own way`() throws {
    var community = Community(categoryCount: 1)
    let (one, other) = (try community.join(now: 0), try community.join(now: 0))
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
