import SocialFeed
import TestSupport
import Testing

@Suite struct SuggestionsTests {
  @Test func `contacts are counted once, and those known are left out`() throws {
    var community = Community(members: 9)
    // 1 is friend and followee of 0; both lead to 2. 3, a followee, leads to 2 and 4.
    try community.befriend(member(0), member(1), now: 0)
    try community.follow(member(0), member(1), now: 0)
    try community.befriend(member(1), member(2), now: 0)
    try community.follow(member(1), member(2), now: 0)
    try community.follow(member(0), member(3), now: 0)
    for other in [2, 4, 5, 6, 7, 0] { try community.follow(member(3), member(other), now: 0) }
    // 5 follows 0 already, 6 is asked, 7 is blocked.
    try community.follow(member(5), member(0), now: 0)
    try community.requestFriendship(from: member(0), to: member(6), now: 0)
    try community.block(member(7), member(0))
    let found = try community.suggestions(for: member(0))
    #expect(
      found.map(\.member) == [member(2), member(4)] && found.map(\.sharedContacts) == [2, 1])
    try expectEqual(community.suggestions(for: member(0), limit: 1).map(\.member), [member(2)])
    #expect(try community.suggestions(for: member(8)).isEmpty)
  }

  @Test func `suggestions agree with counting`() {
    var suggested = 0
    forEachSeed(120) { seed, generator in
      var community = Community(members: Int.random(in: 1...40, using: &generator))
      let members = (0..<community.memberCount).map { member($0) }
      for _ in 0..<4 * members.count {
        let (one, other) = (
          members.randomElement(using: &generator)!, members.randomElement(using: &generator)!
        )
        switch Int.random(in: 0..<12, using: &generator) {
        case 0..<5: _ = try? community.follow(one, other, now: 0)
        case 5..<9: try? community.befriend(one, other, now: 0)
        case 9: _ = try? community.requestFriendship(from: one, to: other, now: 0)
        case 10: try? community.setPrivate(true, for: one, now: 0)
        default: try? community.block(one, other)
        }
      }
      let viewer = members.randomElement(using: &generator)!
      let expected = members.filter { isUnknown($0, to: viewer, in: community) }.map { other in
        let shared = members.count { contact in
          community.isFriend(viewer, contact) && community.isFriend(contact, other)
            || community.isFollowing(viewer, contact) && community.isFollowing(contact, other)
        }
        return (other, shared)
      }.filter { $0.1 > 0 }.sorted { ($1.1, $0.0) < ($0.1, $1.0) }
      let found = try community.suggestions(for: viewer, limit: 100)
      try agree(found.map(\.member), expected.map(\.0), "seed \(seed)")
      try agree(found.map(\.sharedContacts), expected.map(\.1), "seed \(seed)")
      suggested += found.count
    }
    #expect(suggested > 20)
  }

  private func isUnknown(_ other: MemberID, to viewer: MemberID, in community: Community) -> Bool {
    other != viewer && !community.isBlocked(viewer, other)
      && community.followStatus(of: other, for: viewer) == .none
      && [.none, .rejected].contains(community.friendshipState(viewer, other))
      && !community.hasRequestedToFollow(viewer, other)
      && !community.hasRequestedToFollow(other, viewer)
  }
}
