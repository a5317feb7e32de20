import SocialFeed
import TestSupport
import Testing

@Suite struct FriendVotesTests {
  /// Post 0 of member 0, whose friend is member 1; member 2 is a stranger.
  private func community() throws -> Community {
    var community = Community(members: 3)
    try community.befriend(member(0), member(1), now: 0)
    try community.publish(author: member(0), category: category(0), now: 0)
    return community
  }

  @Test func `a friend votes once, and it counts apart from the contest`() throws {
    var community = try community()
    community.rotateContests(now: 0)
    try community.enter(PostID(0), by: member(0), now: 0)
    try community.voteAsFriend(for: PostID(0), by: member(1), now: 0)
    #expect(community.hasVotedAsFriend(for: PostID(0), by: member(1)))
    #expect(!community.hasVoted(for: PostID(0), by: member(1)))
    expectEqual(community.post(PostID(0))?.friendVotes, 1)
    expectEqual(community.entry(of: PostID(0))?.votes, 0)
    try community.vote(for: PostID(0), by: member(1), now: 1)
    expectEqual(community.entry(of: PostID(0))?.votes, 1)
    #expect(throws: InteractionError.alreadyVoted(PostID(0))) {
      try community.voteAsFriend(for: PostID(0), by: member(1), now: 0)
    }
    try community.unfriend(member(0), member(1))
    expectEqual(community.post(PostID(0))?.friendVotes, 1)
  }

  @Test func `where strangers may vote, they vote for what they see`() throws {
    var community = Community(categoryCount: 1, strangersMayVote: true)
    for _ in 0..<3 { try community.join(now: 0) }
    for privacy in Privacy.allCases {
      try community.publish(author: member(0), category: category(0), privacy: privacy, now: 0)
    }
    try community.voteAsFriend(for: PostID(0), by: member(1), now: 1)
    expectEqual(community.post(PostID(0))?.friendVotes, 1)
    #expect(throws: InteractionError.alreadyVoted(PostID(0))) {
      try community.voteAsFriend(for: PostID(0), by: member(1), now: 1)
    }
    #expect(throws: InteractionError.ownPost(PostID(0))) {
      try community.voteAsFriend(for: PostID(0), by: member(0), now: 1)
    }
    #expect(throws: InteractionError.notVisible(PostID(1))) {
      try community.voteAsFriend(for: PostID(1), by: member(1), now: 1)
    }
    var restored = try Community(snapshot: community.snapshot())
    #expect(restored.strangersMayVote && restored.digest == community.digest)
    try restored.voteAsFriend(for: PostID(0), by: member(2), now: 2)
    expectEqual(restored.post(PostID(0))?.friendVotes, 2)
  }

  @Test func `neither the author nor a stranger may`() throws {
    var community = try community()
    #expect(throws: InteractionError.ownPost(PostID(0))) {
      try community.voteAsFriend(for: PostID(0), by: member(0), now: 0)
    }
    #expect(throws: InteractionError.notAFriend(PostID(0))) {
      try community.voteAsFriend(for: PostID(0), by: member(2), now: 0)
    }
    #expect(throws: InteractionError.unknownMember(member(3))) {
      try community.voteAsFriend(for: PostID(0), by: member(3), now: 0)
    }
    #expect(throws: InteractionError.unknownPost(PostID(1))) {
      try community.voteAsFriend(for: PostID(1), by: member(1), now: 0)
    }
    expectEqual(community.post(PostID(0))?.friendVotes, 0)
  }
}
