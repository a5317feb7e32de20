import SocialFeed
import TestSupport
import Testing

@Suite struct AccountDeletionTests {
  /// Member 1 has a post, a pet with a post by its guardian 2, and has done everything to a post of
  /// 0's, which is in a contest.
  private static func community() throws -> Community {
    var community = Community(members: 2)
    try community.join(username: "cyd", displayName: "Cyd", isPrivate: true, now: 0)
    try community.join(username: "dee", now: 0)
    let (ann, bob) = (member(0), member(1))
    try community.befriend(ann, bob, now: 1)
    try community.follow(bob, ann, now: 1)
    try community.follow(ann, bob, now: 1)
    try community.follow(bob, member(2), now: 1)
    try community.requestFriendship(from: bob, to: member(3), now: 1)
    try community.block(bob, member(3))
    community.rotateContests(now: 2)
    let post = try community.publish(author: ann, category: category(0), now: 3)
    try community.enter(post, by: ann, now: 4)
    try community.vote(for: post, by: bob, now: 5)
    try community.vote(for: post, by: member(2), now: 5)
    try community.voteAsFriend(for: post, by: bob, now: 5)
    try community.like(post, by: bob, now: 6)
    try community.save(post, by: bob, now: 6)
    try community.comment("first", on: post, by: member(2), now: 6)
    try community.comment("mine", on: post, by: bob, now: 7)
    try community.comment("last", on: post, by: member(2), now: 8)
    let pet = try community.addPet(owner: bob, name: "Mo", type: "cat")
    try community.inviteGuardian(member(2), of: pet, by: bob, now: 9)
    try community.approveGuardianship(of: pet, by: member(2), now: 9)
    try community.publish(author: member(2), category: category(0), pet: pet, now: 10)
    try community.publish(author: bob, category: category(1), now: 11)
    return community
  }

  @Test func `all that hangs on an account goes with it, and counts stay true`() throws {
    var community = try Self.community()
    let (ann, bob, cyd) = (member(0), member(1), member(2))
    try community.deleteAccount(of: bob)
    #expect(community.memberCount == 4 && community.deletedMemberCount == 1)
    let post = try #require(community.post(PostID(0)))
    #expect(post.likes == 0 && post.saves == 0 && post.comments == 2 && post.friendVotes == 0)
    expectEqual(community.entry(of: PostID(0))?.votes, 1)
    try expectEqual(community.comments(on: PostID(0), for: ann).map(\.text), ["last", "first"])
    #expect(community.post(PostID(1)) == nil && community.post(PostID(2)) == nil)
    #expect(community.pet(PetID(0)) == nil && community.deletedPetCount == 1)
    try expectEqual(community.pets(of: cyd, for: cyd), [])
    #expect(community.followerCount(of: ann) == 0 && community.followingCount(of: ann) == 0)
    expectEqual(community.friendCount(of: ann), 0)
    #expect(community.followCount == 0 && community.pairsOfFriends == 0)
    #expect(!community.hasRequests(to: member(3)) && !community.hasRequests(to: cyd))
    try expectEqual(community.notifications(of: ann).notifications.map(\.sender), [cyd])
    expectEqual(community.unreadNotificationCount(of: ann), 1)
    expectEqual(community.unreadNotificationCount(of: cyd), 0)
  }

  @Test func `comments among others', at both ends and in a row, go with an account`() throws {
    var community = Community(members: 3)
    for _ in 0..<3 { try community.publish(author: member(0), category: category(0), now: 0) }
    // Post 0 has them at both ends and in a row, post 1 nothing else, post 2 none.
    for (post, author) in [
      (0, 1), (1, 1), (0, 2), (0, 1), (0, 1), (2, 2), (0, 0), (0, 2), (1, 1), (0, 1),
    ] {
      try community.comment("by \(author)", on: PostID(post), by: member(author), now: 1)
    }
    try community.deleteAccount(of: member(1))
    func left(on post: Int) throws -> [CommentID] {
      try community.comments(on: PostID(post), for: nil).map(\.id)
    }
    try expectEqual(left(on: 0), [7, 6, 2].map { CommentID($0) })
    #expect(try left(on: 1) == [] && left(on: 2) == [CommentID(5)])
    expectEqual((0..<3).map { community.post(PostID($0))?.comments }, [3, 0, 1])
    try community.deleteComment(CommentID(6), by: member(0), now: 2)
    try community.deleteComment(CommentID(7), by: member(2), now: 2)
    try expectEqual(left(on: 0), [CommentID(2)])
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  @Test func `many posts go with an account and with a pet, and the others stay in order`() throws {
    var community = Community(members: 2)
    let pet = try community.addPet(owner: member(0), name: "Mo", type: "cat")
    try community.inviteGuardian(member(1), of: pet, by: member(0), now: 0)
    try community.approveGuardianship(of: pet, by: member(1), now: 0)
    for number in 0..<60 {
      try community.publish(
        author: member(number % 2), category: category(number % 3),
        pet: number % 4 == 1 ? pet : nil, now: Double(number))
    }
    try community.deleteAccount(of: member(0))
    let left = (0..<60).filter { $0 % 4 == 3 }.reversed().map { PostID($0) }
    try expectEqual(community.posts(by: member(1), for: nil), left)
    expectEqual(community.walk(FeedRequest(nil, .latest, now: 60), by: RecencyRanker()), left)
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  @Test func `an identifier is never used again, and a username is free`() throws {
    var community = try Self.community()
    try community.deleteAccount(of: member(2))
    #expect(community.member(named: "cyd") == nil && community.member(named: "member2") == nil)
    try expectEqual(community.searchMembers(prefix: "cyd", for: nil), [])
    try expectEqual(community.searchMembers(prefix: "member", for: nil), [member(0), member(1)])
    let newcomer = try community.join(username: "cyd", now: 20)
    #expect(newcomer == member(4) && community.member(named: "cyd") == newcomer)
    #expect(!community.isPrivate(newcomer) && community.displayName(of: newcomer) == "cyd")
  }

  @Test func `every call for a deleted account is refused, and for a second time too`() throws {
    var community = try Self.community()
    let bob = member(1)
    try community.deleteAccount(of: bob)
    let unknown = MembershipError.unknownMember(bob)
    #expect(throws: unknown) { try community.deleteAccount(of: bob) }
    #expect(throws: unknown) { try community.rename(bob, to: "bob") }
    #expect(throws: unknown) { try community.setBio("", of: bob) }
    #expect(throws: unknown) { try community.setPreferredSetting([], of: bob) }
    #expect(throws: TieError.unknownMember(bob)) {
      try community.follow(member(0), bob, now: 20)
    }
    #expect(throws: TieError.unknownMember(bob)) { try community.unblock(bob, member(3)) }
    #expect(throws: PublicationError.unknownMember(bob)) {
      try community.publish(author: bob, category: category(0), now: 20)
    }
    #expect(throws: InteractionError.unknownMember(bob)) {
      try community.like(PostID(0), by: bob, now: 20)
    }
    #expect(throws: InteractionError.unknownPost(PostID(2))) {
      try community.like(PostID(2), by: member(0), now: 20)
    }
  }

  @Test func `a final leaderboard keeps the votes that it froze`() throws {
    var community = try Self.community()
    community.rotateContests(now: 8 * 86_400)
    let frozen = [LeaderboardEntry(post: PostID(0), votes: 2)]
    try community.deleteAccount(of: member(1))
    expectEqual(community.leaderboard(of: ContestID(0)), frozen)
    expectEqual(community.entry(of: PostID(0))?.votes, 1)
  }

  @Test func `who is left may be blocked and befriended as if nobody had gone`() throws {
    var community = try Self.community()
    try community.deleteAccount(of: member(1))
    try community.block(member(3), member(0))
    try community.unblock(member(3), member(0))
    #expect(!community.isBlocked(member(0), member(3)))
    try community.befriend(member(3), member(0), now: 20)
    #expect(community.isFriend(member(0), member(3)))
  }
}
