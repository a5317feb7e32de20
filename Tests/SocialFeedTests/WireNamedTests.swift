import Foundation
import SocialFeed
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
    #expect(try json(Privacy.allCases) == #"["public","friends_only","private"]"#)
    #expect(try json(MediaKind.allCases) == #"["photo","video"]"#)
    #expect(
      try json(ContestTheme.Group.allCases)
        == #"["cute","funny","active","seasonal","special"]"#)
    #expect(
      try json(InteractionKind.allCases)
        == #"["view","like","unlike","comment","save","unsave","vote"]"#)
    #expect(try json([MemberID(7), MemberID(0)]) == "[7,0]")
    #expect(try json([PostID(rawValue: .max)]) == "[4294967295]")
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
    #expect(try again(post) == post)
    #expect(
      try json(post) == """
        {"author":1,"caption":"c","category":2,"comments":3,"createdAt":5.5,"friendVotes":5,\
        "id":3,"likes":2,"media":[{"key":"k","kind":"video"}],"pet":4,"privacy":"friends_only",\
        "saves":4,"views":1}
        """)
    let entry = Entry(post: PostID(3), contest: ContestID(1), submittedAt: 6, votes: 2)
    #expect(try again(entry) == entry)
    let contest = Contest(
      id: ContestID(1), startsAt: 0, endsAt: 7,
      theme: ContestTheme(name: "n", group: .funny, prompt: "p"),
      finalLeaderboard: [LeaderboardEntry(post: PostID(3), votes: 2)])
    #expect(try again(contest) == contest)
    let comment = Comment(
      id: CommentID(9), post: PostID(3), author: member(1), text: "t", writtenAt: 8)
    #expect(try again(comment) == comment)
    let state = InteractionState(
      post: PostID(3), isLiked: true, isSaved: false, likeCount: 2, saveCount: 1)
    let states = InteractionStates(states: [state], missing: posts(8))
    #expect(try again(states) == states && states.likedCount == 1)
    let row = TextInteractionStates.Row(id: "post3", state: state)
    let texts = TextInteractionStates(states: [row], missing: ["post8"])
    #expect(try again(texts) == texts && texts.likedCount == 1)
  }
}
