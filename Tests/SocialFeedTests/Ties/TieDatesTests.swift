import SocialFeed
import TestSupport
import Testing

@Suite struct TieDatesTests {
  @Test func `follows and friendships have the dates at which they began`() throws {
    var community = Community(members: 5)
    try community.follow(member(0), member(1), now: 10)
    try community.follow(member(0), member(2), now: 20)
    try community.follow(member(0), member(3), now: 30)
    try community.requestFriendship(from: member(0), to: member(1), now: 40)
    try community.approveFriendship(from: member(0), by: member(1), now: 50)
    try community.unfollow(member(0), member(1))
    expectEqual(community.followDate(member(0), member(1)), nil)
    expectEqual(community.followDate(member(0), member(2)), 20)
    expectEqual(community.followDate(member(0), member(3)), 30)
    expectEqual(community.followDate(member(2), member(0)), nil)
    expectEqual(community.friendshipDate(member(0), member(1)), 50)
    expectEqual(community.friendshipDate(member(1), member(0)), 50)
    try community.follow(member(0), member(1), now: 60)
    expectEqual(community.followDate(member(0), member(1)), 60)
    try community.block(member(1), member(0))
    expectEqual(community.followDate(member(0), member(1)), nil)
    expectEqual(community.friendshipDate(member(0), member(1)), nil)
  }

  @Test func `an approved follow begins with the approval`() throws {
    var community = Community(members: 3)
    try community.setPrivate(true, for: member(0), now: 0)
    try community.follow(member(1), member(0), now: 1)
    try community.follow(member(2), member(0), now: 2)
    try community.approveFollow(of: member(1), by: member(0), now: 5)
    try community.setPrivate(false, for: member(0), now: 9)
    expectEqual(community.followDate(member(1), member(0)), 5)
    expectEqual(community.followDate(member(2), member(0)), 9)
  }

  @Test func `a host that does not need them keeps none`() throws {
    var community = Community(categoryCount: 1, keepsTieDates: false)
    let (one, other) = (try community.join(now: 0), try community.join(now: 0))
    try community.follow(one, other, now: 1)
    try community.befriend(one, other, now: 1)
    #expect(community.isFollowing(one, other) && community.followDate(one, other) == nil)
    expectEqual(community.friendshipDate(one, other), nil)
    try community.unfollow(one, other)
    try community.unfriend(one, other)
  }
}
