import SocialFeed
import TestSupport
import Testing

@Suite struct InteractionStatesTests {
  /// Members 0, 1 and 2, of whom 0 and 1 are friends; posts 0, 1 and 2 of member 1: for everyone,
  /// for friends, for nobody. Member 0 likes posts 0 and 1 and saved post 1; member 2 likes and
  /// saved post 0.
  private func community() throws -> Community {
    var community = Community(members: 3)
    try community.befriend(member(0), member(1), now: 0)
    for privacy in Privacy.allCases {
      try community.publish(author: member(1), category: category(0), privacy: privacy, now: 0)
    }
    try community.like(PostID(0), by: member(0), now: 1)
    try community.like(PostID(1), by: member(0), now: 1)
    try community.save(PostID(1), by: member(0), now: 1)
    try community.like(PostID(0), by: member(2), now: 1)
    try community.save(PostID(0), by: member(2), now: 1)
    return community
  }

  private func state(
    _ post: Int, _ isLiked: Bool, _ isSaved: Bool, likes: Int, saves: Int
  ) -> InteractionState {
    InteractionState(
      post: PostID(post), isLiked: isLiked, isSaved: isSaved, likeCount: likes, saveCount: saves)
  }

  @Test func `states come in the order of the request, with what is unknown or hidden apart`()
    throws
  {
    let answer = try community().interactionStates(of: posts(9, 1, 2, 0), for: member(0))
    expectEqual(
      answer.states,
      [
        state(1, true, true, likes: 1, saves: 1), state(0, true, false, likes: 2, saves: 1),
      ])
    expectEqual(answer.missing, posts(9, 2))
    #expect(answer.count == 2 && answer.likedCount == 2 && answer.savedCount == 1)
  }

  @Test func `a member learns its own state alone`() throws {
    let community = try community()
    let answer = try community.interactionStates(of: posts(0, 1, 2), for: member(2))
    expectEqual(answer.states, [state(0, true, true, likes: 2, saves: 1)])
    expectEqual(answer.missing, posts(1, 2))
    let author = try community.interactionStates(of: posts(0, 1, 2), for: member(1))
    #expect(author.states.map(\.isLiked) == [false, false, false] && author.missing.isEmpty)
    #expect(author.likedCount == 0 && author.savedCount == 0)
  }

  @Test func `a post requested twice is answered once, where it came first`() throws {
    let answer = try community().interactionStates(of: posts(1, 9, 0, 1, 9, 0), for: member(0))
    #expect(answer.states.map(\.post) == posts(1, 0) && answer.missing == posts(9))
    expectEqual(answer.likedCount, 2)
  }

  @Test func `an empty request has an empty answer`() throws {
    try expectEqual(community().interactionStates(of: [], for: member(0)), InteractionStates())
    try expectEqual(
      community().interactionStates(ofDecimal: [], for: member(0)), InteractionStates())
  }

  @Test func `an answer made of its parts has their totals`() throws {
    let answer = try community().interactionStates(of: posts(2, 0, 1), for: member(0))
    expectEqual(InteractionStates(states: answer.states, missing: answer.missing), answer)
  }

  @Test func `fifty posts can be requested and one more cannot, repeats included`() throws {
    let community = try community()
    let fifty = (0..<50).map { PostID($0) }
    let answer = try community.interactionStates(of: fifty, for: member(0))
    #expect(answer.count == 2 && answer.missing.count == 48)
    #expect(throws: SyncError.tooManyPosts(51)) {
      try community.interactionStates(of: fifty + posts(0), for: member(0))
    }
    #expect(throws: SyncError.tooManyPosts(51)) {
      try community.interactionStates(
        ofDecimal: Array(repeating: "x", count: 51), for: member(0))
    }
  }

  @Test func `nobody who is not a member gets an answer`() throws {
    let community = try community()
    #expect(throws: SyncError.unknownMember(member(3))) {
      try community.interactionStates(of: posts(0), for: member(3))
    }
    #expect(throws: SyncError.unknownMember(member(3))) {
      try community.interactionStates(ofDecimal: ["x"], for: member(3))
    }
  }

  @Test func `texts are answered as the identifiers that they spell`() throws {
    let community = try community()
    try expectEqual(
      community.interactionStates(ofDecimal: ["9", "1", "002", "0", "1"], for: member(0)),
      community.interactionStates(of: posts(9, 1, 2, 0), for: member(0)))
    try expectEqual(
      community.interactionStates(ofDecimal: ["4294967295"], for: member(0)).missing,
      [PostID(rawValue: .max)])
  }

  @Test(arguments: ["", " 1", "1 ", "+1", "-1", "-0", "1.0", "0x1", "1e3", "١", "4294967296", "x"])
  func `a text that is not well formed is named`(text: String) throws {
    let community = try community()
    #expect(throws: SyncError.malformedID(text)) {
      try community.interactionStates(ofDecimal: ["0", text, "y"], for: member(0))
    }
  }

  @Test func `a refused request leaves the answer as it was`() throws {
    let community = try community()
    var answer = try community.interactionStates(of: posts(0, 9), for: member(0))
    let before = answer
    #expect(throws: SyncError.unknownMember(member(7))) {
      try community.fill(&answer, of: posts(1), for: member(7))
    }
    expectEqual(answer, before)
    try community.fill(&answer, of: posts(1), for: member(0))
    try expectEqual(answer, community.interactionStates(of: posts(1), for: member(0)))
  }

  @Test func `one post's state is what an answer has of it`() throws {
    let community = try community()
    expectEqual(
      community.interactionState(of: PostID(0), for: member(0)),
      state(0, true, false, likes: 2, saves: 1))
    expectEqual(community.interactionState(of: PostID(2), for: member(0)), nil)
    expectEqual(community.interactionState(of: PostID(3), for: member(0)), nil)
  }

  @Test func `random requests are answered as call by call`() throws {
    var generator = SeededGenerator(seed: 11)
    var community = Community(members: 6)
    for number in 0..<40 {
      try community.publish(
        author: member(number % 6), category: category(0),
        privacy: Privacy.allCases.randomElement(using: &generator)!, now: 0)
    }
    for _ in 0..<400 {
      let (post, viewer) = (PostID(Int.random(in: 0..<40, using: &generator)), member(2))
      try? community.like(post, by: member(Int.random(in: 0..<6, using: &generator)), now: 1)
      try? community.save(post, by: viewer, now: 1)
    }
    for _ in 0..<1000 {
      let ids = (0..<Int.random(in: 0...50, using: &generator)).map { _ in
        PostID(Int.random(in: 0..<50, using: &generator))
      }
      let viewer = member(Int.random(in: 0..<6, using: &generator))
      var expected = InteractionStates()
      for id in ids where !expected.states.contains(where: { $0.post == id }) {
        guard id.index < 40, community.isVisible(id, to: viewer) else {
          if !expected.missing.contains(id) {
            expected = InteractionStates(states: expected.states, missing: expected.missing + [id])
          }
          continue
        }
        let state = InteractionState(
          post: id, isLiked: community.isLiked(id, by: viewer),
          isSaved: community.isSaved(id, by: viewer), likeCount: community.post(id)!.likes,
          saveCount: community.post(id)!.saves)
        expected = InteractionStates(states: expected.states + [state], missing: expected.missing)
      }
      try expectEqual(community.interactionStates(of: ids, for: viewer), expected)
    }
  }

  @Test(arguments: [
    (SyncError.unknownMember(member(4)), "there is no member 4"),
    (.tooManyPosts(51), "51 posts were asked for; at most 50 can be at once"),
    (
      .malformedID("1a"),
      "'1a' is not the id of a post; an id is a decimal number from 0 to 4294967295"
    ),
    (
      .malformedID(String(repeating: "9", count: 41)),
      "'9999999999999999999999999999999999999999…' is not the id of a post;"
        + " an id is a decimal number from 0 to 4294967295"
    ),
    (
      .malformedHostID(""),
      "'' is not the id of a post; an id of the host has 1 to 128 bytes, not 0"
    ),
    (
      .malformedHostID(String(repeating: "é", count: 65)),
      "'éééééééééééééééééééééééééééééééééééééééé…' is not the id of a post;"
        + " an id of the host has 1 to 128 bytes, not 130"
    ),
  ])
  func `an error says what is wrong`(error: SyncError, message: String) {
    expectEqual("\(error)", message)
  }
}
