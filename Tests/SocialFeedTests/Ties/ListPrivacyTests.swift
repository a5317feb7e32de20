import SocialFeed
import TestSupport
import Testing

@Suite struct ListPrivacyTests {
  /// Member 0 has a private account, 1 follows it, 2 is a friend, 3 is neither, and 4 is blocked.
  private static func community() throws -> Community {
    var community = Community(members: 5)
    try community.follow(member(1), member(0), now: 0)
    try community.befriend(member(2), member(0), now: 0)
    try community.setPrivate(true, for: member(0), now: 0)
    try community.block(member(0), member(4))
    try community.addPet(owner: member(0), name: "Mo", type: "cat")
    try community.inviteGuardian(member(1), of: PetID(0), by: member(0), now: 1)
    try community.approveGuardianship(of: PetID(0), by: member(1), now: 2)
    return community
  }

  @Test(arguments: [0, 1, 2])
  func `owner, followers and friends read the lists of a private account`(viewer: Int) throws {
    let community = try Self.community()
    try expectEqual(community.followers(of: member(0), for: member(viewer)).members, [member(1)])
    try expectEqual(community.following(of: member(0), for: member(viewer)).members, [])
    try expectEqual(community.friends(of: member(0), for: member(viewer)).members, [member(2)])
    try expectEqual(community.pets(of: member(0), for: member(viewer)), [PetID(0)])
    try expectEqual(community.guardians(of: PetID(0), for: member(viewer)), [member(1)])
  }

  @Test(arguments: [member(3), member(4), nil])
  func `nobody else reads them, and a block is not shown`(viewer: MemberID?) throws {
    let community = try Self.community()
    let refused = ListError.notAllowed(member(0))
    #expect(throws: refused) { try community.followers(of: member(0), for: viewer) }
    #expect(throws: refused) { try community.following(of: member(0), for: viewer) }
    #expect(throws: refused) { try community.friends(of: member(0), for: viewer) }
    #expect(throws: refused) { try community.pets(of: member(0), for: viewer) }
    #expect(throws: refused) { try community.guardians(of: PetID(0), for: viewer) }
    // The guardian's account is public, the pet's owner's is not.
    try expectEqual(community.pets(of: member(1), for: viewer), [])
    expectEqual("\(refused)", "the lists of member 0 are private")
  }

  @Test func `guardians see the pets of accounts whose lists are not for them`() throws {
    var community = try Self.community()
    try community.unfollow(member(1), member(0))
    try expectEqual(community.pets(of: member(1), for: member(1)), [PetID(0)])
  }

  @Test func `lists of public accounts are for everybody but across a block`() throws {
    var community = try Self.community()
    try community.setPrivate(false, for: member(0), now: 3)
    try expectEqual(community.followers(of: member(0), for: nil).members, [member(1)])
    try expectEqual(community.followers(of: member(0), for: member(4)).members, [])
    try expectEqual(community.pets(of: member(0), for: member(4)), [])
    try expectEqual(community.guardians(of: PetID(0), for: member(4)), [])
    try expectEqual(community.pets(of: member(1), for: member(4)), [])
    try expectEqual(community.pets(of: member(1), for: member(3)), [PetID(0)])
    #expect(throws: ListError.unknownPet(PetID(1))) {
      try community.guardians(of: PetID(1), for: nil)
    }
    expectEqual("\(ListError.unknownPet(PetID(1)))", "there is no pet 1")
  }

  @Test func `requests that were sent are listed, newest first`() throws {
    var community = try Self.community()
    try community.requestFriendship(from: member(3), to: member(1), now: 1)
    try community.requestFriendship(from: member(3), to: member(2), now: 2)
    try community.follow(member(3), member(0), now: 3)
    try expectEqual(community.friendRequests(from: member(3)).members, [member(2), member(1)])
    try expectEqual(community.followRequests(from: member(3)).members, [member(0)])
    try community.rejectFriendship(from: member(3), by: member(2))
    try community.setPrivate(false, for: member(0), now: 4)
    try expectEqual(community.friendRequests(from: member(3)).members, [member(1)])
    try expectEqual(community.followRequests(from: member(3)).members, [])
  }

  @Test(arguments: [
    ("jose\u{301}", "josé", true), ("José", "JOSE\u{301}", true), ("jose", "josé", false),
    ("Straße", "STRASSE", true), ("ΟΔΟΣ", "οδος", true), ("Ann", "nn", true), ("ann", "ana", false),
    ("a\u{30A}b", "åB", true), ("👩‍👩‍👧", "👩", false),
  ])
  func `a filter compares letters, whatever their spelling`(
    name: String, word: String, isFound: Bool
  ) throws {
    var community = Community(members: 1)
    let other = try community.join(username: "x", displayName: name, now: 0)
    try community.follow(other, member(0), now: 0)
    let found = try community.followers(of: member(0), for: nil, matching: word)
    expectEqual((found.members == [other]), isFound)
  }
}
