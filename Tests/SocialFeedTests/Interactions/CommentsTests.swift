import SocialFeed
import TestSupport
import Testing

@Suite struct CommentsTests {
  /// Member 0 and their public post 0, friends-only post 1 and private post 2.
  private func threePosts() throws -> Community {
    var community = Community(members: 3)
    for privacy in Privacy.allCases {
      try community.publish(author: member(0), category: category(0), privacy: privacy, now: 0)
    }
    return community
  }

  @Test func `comments come newest first, page by page, those of other posts apart`() throws {
    var community = try threePosts()
    try community.befriend(member(0), member(1), now: 0)
    for number in 0..<5 {
      try community.comment("on 0: \(number)", on: PostID(0), by: member(1), now: Double(number))
      try community.comment("on 1: \(number)", on: PostID(1), by: member(1), now: Double(number))
    }
    let first = try community.comments(on: PostID(0), for: nil, limit: 3)
    expectEqual(first.map(\.text), ["on 0: 4", "on 0: 3", "on 0: 2"])
    #expect(first.map(\.writtenAt) == [4, 3, 2] && first.allSatisfy { $0.author == member(1) })
    #expect(first.allSatisfy { $0.post == PostID(0) })
    // A comment between two pages moves nothing.
    try community.comment("later", on: PostID(0), by: member(2), now: 9)
    let second = try community.comments(on: PostID(0), for: nil, before: first[2].id, limit: 3)
    expectEqual(second.map(\.text), ["on 0: 1", "on 0: 0"])
    try expectEqual(community.comments(on: PostID(0), for: nil, before: second[1].id), [])
    try expectEqual(community.comments(on: PostID(0), for: nil).count, 6)
    #expect(community.post(PostID(0))?.comments == 6 && community.post(PostID(1))?.comments == 5)
  }

  @Test func `comments are seen by those who see the post`() throws {
    var community = try threePosts()
    try community.comment("mine", on: PostID(1), by: member(0), now: 1)
    #expect(throws: InteractionError.notVisible(PostID(1))) {
      try community.comments(on: PostID(1), for: member(1))
    }
    #expect(throws: InteractionError.notVisible(PostID(1))) {
      try community.comments(on: PostID(1), for: nil)
    }
    #expect(throws: InteractionError.notVisible(PostID(1))) {
      try community.comment("hello", on: PostID(1), by: member(1), now: 1)
    }
    try community.befriend(member(1), member(0), now: 0)
    try expectEqual(community.comments(on: PostID(1), for: member(1)).map(\.text), ["mine"])
  }

  @Test func `what does not exist cannot be requested`() throws {
    var community = try threePosts()
    let comment = try community.comment("here", on: PostID(0), by: member(0), now: 1)
    #expect(throws: InteractionError.unknownPost(PostID(3))) {
      try community.comments(on: PostID(3), for: nil)
    }
    #expect(throws: InteractionError.unknownMember(member(3))) {
      try community.comments(on: PostID(0), for: member(3))
    }
    for (post, last) in [(0, CommentID(1)), (2, comment)] {
      #expect(throws: InteractionError.unknownComment(last)) {
        try community.comments(on: PostID(post), for: member(0), before: last)
      }
    }
  }

  @Test func `a text has 1 to 2,000 characters, whatever their bytes`() throws {
    var community = try threePosts()
    let family = "👩‍👩‍👧‍👧"  // One character of 25 bytes.
    #expect(throws: InteractionError.emptyComment) {
      try community.comment("", on: PostID(0), by: member(1), now: 1)
    }
    #expect(throws: InteractionError.commentTooLong(characters: 2001)) {
      let text = String(repeating: family, count: 2001)
      try community.comment(text, on: PostID(0), by: member(1), now: 1)
    }
    expectEqual(community.post(PostID(0))?.comments, 0)
    expectEqual(community.affinity(of: member(1), for: category(0), at: 1), 0)
    for text in ["a", String(repeating: family, count: 2000), String(repeating: "b", count: 2000)] {
      try community.comment(text, on: PostID(0), by: member(1), now: 1)
      try expectEqual(community.comments(on: PostID(0), for: nil, limit: 1)[0].text, text)
    }
  }

  @Test func `its author, the post's and the pet's owner may delete a comment`() throws {
    var community = Community(members: 4)
    let pet = try community.addPet(owner: member(3), name: "Mo", type: "cat")
    try community.inviteGuardian(member(0), of: pet, by: member(3), now: 0)
    try community.approveGuardianship(of: pet, by: member(0), now: 0)
    try community.publish(author: member(0), category: category(0), pet: pet, now: 0)
    for number in 0..<5 {
      try community.comment("\(number)", on: PostID(0), by: member(1), now: Double(number))
    }
    let learnt = community.affinity(of: member(1), for: category(0), at: 9)
    #expect(throws: InteractionError.notAllowed(CommentID(1), member(2))) {
      try community.deleteComment(CommentID(1), by: member(2), now: 9)
    }
    for (comment, deleter) in [(4, 1), (2, 0), (0, 3)] {
      try community.deleteComment(CommentID(comment), by: member(deleter), now: 9)
      #expect(throws: InteractionError.unknownComment(CommentID(comment))) {
        try community.deleteComment(CommentID(comment), by: member(deleter), now: 9)
      }
      #expect(!community.contains(CommentID(comment)))
    }
    try expectEqual(community.comments(on: PostID(0), for: nil).map(\.text), ["3", "1"])
    expectEqual(community.post(PostID(0))?.comments, 2)
    expectEqual(community.affinity(of: member(1), for: category(0), at: 9), learnt)
    // A page goes on behind a comment that was deleted after it.
    for (last, texts) in [(4, ["3", "1"]), (2, ["1"]), (0, [])] {
      let page = try community.comments(on: PostID(0), for: nil, before: CommentID(last))
      expectEqual(page.map(\.text), texts)
    }
    #expect(throws: InteractionError.unknownComment(CommentID(5))) {
      try community.deleteComment(CommentID(5), by: member(1), now: 9)
    }
    #expect(throws: InteractionError.unknownMember(member(4))) {
      try community.deleteComment(CommentID(1), by: member(4), now: 9)
    }
  }

  @Test(arguments: [0, -1, Int.min])
  func `a page of no comments is refused`(limit: Int) throws {
    let community = try threePosts()
    #expect(throws: InteractionError.pageTooSmall(limit)) {
      try community.comments(on: PostID(0), for: nil, limit: limit)
    }
  }

  @Test func `comments by those whom a block hides are left out, and paged past`() throws {
    var community = Community(members: 4)
    try community.publish(author: member(0), category: category(0), now: 0)
    for (number, author) in [1, 2, 1, 3].enumerated() {
      try community.comment("\(number)", on: PostID(0), by: member(author), now: 0)
    }
    try community.block(member(1), member(3))
    func texts(_ viewer: MemberID?, before last: CommentID? = nil) throws -> [String] {
      try community.comments(on: PostID(0), for: viewer, before: last, limit: 2).map(\.text)
    }
    try expectEqual(texts(nil), ["3", "2"])
    try expectEqual(texts(member(1)), ["2", "1"])
    try expectEqual(texts(member(3)), ["3", "1"])
    try expectEqual(texts(member(3), before: CommentID(1)), [])
  }
}
