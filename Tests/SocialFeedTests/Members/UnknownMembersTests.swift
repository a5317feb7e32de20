import SocialFeed
import TestSupport
import Testing

/// Identifiers come from outside.
@Suite struct UnknownMembersTests {
  /// One who never joined, one just beyond, the last that a number spells, and one who has left.
  private static let strangers = [3, 4, 1 << 28, Int(UInt32.max), 2].map { member($0) }

  private static func community() throws -> Community {
    var community = Community(members: 3)
    try community.follow(member(0), member(1), now: 0)
    try community.block(member(1), member(2))
    try community.deleteAccount(of: member(2))
    return community
  }

  @Test(arguments: strangers)
  func `a value of a member that there is not is nil`(stranger: MemberID) throws {
    let community = try Self.community()
    #expect(community.joinedAt(stranger) == nil && community.group(of: stranger) == nil)
    #expect(community.username(of: stranger) == nil && community.displayName(of: stranger) == nil)
    #expect(community.bio(of: stranger) == nil && community.picture(of: stranger) == nil)
    #expect(community.accountKind(of: stranger) == nil && community.profile(of: stranger) == nil)
    expectEqual(community.preferredSetting(of: stranger), nil)
    expectEqual(community.followerCount(of: stranger), nil)
    expectEqual(community.followingCount(of: stranger), nil)
    expectEqual(community.friendCount(of: stranger), nil)
    expectEqual(community.unreadNotificationCount(of: stranger), nil)
    for index in [Int.min, -1, 0, 1, Int.max] {
      expectEqual(community.followee(of: stranger, at: index), nil)
      expectEqual(community.follower(of: stranger, at: index), nil)
      expectEqual(community.friend(of: stranger, at: index), nil)
    }
  }

  @Test(arguments: strangers)
  func `a question about a member that there is not is answered no`(stranger: MemberID) throws {
    let community = try Self.community()
    #expect(!community.contains(stranger) && !community.isPrivate(stranger))
    #expect(!community.hasRequests(to: stranger))
    for other in [member(0), member(1), stranger] {
      for (one, two) in [(stranger, other), (other, stranger)] {
        #expect(!community.isFollowing(one, two) && !community.isFriend(one, two))
        #expect(!community.isBlocked(one, two) && !community.hasBlocked(one, two))
        #expect(!community.hasRequestedToFollow(one, two))
        expectEqual(community.followStatus(of: one, for: two), .none)
        expectEqual(community.friendshipState(one, two), .none)
        expectEqual(community.followDate(one, two), nil)
        expectEqual(community.friendshipDate(one, two), nil)
      }
    }
  }

  @Test(arguments: strangers)
  func `lists of and for a member that there is not say so`(stranger: MemberID) throws {
    let community = try Self.community()
    let unknown = ListError.unknownMember(stranger)
    #expect(throws: unknown) { try community.followers(of: stranger, for: nil) }
    #expect(throws: unknown) { try community.following(of: stranger, for: member(0)) }
    #expect(throws: unknown) { try community.friends(of: member(0), for: stranger) }
    #expect(throws: unknown) { try community.friendRequests(to: stranger) }
    #expect(throws: unknown) { try community.friendRequests(from: stranger) }
    #expect(throws: unknown) { try community.followRequests(to: stranger) }
    #expect(throws: unknown) { try community.followRequests(from: stranger) }
    #expect(throws: unknown) { try community.blocked(by: stranger) }
    #expect(throws: unknown) { try community.suggestions(for: stranger) }
    #expect(throws: unknown) { try community.searchMembers(prefix: "", for: stranger) }
    #expect(throws: unknown) { try community.pets(of: stranger, for: nil) }
    #expect(throws: unknown) { try community.pets(of: member(0), for: stranger) }
    #expect(throws: NotificationError.unknownMember(stranger)) {
      try community.notifications(of: stranger)
    }
    expectEqual("\(unknown)", "there is no member \(stranger)")
  }

  @Test(arguments: [0, -1, Int.min])
  func `a limit that is not above 0 is refused`(limit: Int) throws {
    let community = try Self.community()
    #expect(throws: ListError.limit(limit)) {
      try community.followers(of: member(0), for: nil, limit: limit)
    }
    #expect(throws: ListError.limit(limit)) {
      try community.blocked(by: member(0), limit: limit)
    }
    #expect(throws: NotificationError.limit(limit)) {
      try community.notifications(of: member(0), limit: limit)
    }
    expectEqual("\(ListError.limit(-1))", "a limit of -1 is too low")
    expectEqual("\(NotificationError.limit(-1))", "a limit of -1 is too low")
  }

  @Test func `a search and suggestions may be for none, and not for fewer`() throws {
    let community = try Self.community()
    try expectEqual(community.searchMembers(prefix: "m", for: nil, limit: 0), [])
    try expectEqual(community.suggestions(for: member(0), limit: 0), [])
    #expect(throws: ListError.limit(-1)) {
      try community.searchMembers(prefix: "m", for: nil, limit: -1)
    }
    #expect(throws: ListError.limit(-2)) { try community.suggestions(for: member(0), limit: -2) }
    try expectEqual(community.searchMembers(prefix: "m", for: nil, limit: .max).count, 2)
    try expectEqual(community.notifications(of: member(0), after: .min, limit: .max).next, nil)
  }
}
