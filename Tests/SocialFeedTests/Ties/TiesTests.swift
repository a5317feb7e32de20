import SocialFeed
import TestSupport
import Testing

@Suite struct TiesTests {
  @Test func `a follow changes both sides and both counts`() throws {
    var community = Community(members: 3)
    try community.follow(member(0), member(1), now: 0)
    try community.follow(member(2), member(1), now: 0)
    #expect(community.isFollowing(member(0), member(1)))
    #expect(!community.isFollowing(member(1), member(0)))
    expectEqual(community.followerCount(of: member(1)), 2)
    #expect(community.followingCount(of: member(0)) == 1 && community.followCount == 2)
    try community.unfollow(member(0), member(1))
    #expect(!community.isFollowing(member(0), member(1)))
    expectEqual(community.followerCount(of: member(1)), 1)
    #expect(community.followingCount(of: member(0)) == 0 && community.followCount == 1)
  }

  @Test func `lists keep the order of following and of befriending`() throws {
    var community = Community(members: 7)
    for other in [4, 2, 6, 1, 5] {
      try community.follow(member(0), member(other), now: 0)
      try community.befriend(member(other), member(0), now: 0)
    }
    try community.unfollow(member(0), member(6))
    try community.unfriend(member(0), member(4))
    let followees = (0..<4).map { community.followee(of: member(0), at: $0)!.index }
    let friends = (0..<4).map { community.friend(of: member(0), at: $0)!.index }
    #expect(followees == [4, 2, 1, 5] && friends == [2, 6, 1, 5])
  }

  @Test func `a friendship is one of both`() throws {
    var community = Community(members: 2)
    try community.befriend(member(1), member(0), now: 0)
    #expect(community.isFriend(member(0), member(1)) && community.isFriend(member(1), member(0)))
    expectEqual(community.pairsOfFriends, 1)
    try community.unfriend(member(0), member(1))
    #expect(!community.isFriend(member(1), member(0)) && community.pairsOfFriends == 0)
    expectEqual(community.friendCount(of: member(0)), 0)
  }

  @Test func `what makes no sense is refused and changes nothing`() throws {
    var community = Community(members: 3)
    try community.follow(member(0), member(1), now: 0)
    try community.befriend(member(0), member(1), now: 0)
    typealias Call = (inout Community) throws(TieError) -> Void
    let refusals: [(TieError, Call)] = [
      (
        .unknownMember(member(3)),
        { c throws(TieError) in try c.follow(member(3), member(0), now: 0) }
      ),
      (
        .unknownMember(member(9)),
        { c throws(TieError) in try c.befriend(member(0), member(9), now: 0) }
      ),
      (.oneself(member(2)), { c throws(TieError) in try c.follow(member(2), member(2), now: 0) }),
      (.oneself(member(2)), { c throws(TieError) in try c.unfriend(member(2), member(2)) }),
      (
        .alreadyFollowing(member(0), member(1)),
        { c throws(TieError) in try c.follow(member(0), member(1), now: 0) }
      ),
      (
        .notFollowing(member(1), member(0)),
        { c throws(TieError) in try c.unfollow(member(1), member(0)) }
      ),
      (
        .alreadyFriends(member(1), member(0)),
        { c throws(TieError) in try c.befriend(member(1), member(0), now: 0) }
      ),
      (
        .notFriends(member(1), member(2)),
        { c throws(TieError) in try c.unfriend(member(1), member(2)) }
      ),
    ]
    for (error, call) in refusals {
      #expect(throws: error) { try call(&community) }
      #expect(community.followCount == 1 && community.pairsOfFriends == 1)
    }
  }

  @Test(arguments: [
    (TieError.unknownMember(member(7)), "there is no member 7"),
    (.oneself(member(7)), "member 7 cannot have a tie to oneself"),
    (.alreadyFollowing(member(1), member(2)), "member 1 already follows 2"),
    (.notFollowing(member(1), member(2)), "member 1 does not follow 2"),
    (.alreadyFriends(member(1), member(2)), "members 1 and 2 are already friends"),
    (.notFriends(member(1), member(2)), "members 1 and 2 are not friends"),
    (.blocked(member(1), member(2)), "a block stands between members 1 and 2"),
    (.alreadyAskedToFollow(member(1), member(2)), "member 1 has already asked to follow 2"),
    (.notAskedToFollow(member(1), member(2)), "member 1 has not asked to follow 2"),
    (
      .alreadyAskedForFriendship(member(1), member(2)),
      "member 1 has already asked 2 for friendship"
    ),
    (.notAskedForFriendship(member(1), member(2)), "member 1 has not asked 2 for friendship"),
    (.alreadyBlocked(member(1), member(2)), "member 1 has already blocked 2"),
    (.notBlocked(member(1), member(2)), "member 1 has not blocked 2"),
  ])
  func `an error says what is wrong`(error: TieError, message: String) {
    expectEqual("\(error)", message)
  }
}
