import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct WireNamedTests {
  private func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func again<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: try JSONEncoder().encode(value))
  }

  @Test func `choices are words, and identifiers numbers`() throws {
    try expectEqual(json(Privacy.allCases), #"["public","friends_only","private"]"#)
    try expectEqual(json(MediaKind.allCases), #"["photo","video"]"#)
    try expectEqual(
      json(ContestTheme.Group.allCases), #"["cute","funny","active","seasonal","special"]"#)
    try expectEqual(
      json(InteractionKind.allCases), #"["view","like","unlike","comment","save","unsave","vote"]"#)
    try expectEqual(json([MemberID(7), MemberID(0)]), "[7,0]")
    try expectEqual(json([PostID(rawValue: .max)]), "[4294967295]")
    #expect(Privacy(wireName: "friends_only") == .friendsOnly && Privacy(wireName: "all") == nil)
  }

  @Test func `what a word does not say is refused, not guessed`() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Privacy].self, from: Data(#"["everyone"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PostID].self, from: Data("[-1]".utf8))
    }
  }

  @Test func `what pages and questions answer can be made, encoded and decoded`() throws {
    let post = Post(
      id: PostID(3), author: member(1), category: category(2), createdAt: 5.5,
      privacy: .friendsOnly, caption: "c", media: [Media(key: "k", kind: .video)], pet: PetID(4),
      views: 1, likes: 2, comments: 3, saves: 4, friendVotes: 5)
    try expectEqual(again(post), post)
    try expectEqual(
      json(post),
      """
      {"author":1,"caption":"c","category":2,"comments":3,"createdAt":5.5,"friendVotes":5,\
      "id":3,"likes":2,"media":[{"key":"k","kind":"video"}],"pet":4,"privacy":"friends_only",\
      "saves":4,"views":1}
      """)
    let entry = Entry(post: PostID(3), contest: ContestID(1), submittedAt: 6, votes: 2)
    try expectEqual(again(entry), entry)
    let contest = Contest(
      id: ContestID(1), startsAt: 0, endsAt: 7,
      theme: ContestTheme(name: "n", group: .funny, prompt: "p"),
      finalLeaderboard: [LeaderboardEntry(post: PostID(3), votes: 2)])
    try expectEqual(again(contest), contest)
    let comment = Comment(
      id: CommentID(9), post: PostID(3), author: member(1), text: "t", writtenAt: 8)
    try expectEqual(again(comment), comment)
    let state = InteractionState(
      post: PostID(3), isLiked: true, isSaved: false, likeCount: 2, saveCount: 1)
    let states = InteractionStates(states: [state], missing: posts(8))
    #expect(try again(states) == states && states.likedCount == 1)
    let row = TextInteractionStates.Row(id: "post3", state: state)
    let texts = TextInteractionStates(states: [row], missing: ["post8"])
    #expect(try again(texts) == texts && texts.likedCount == 1)
  }
}
