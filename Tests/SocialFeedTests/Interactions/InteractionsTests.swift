import SocialFeed
import TestSupport
import Testing

@Suite struct InteractionsTests {
  /// Member 0 and their public post 0, friends-only post 1 and private post 2.
  private func threePosts() throws -> Community {
    var community = Community(members: 3)
    for privacy in Privacy.allCases {
      try community.publish(
        author: member(0), category: category(0), privacy: privacy, now: 0)
    }
    return community
  }

  @Test func `views and comments count each time`() throws {
    var community = try threePosts()
    for _ in 0..<3 { try community.view(PostID(0), by: member(1), now: 1) }
    for _ in 0..<2 { try community.comment("nice", on: PostID(0), by: member(1), now: 1) }
    #expect(community.post(PostID(0))!.views == 3 && community.post(PostID(0))!.comments == 2)
  }

  @Test func `a like counts once a member until it is taken back`() throws {
    var community = try threePosts()
    try community.like(PostID(0), by: member(1), now: 1)
    try community.like(PostID(0), by: member(2), now: 1)
    #expect(community.isLiked(PostID(0), by: member(1)) && community.post(PostID(0))!.likes == 2)
    #expect(throws: InteractionError.alreadyLiked(PostID(0))) {
      try community.like(PostID(0), by: member(1), now: 2)
    }
    try community.unlike(PostID(0), by: member(1), now: 3)
    #expect(!community.isLiked(PostID(0), by: member(1)) && community.post(PostID(0))!.likes == 1)
    #expect(throws: InteractionError.notLiked(PostID(0))) {
      try community.unlike(PostID(0), by: member(1), now: 4)
    }
    try community.like(PostID(0), by: member(1), now: 5)
    expectEqual(community.post(PostID(0))!.likes, 2)
  }

  @Test func `a save counts once a member until it is taken back`() throws {
    var community = try threePosts()
    try community.save(PostID(0), by: member(1), now: 1)
    #expect(community.isSaved(PostID(0), by: member(1)) && community.post(PostID(0))!.saves == 1)
    #expect(throws: InteractionError.alreadySaved(PostID(0))) {
      try community.save(PostID(0), by: member(1), now: 2)
    }
    try community.unsave(PostID(0), by: member(1), now: 3)
    #expect(!community.isSaved(PostID(0), by: member(1)) && community.post(PostID(0))!.saves == 0)
    #expect(throws: InteractionError.notSaved(PostID(0))) {
      try community.unsave(PostID(0), by: member(1), now: 4)
    }
  }

  @Test func `a like or save counts from its whole second, and goes without a rest`() throws {
    var community = try threePosts()
    let halfLife = community.affinityRule.halfLife
    try community.like(PostID(0), by: member(1), now: 0.9)
    try community.save(PostID(0), by: member(1), now: 0.9)
    // 3 + 5, both of second 0, one half-life later.
    expectEqual(community.affinity(of: member(1), for: category(0), at: halfLife), 4)
    try community.unsave(PostID(0), by: member(1), now: 1.5)
    expectEqual(community.affinity(of: member(1), for: category(0), at: halfLife), 1.5)
    try community.unlike(PostID(0), by: member(1), now: 1.5)
    expectEqual(community.affinity(of: member(1), for: category(0), at: halfLife), 0)
  }

  @Test(arguments: [4_294_967_295.9, 4_294_967_296, 1.7e12, 1e18])
  func `a like at any time of a clock is taken back to nothing`(now: Double) throws {
    var community = Community(members: 2)
    for index in 0..<2 {
      try community.publish(author: member(0), category: category(index), now: 0)
    }
    try community.save(PostID(1), by: member(1), now: 0)
    try community.like(PostID(0), by: member(1), now: now)
    func affinity(_ number: Int) -> Double {
      community.affinity(of: member(1), for: category(number), at: now.rounded(.down))!
    }
    #expect(abs(affinity(0) - 3) < 1e-9)
    try community.like(PostID(1), by: member(1), now: now)
    try community.unlike(PostID(0), by: member(1), now: now)
    expectEqual(community.affinity(of: member(1), for: category(0), at: now), 0)
    // Nothing is left of the save after 7,000 half-lives and more.
    #expect(abs(affinity(1) - 3) < 1e-9)
  }

  @Test func `a like and a save are taken back though the post has become hidden`() throws {
    var community = Community(members: 3)
    try community.befriend(member(0), member(1), now: 0)
    try community.publish(
      author: member(0), category: category(0), privacy: .friendsOnly, now: 0)
    try community.like(PostID(0), by: member(1), now: 1)
    try community.save(PostID(0), by: member(1), now: 1)
    try community.unfriend(member(0), member(1))
    try community.unlike(PostID(0), by: member(1), now: 3)
    try community.block(member(0), member(1))
    try community.unsave(PostID(0), by: member(1), now: 5)
    #expect(community.post(PostID(0))?.likes == 0 && community.post(PostID(0))?.saves == 0)
    expectEqual(community.affinity(of: member(1), for: category(0), at: 5), 0)
    // Whether it is liked is known to the member alone, and a hidden post is hidden.
    for stranger in [member(1), member(2)] {
      #expect(throws: InteractionError.notVisible(PostID(0))) {
        try community.unlike(PostID(0), by: stranger, now: 6)
      }
      #expect(throws: InteractionError.notVisible(PostID(0))) {
        try community.unsave(PostID(0), by: stranger, now: 6)
      }
    }
  }

  @Test func `likes and saves know nothing of each other`() throws {
    var community = try threePosts()
    try community.like(PostID(0), by: member(1), now: 1)
    #expect(!community.isSaved(PostID(0), by: member(1)))
    try community.save(PostID(0), by: member(1), now: 1)
    try community.unlike(PostID(0), by: member(1), now: 1)
    #expect(community.isSaved(PostID(0), by: member(1)))
  }

  @Test func `what a member cannot see it cannot touch`() throws {
    var community = try threePosts()
    for post in posts(1, 2) {
      #expect(throws: InteractionError.notVisible(post)) {
        try community.view(post, by: member(1), now: 1)
      }
      try community.like(post, by: member(0), now: 1)
    }
    try community.befriend(member(0), member(1), now: 0)
    try community.view(PostID(1), by: member(1), now: 2)
    #expect(throws: InteractionError.unknownMember(member(3))) {
      try community.comment("nice", on: PostID(0), by: member(3), now: 2)
    }
    #expect(throws: InteractionError.unknownPost(PostID(3))) {
      try community.save(PostID(3), by: member(0), now: 2)
    }
  }

  @Test(arguments: [
    (InteractionError.unknownMember(member(4)), "there is no member 4"),
    (.unknownPost(PostID(4)), "there is no post 4"),
    (.notVisible(PostID(4)), "post 4 is not visible to the member"),
    (.alreadyLiked(PostID(4)), "post 4 is already liked"),
    (.notLiked(PostID(4)), "post 4 is not liked"),
    (.alreadySaved(PostID(4)), "post 4 is already saved"),
    (.notSaved(PostID(4)), "post 4 is not saved"),
    (.emptyComment, "a comment is empty"),
    (.commentTooLong(characters: 2001), "a comment of 2001 characters is longer than 2000"),
    (.unknownComment(CommentID(4)), "there is no comment 4 here"),
    (.notAllowed(CommentID(4), member(2)), "member 2 may not delete comment 4"),
    (.pageTooSmall(0), "a page of 0 is asked for; the least is 1"),
    (.ownPost(PostID(4)), "post 4 is one's own"),
    (.notAFriend(PostID(4)), "the author of post 4 is not a friend"),
    (.alreadyVoted(PostID(4)), "post 4 already has the member's vote"),
  ])
  func `an error says what is wrong`(error: InteractionError, message: String) {
    expectEqual("\(error)", message)
  }
}
