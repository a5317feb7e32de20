import SocialFeed
import TestSupport
import Testing

@Suite struct MembersTests {
  @Test func `members are numbered in the order of joining`() throws {
    var community = Community(categoryCount: 1)
    expectEqual(community.memberCount, 0)
    try expectEqual(community.join(group: 3, now: -5), member(0))
    try expectEqual(community.join(now: 10), member(1))
    expectEqual(community.memberCount, 2)
    #expect(community.joinedAt(member(0)) == -5 && community.joinedAt(member(1)) == 10)
    #expect(community.group(of: member(0)) == 3 && community.group(of: member(1)) == 0)
  }

  @Test func `a new member has no ties, posts or affinities`() {
    let community = Community(members: 2)
    expectEqual(community.followerCount(of: member(1)), 0)
    expectEqual(community.followingCount(of: member(1)), 0)
    expectEqual(community.friendCount(of: member(1)), 0)
    expectEqual(community.affinity(of: member(1), for: category(3), at: 100), 0)
  }
}
