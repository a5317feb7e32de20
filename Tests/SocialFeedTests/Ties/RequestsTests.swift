import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct RequestsTests {
  private let ann = member(0)
  private let bob = member(1)
  private let cyd = member(2)

  // MARK: Follow requests

  @Test func `a private account approves or denies requests to follow`() throws {
    var community = Community(members: 3)
    try community.setPrivate(true, for: bob, now: 0)
    try expectEqual(community.follow(ann, bob, now: 1), .requested)
    try expectEqual(community.follow(bob, ann, now: 1), .following)
    #expect(community.hasRequestedToFollow(ann, bob) && !community.isFollowing(ann, bob))
    #expect(throws: TieError.alreadyAskedToFollow(ann, bob)) {
      try community.follow(ann, bob, now: 2)
    }
    #expect(throws: TieError.notFollowing(ann, bob)) { try community.unfollow(ann, bob) }
    try community.approveFollow(of: ann, by: bob, now: 3)
    #expect(community.isFollowing(ann, bob) && !community.hasRequestedToFollow(ann, bob))
    #expect(throws: TieError.alreadyFollowing(ann, bob)) { try community.follow(ann, bob, now: 4) }

    try community.follow(cyd, bob, now: 5)
    try community.denyFollow(of: cyd, by: bob)
    #expect(throws: TieError.notAskedToFollow(cyd, bob)) {
      try community.approveFollow(of: cyd, by: bob, now: 7)
    }
    try community.follow(cyd, bob, now: 8)
    try community.withdrawFollow(of: cyd, to: bob)
    #expect(throws: TieError.notAskedToFollow(cyd, bob)) {
      try community.withdrawFollow(of: cyd, to: bob)
    }
    #expect(community.followerCount(of: bob) == 1 && community.followCount == 2)
  }

  @Test func `followers stay when an account goes private, and requests are follows when public`()
    throws
  {
    var community = Community(members: 4)
    try community.follow(ann, bob, now: 0)
    try community.setPrivate(true, for: bob, now: 1)
    try community.follow(member(3), bob, now: 2)
    try community.follow(cyd, bob, now: 3)
    #expect(community.isFollowing(ann, bob) && community.followerCount(of: bob) == 1)
    try expectEqual(community.followRequests(to: bob).members, [cyd, member(3)])
    try community.setPrivate(true, for: bob, now: 4)
    try community.setPrivate(false, for: bob, now: 5)
    try expectEqual(community.followers(of: bob, for: nil).members, [cyd, member(3), ann])
    #expect(try community.followRequests(to: bob).members.isEmpty && !community.isPrivate(bob))
  }

  @Test func `the status has both directions, and a follower can be removed`() throws {
    var community = Community(members: 2)
    expectEqual(community.followStatus(of: bob, for: ann), .none)
    try community.follow(ann, bob, now: 0)
    expectEqual(community.followStatus(of: bob, for: ann), .following)
    expectEqual(community.followStatus(of: ann, for: bob), .followedBy)
    try community.follow(bob, ann, now: 0)
    expectEqual(community.followStatus(of: bob, for: ann), .mutual)
    try community.removeFollower(ann, of: bob)
    expectEqual(community.followStatus(of: bob, for: ann), .followedBy)
    #expect(throws: TieError.notFollowing(ann, bob)) {
      try community.removeFollower(ann, of: bob)
    }
  }

  // MARK: Friend requests

  @Test func `a friend request goes through its states, and each is the same from both sides`()
    throws
  {
    var community = Community(members: 3)
    func states() -> [FriendshipState] {
      [community.friendshipState(ann, bob), community.friendshipState(bob, ann)]
    }
    expectEqual(states(), [.none, .none])
    try expectEqual(community.requestFriendship(from: ann, to: bob, now: 0), .pending)
    expectEqual(states(), [.pending(from: ann), .pending(from: ann)])
    try expectEqual(community.friendRequests(to: bob).members, [ann])
    #expect(throws: TieError.alreadyAskedForFriendship(ann, bob)) {
      try community.requestFriendship(from: ann, to: bob, now: 1)
    }
    #expect(throws: TieError.notAskedForFriendship(bob, ann)) {
      try community.approveFriendship(from: bob, by: ann, now: 1)
    }
    try community.rejectFriendship(from: ann, by: bob)
    expectEqual(states(), [.rejected, .rejected])
    #expect(throws: TieError.notAskedForFriendship(ann, bob)) {
      try community.approveFriendship(from: ann, by: bob, now: 3)
    }
    try community.requestFriendship(from: bob, to: ann, now: 4)
    expectEqual(states(), [.pending(from: bob), .pending(from: bob)])
    try community.withdrawFriendship(from: bob, to: ann)
    expectEqual(states(), [.none, .none])
    try community.requestFriendship(from: bob, to: ann, now: 6)
    try community.approveFriendship(from: bob, by: ann, now: 7)
    #expect(states() == [.friends, .friends] && community.pairsOfFriends == 1)
    #expect(throws: TieError.alreadyFriends(ann, bob)) {
      try community.requestFriendship(from: ann, to: bob, now: 8)
    }
    try community.unfriend(ann, bob)
    expectEqual(states(), [.none, .none])
  }

  @Test(arguments: [
    (FriendshipState.none, #"{"state":"none"}"#),
    (.pending(from: member(3)), #"{"from":3,"state":"pending"}"#),
    (.rejected, #"{"state":"rejected"}"#), (.friends, #"{"state":"approved"}"#),
  ])
  func `a state of friendship is a word, and comes back from JSON`(
    state: FriendshipState, json: String
  ) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    try expectEqual(String(decoding: encoder.encode(state), as: UTF8.self), json)
    try expectEqual(JSONDecoder().decode(FriendshipState.self, from: Data(json.utf8)), state)
  }

  @Test(arguments: [
    #"{"state":"friends"}"#, #"{"state":"pending"}"#, #"{"state":"pending","from":-1}"#, "{}",
  ])
  func `what is no state of friendship is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FriendshipState.self, from: Data(json.utf8))
    }
  }

  @Test func `a member has requests as long as one of either kind waits`() throws {
    var community = Community(members: 4)
    try community.setPrivate(true, for: cyd, now: 0)
    func asked() -> [MemberID] { (0..<4).map(member).filter { community.hasRequests(to: $0) } }
    expectEqual(asked(), [])
    try community.requestFriendship(from: ann, to: cyd, now: 1)
    try community.follow(bob, cyd, now: 2)
    try community.requestFriendship(from: cyd, to: bob, now: 3)
    expectEqual(asked(), [bob, cyd])
    try community.rejectFriendship(from: ann, by: cyd)
    try community.withdrawFriendship(from: cyd, to: bob)
    expectEqual(asked(), [cyd])
    try community.approveFollow(of: bob, by: cyd, now: 6)
    expectEqual(asked(), [])
    try community.follow(ann, cyd, now: 7)
    expectEqual(asked(), [cyd])
    try community.setPrivate(false, for: cyd, now: 8)
    #expect(asked() == [] && community.isFollowing(ann, cyd))
  }

  @Test func `a request the other way round approves, and an imported friendship settles`() throws {
    var community = Community(members: 3)
    try community.requestFriendship(from: ann, to: bob, now: 0)
    try expectEqual(community.requestFriendship(from: bob, to: ann, now: 1), .friends)
    #expect(try community.isFriend(ann, bob) && community.friendRequests(to: bob).members.isEmpty)
    try community.requestFriendship(from: cyd, to: ann, now: 2)
    try community.befriend(ann, cyd, now: 3)
    #expect(try community.friendRequests(to: ann).members.isEmpty)
    expectEqual(community.friendshipState(ann, cyd), .friends)
  }

  @Test func `requests to oneself and to nobody are refused`() throws {
    var community = Community(members: 2)
    #expect(throws: TieError.oneself(ann)) {
      try community.requestFriendship(from: ann, to: ann, now: 0)
    }
    #expect(throws: TieError.unknownMember(cyd)) {
      try community.requestFriendship(from: ann, to: cyd, now: 0)
    }
    #expect(throws: TieError.unknownMember(cyd)) { try community.block(cyd, ann) }
    #expect(throws: TieError.oneself(ann)) { try community.block(ann, ann) }
  }

  // MARK: Blocks

  @Test func `a block ends every tie and request, and stands against new ones both ways`() throws {
    var community = Community(members: 3)
    try community.follow(ann, bob, now: 0)
    try community.befriend(ann, bob, now: 0)
    try community.setPrivate(true, for: ann, now: 0)
    try community.follow(bob, ann, now: 0)
    try community.block(bob, ann)
    #expect(community.followCount == 0 && community.pairsOfFriends == 0)
    #expect(!community.hasRequestedToFollow(bob, ann))
    #expect(community.isBlocked(ann, bob) && community.isBlocked(bob, ann))
    #expect(community.hasBlocked(bob, ann) && !community.hasBlocked(ann, bob))
    #expect(try !community.isBlocked(ann, cyd) && community.blocked(by: bob).members == [ann])
    #expect(throws: TieError.blocked(ann, bob)) { try community.follow(ann, bob, now: 2) }
    #expect(throws: TieError.blocked(bob, ann)) { try community.befriend(bob, ann, now: 2) }
    #expect(throws: TieError.blocked(bob, ann)) {
      try community.requestFriendship(from: bob, to: ann, now: 2)
    }
    #expect(throws: TieError.alreadyBlocked(bob, ann)) { try community.block(bob, ann) }
    #expect(throws: TieError.notBlocked(ann, bob)) { try community.unblock(ann, bob) }
    try community.block(ann, bob)
    try community.unblock(bob, ann)
    #expect(community.isBlocked(ann, bob))
    try community.unblock(ann, bob)
    #expect(!community.isBlocked(ann, bob) && !community.isFriend(ann, bob))
    try expectEqual(community.follow(ann, bob, now: 6), .following)
  }

  @Test func `a block forgets a pending friend request and a rejection`() throws {
    var community = Community(members: 3)
    try community.requestFriendship(from: ann, to: bob, now: 0)
    try community.requestFriendship(from: cyd, to: ann, now: 0)
    try community.rejectFriendship(from: cyd, by: ann)
    for other in [bob, cyd] {
      try community.block(other, ann)
      try community.unblock(other, ann)
      expectEqual(community.friendshipState(ann, other), .none)
    }
    #expect(try community.friendRequests(to: bob).members.isEmpty)
  }
}
