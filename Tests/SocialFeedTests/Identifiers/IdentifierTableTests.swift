import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct IdentifierTableTests {
  private static func table() throws -> IdentifierTable<MemberID> {
    var table = IdentifierTable<MemberID>()
    try table.bind("65f0c0ffee", to: member(3), below: 5)
    try table.bind("jose\u{301}", to: member(0), below: 5)
    try table.bind("josé", to: member(1), below: 5)
    return table
  }

  @Test func `texts and numbers find each other, byte by byte`() throws {
    var table = try Self.table()
    #expect(table.count == 3 && table.id(of: "65f0c0ffee") == member(3))
    #expect(table.id(of: "jose\u{301}") == member(0) && table.id(of: "josé") == member(1))
    #expect(table.text(of: member(3)) == "65f0c0ffee" && table.text(of: member(2)) == nil)
    #expect(table.id(of: "") == nil && table.text(of: MemberID(rawValue: .max)) == nil)
    #expect(table.remove(member(3)) == "65f0c0ffee" && table.remove(member(3)) == nil)
    #expect(table.id(of: "65f0c0ffee") == nil && table.count == 2)
    try table.bind("65f0c0ffee", to: member(4), below: 5)
    expectEqual(table.id(of: "65f0c0ffee"), member(4))
  }

  @Test func `what cannot be bound is refused, and changes nothing`() throws {
    var table = try Self.table()
    let before = table
    func refuses(_ error: IdentifierError, _ text: String, _ id: MemberID, _ sentence: String) {
      #expect(throws: error) { try table.bind(text, to: id, below: 5) }
      expectEqual("\(error)", sentence)
    }
    refuses(.unknown(number: 5), "a", member(5), "there is no member or post 5")
    refuses(
      .unknown(number: .max), "a", MemberID(rawValue: .max), "there is no member or post 4294967295"
    )
    refuses(.length(bytes: 0), "", member(2), "an identifier has 1 to 128 bytes, not 0")
    refuses(
      .length(bytes: 130), String(repeating: "é", count: 65), member(2),
      "an identifier has 1 to 128 bytes, not 130")
    refuses(
      .taken("josé", number: 1), "josé", member(2), "the identifier 'josé' is that of number 1")
    refuses(
      .alreadyBound(number: 3, "65f0c0ffee"), "b", member(3),
      "number 3 has the identifier '65f0c0ffee'")
    expectEqual(table, before)
  }

  @Test func `a table comes back from JSON, and a table that cannot be does not`() throws {
    let table = try Self.table()
    let json = try JSONEncoder().encode(table)
    try expectEqual(JSONDecoder().decode(IdentifierTable<MemberID>.self, from: json), table)
    func refuses(_ sentence: String, _ json: String) {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(IdentifierTable<MemberID>.self, from: Data(json.utf8))
      }
      guard case .dataCorrupted(let context) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      expectEqual(context.debugDescription, sentence)
    }
    refuses("the identifier 'a' is that of number 0", #"["a","","a"]"#)
    let long = String(repeating: "a", count: 129)
    refuses("an identifier has 1 to 128 bytes, not 129", #"["\#(long)"]"#)
  }

  @Test func `states are asked for by the host's identifiers`() throws {
    var community = Community(members: 2)
    var table = IdentifierTable<PostID>()
    for (number, text) in ["post1", "post2", "post3"].enumerated() {
      let privacy: Privacy = number == 2 ? .onlyMe : .everyone
      let post = try community.publish(
        author: member(0), category: category(0), privacy: privacy, now: 1)
      try table.bind(text, to: post, below: community.postCount)
    }
    try community.like(PostID(0), by: member(1), now: 2)
    let answer = try community.interactionStates(
      ofIDs: ["post2", "post1", "post2", "post3", "0"], in: table, for: member(1))
    #expect(answer.states.map(\.id) == ["post2", "post1"] && answer.missing == ["post3", "0"])
    expectEqual(answer.states.map(\.state.isLiked), [false, true])
    #expect(answer.count == 2 && answer.likedCount == 1 && answer.savedCount == 0)
    for text in ["", String(repeating: "a", count: 129)] {
      #expect(throws: SyncError.malformedHostID(text)) {
        try community.interactionStates(ofIDs: ["post1", text], in: table, for: member(1))
      }
    }
    #expect(throws: SyncError.tooManyPosts(51)) {
      try community.interactionStates(
        ofIDs: Array(repeating: "post1", count: 51), in: table, for: member(1))
    }
    #expect(throws: SyncError.unknownMember(member(2))) {
      try community.interactionStates(ofIDs: ["post1"], in: table, for: member(2))
    }
  }
}
