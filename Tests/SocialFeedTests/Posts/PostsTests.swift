import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct PostsTests {
  @Test func `a post carries what it was published with, and no counts yet`() throws {
    var community = Community(members: 2)
    let id = try community.publish(
      author: member(1), category: category(2), privacy: .friendsOnly, now: 50)
    let post = try #require(community.post(id))
    #expect(post.id == id && post.author == member(1) && post.category == category(2))
    #expect(post.createdAt == 50 && post.privacy == .friendsOnly)
    expectEqual(post.views + post.likes + post.comments + post.saves, 0)
    #expect(community.author(of: id) == member(1) && community.category(of: id) == category(2))
    #expect(community.createdAt(id) == 50 && community.postCount == 1)
  }

  @Test func `a post may have no category`() throws {
    var community = Community(members: 2)
    let soup = try community.publish(author: member(1), category: category(3), now: 1)
    let plain = try community.publish(author: member(1), caption: "hi", now: 2)
    #expect(community.category(of: plain) == nil && community.category(of: soup) == category(3))
    let post = try #require(community.post(plain))
    expectEqual(post, Post(id: plain, author: member(1), createdAt: 2, caption: "hi"))
    let json = try JSONEncoder().encode(post)
    #expect(!String(decoding: json, as: UTF8.self).contains("category"))
    try expectEqual(JSONDecoder().decode(Post.self, from: json), post)
    for surface in [Surface.home, .latest, .global] {
      try expectEqual(community.page(surface, for: member(0), now: 3).posts, [plain, soup])
    }
    try community.delete(plain, by: member(1), now: 3)
    expectEqual(community.category(of: plain), nil)
    try expectEqual(Community(snapshot: community.snapshot()).digest, community.digest)
  }

  @Test func `posts are numbered in order, those of one instant too`() throws {
    var community = Community(members: 1)
    for number in 0..<3 {
      let post = try community.publish(author: member(0), category: category(0), now: 7)
      expectEqual(post, PostID(number))
    }
  }

  @Test func `privacy decides who sees a post`() throws {
    // Member 0 is the author, 1 a friend, 2 a follower; nil is not known.
    var community = Community(members: 3)
    try community.befriend(member(0), member(1), now: 0)
    try community.follow(member(2), member(0), now: 0)
    let viewers: [MemberID?] = [member(0), member(1), member(2), nil]
    let expected: [(Privacy, [Bool])] = [
      (.everyone, [true, true, true, true]),
      (.friendsOnly, [true, true, false, false]),
      (.onlyMe, [true, false, false, false]),
    ]
    for (privacy, visible) in expected {
      let post = try community.publish(
        author: member(0), category: category(0), privacy: privacy, now: 0)
      expectEqual(viewers.map { community.isVisible(post, to: $0) }, visible, "\(privacy)")
    }
    try community.unfriend(member(1), member(0))
    #expect(!community.isVisible(PostID(1), to: member(1)))
  }

  @Test func `unknown authors and categories are refused and nothing is published`() throws {
    var community = Community(members: 1, categoryCount: 12)
    #expect(throws: PublicationError.unknownMember(member(1))) {
      try community.publish(author: member(1), category: category(0), now: 0)
    }
    #expect(throws: PublicationError.unknownCategory(category(12), count: 12)) {
      try community.publish(author: member(0), category: category(12), now: 0)
    }
    expectEqual(community.postCount, 0)
  }

  @Test func `a post keeps its texts, and one without has none`() throws {
    var community = Community(members: 1)
    let caption = String(repeating: "é", count: 2200)
    let media = Media(key: "photos/1", kind: .video)
    for number in 0..<6 {
      try community.publish(
        author: member(0), category: category(0), caption: number % 3 == 1 ? caption : "",
        media: number % 2 == 1 ? [media] : [], now: 0)
    }
    expectEqual(
      (0..<6).map { community.post(PostID($0))?.caption }, ["", caption, "", "", caption, ""])
    expectEqual(
      (0..<6).map { community.post(PostID($0))?.media }, [[], [media], [], [media], [], [media]])
    // An index that a deletion leaves is used again.
    try community.delete(PostID(1), by: member(0), now: 0)
    let post = try community.publish(
      author: member(0), category: category(0), caption: "new", now: 1)
    #expect(community.post(post)?.caption == "new" && community.post(post)?.media == [])
    expectEqual(community.post(PostID(4))?.caption, caption)
  }

  @Test func `of a post that there never was nothing is known, and no question ends anything`() {
    let community = Community(members: 1)
    for post in [PostID(0), PostID(rawValue: .max)] {
      #expect(community.post(post) == nil && !community.contains(post))
      #expect(community.author(of: post) == nil && community.category(of: post) == nil)
      #expect(community.createdAt(post) == nil && community.entry(of: post) == nil)
      #expect(!community.isVisible(post, to: member(0)) && !community.isVisible(post, to: nil))
      #expect(!community.isOwn(post, member(0)) && community.voteCount(of: post) == nil)
      #expect(!community.isLiked(post, by: member(0)) && !community.isSaved(post, by: member(0)))
      #expect(!community.hasVoted(for: post, by: member(0)))
      #expect(!community.hasVotedAsFriend(for: post, by: member(0)))
      expectEqual(community.interactionState(of: post, for: member(0)), nil)
    }
  }

  @Test func `a member that there is not sees, likes and owns nothing`() throws {
    var community = Community(members: 2)
    try community.publish(author: member(0), category: category(0), now: 0)
    try community.block(member(0), member(1))
    for stranger in [member(2), MemberID(rawValue: .max)] {
      #expect(!community.isVisible(PostID(0), to: stranger))
      #expect(!community.isOwn(PostID(0), stranger) && community.newestPost(by: stranger) == nil)
      #expect(!community.isLiked(PostID(0), by: stranger))
      #expect(!community.hasVotedAsFriend(for: PostID(0), by: stranger))
      expectEqual(community.interactionState(of: PostID(0), for: stranger), nil)
      expectEqual(community.affinity(of: stranger, for: category(0), at: 0), nil)
    }
    expectEqual(community.affinity(of: member(0), for: category(4), at: 0), nil)
    expectEqual(community.affinity(of: member(0), for: category(0), at: .nan), 0)
    let (author, isThere) = (community.author(of: PostID(0)), community.contains(PostID(0)))
    #expect(author == member(0) && isThere)
  }

  @Test func `a post has up to ten media, the cover first`() throws {
    var community = Community(members: 1)
    let media = (0..<11).map { Media(key: "\($0).jpg") }
    let post = try community.publish(
      author: member(0), category: category(0), media: Array(media.prefix(10)), now: 0)
    expectEqual(community.post(post)?.media, Array(media.prefix(10)))
    #expect(throws: PublicationError.tooManyMedia(11)) {
      try community.publish(author: member(0), category: category(0), media: media, now: 0)
    }
    #expect(throws: PublicationError.emptyMediaKey) {
      try community.publish(
        author: member(0), category: category(0), media: [media[0], Media(key: "")], now: 0)
    }
  }

  @Test func `texts that are too long and empty keys are refused`() throws {
    var community = Community(members: 1)
    #expect(throws: PublicationError.captionTooLong(characters: 2201)) {
      try community.publish(
        author: member(0), category: category(0), caption: String(repeating: "é", count: 2201),
        now: 0)
    }
    #expect(throws: PublicationError.emptyMediaKey) {
      try community.publish(
        author: member(0), category: category(0), media: [Media(key: "")], now: 0)
    }
    expectEqual(community.postCount, 0)
  }

  @Test(arguments: [
    (PublicationError.unknownMember(member(5)), "there is no member 5"),
    (.captionTooLong(characters: 2201), "a caption of 2201 characters is longer than 2200"),
    (.emptyMediaKey, "a media key is empty"),
    (.tooManyMedia(11), "a post has 11 photos and videos; it may have 10"),
    (.unknownPet(PetID(5)), "there is no pet 5"),
    (
      .petOfOthers(PetID(5), member(1)),
      "member 1 is neither owner nor approved guardian of pet 5"
    ),
    (
      .unknownCategory(category(12), count: 12),
      "there is no category 12; categories are 0 to 11"
    ),
  ])
  func `an error says what is wrong`(error: PublicationError, message: String) {
    expectEqual("\(error)", message)
  }
}
