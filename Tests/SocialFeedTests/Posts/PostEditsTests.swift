import SocialFeed
import TestSupport
import Testing

@Suite struct PostEditsTests {
  /// Post 0 of member 0 without a caption, and post 1 with one; nobody is friends.
  private func twoPosts() throws -> Community {
    var community = Community(members: 3)
    for caption in ["", "old"] {
      try community.publish(
        author: member(0), category: category(0), caption: caption, now: 0)
    }
    try community.publish(author: member(1), category: category(0), now: 0)
    return community
  }

  @Test func `a caption can be given, changed and taken away`() throws {
    var community = try twoPosts()
    try community.setCaption("new", of: PostID(0), by: member(0), now: 1)
    try community.setCaption("", of: PostID(1), by: member(0), now: 2)
    try community.setCaption("last", of: PostID(2), by: member(1), now: 3)
    expectEqual((0..<3).map { community.post(PostID($0))?.caption }, ["new", "", "last"])
    expectEqual(community.lastInstant, 3)
  }

  @Test func `a post shows itself to those whom its privacy names, from then on`() throws {
    var community = try twoPosts()
    try community.befriend(member(0), member(1), now: 0)
    func viewers() -> [Bool] {
      [member(0), member(1), member(2), nil].map { community.isVisible(PostID(0), to: $0) }
    }
    expectEqual(viewers(), [true, true, true, true])
    try community.setPrivacy(.friendsOnly, of: PostID(0), by: member(0), now: 1)
    expectEqual(viewers(), [true, true, false, false])
    try community.setPrivacy(.onlyMe, of: PostID(0), by: member(0), now: 2)
    expectEqual(viewers(), [true, false, false, false])
    expectEqual(
      community.walk(FeedRequest(member(2), .home, now: 3), by: RecencyRanker()), posts(2, 1))
    try community.setPrivacy(.everyone, of: PostID(0), by: member(0), now: 3)
    expectEqual(viewers(), [true, true, true, true])
    expectEqual(community.post(PostID(0))?.privacy, .everyone)
  }

  @Test func `to set the privacy that a post has is accepted and no change`() throws {
    var community = try twoPosts()
    community.recordsChanges = true
    let (clock, count) = (community.lastInstant, community.changeCount)
    try community.setPrivacy(.everyone, of: PostID(0), by: member(0), now: 9)
    #expect(community.lastInstant == clock && community.changeCount == count)
    #expect(throws: EditError.notTheAuthor(PostID(0), member(1))) {
      try community.setPrivacy(.everyone, of: PostID(0), by: member(1), now: 9)
    }
    try community.setPrivacy(.onlyMe, of: PostID(0), by: member(0), now: 9)
    #expect(community.lastInstant == 9 && community.changeCount == count + 1)
  }

  @Test func `an entry that is no longer public stays, and gets no more votes`() throws {
    var community = try twoPosts()
    community.rotateContests(now: 0)
    try community.enter(PostID(0), by: member(0), now: 1)
    try community.vote(for: PostID(0), by: member(1), now: 2)
    try community.setPrivacy(.onlyMe, of: PostID(0), by: member(0), now: 3)
    expectEqual(
      community.leaderboard(of: ContestID(0)), [LeaderboardEntry(post: PostID(0), votes: 1)])
    #expect(throws: ContestError.notVisible(PostID(0))) {
      try community.vote(for: PostID(0), by: member(2), now: 4)
    }
    expectEqual(community.walk(FeedRequest(member(2), .contest, now: 4), by: RecencyRanker()), [])
  }

  @Test func `who may not, and what is too long, is refused`() throws {
    var community = try twoPosts()
    #expect(throws: EditError.captionTooLong(characters: 2201)) {
      let caption = String(repeating: "é", count: 2201)
      try community.setCaption(caption, of: PostID(0), by: member(0), now: 1)
    }
    let cases: [(PostID, MemberID, EditError)] = [
      (PostID(0), member(3), .unknownMember(member(3))),
      (PostID(3), member(0), .unknownPost(PostID(3))),
      (PostID(0), member(1), .notTheAuthor(PostID(0), member(1))),
    ]
    for (post, editor, error) in cases {
      #expect(throws: error) { try community.setCaption("x", of: post, by: editor, now: 1) }
      #expect(throws: error) {
        try community.setPrivacy(.onlyMe, of: post, by: editor, now: 1)
      }
    }
    expectEqual(community.lastInstant, 0)
  }

  @Test(arguments: [
    (EditError.unknownMember(member(5)), "there is no member 5"),
    (.unknownPost(PostID(5)), "there is no post 5"),
    (.notTheAuthor(PostID(5), member(1)), "post 5 is not by member 1"),
    (.captionTooLong(characters: 2201), "a caption of 2201 characters is longer than 2200"),
  ])
  func `an error says what is wrong`(error: EditError, message: String) {
    expectEqual("\(error)", message)
  }
}
