import Foundation
import SocialFeed
import TestSupport
import Testing

@Suite struct MemberCursorTests {
  /// Member 0 is followed by 1 to 19, and follows and befriends them.
  private static func community(run: UInt64 = 7) throws -> Community {
    var community = Community(categoryCount: 1, run: run)
    for _ in 0..<20 { try community.join(now: 0) }
    for other in 1..<20 {
      try community.follow(member(other), member(0), now: 0)
      try community.follow(member(0), member(other), now: 0)
      try community.befriend(member(other), member(0), now: 0)
      if other > 1 { try community.follow(member(other), member(1), now: 0) }
    }
    return community
  }

  @Test func `a cursor goes to a client and comes back as a short text`() throws {
    let community = try Self.community()
    let first = try community.followers(of: member(0), for: member(3), matching: "1", limit: 3)
    let text = try #require(first.next).text
    #expect(text.utf8.count <= 100)
    #expect(text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) })
    let cursor = try MemberCursor(text: text)
    #expect(cursor == first.next && cursor.text == text)
    let second = try community.followers(
      of: member(0), for: member(3), matching: "1", after: cursor, limit: 100)
    expectEqual(second.members.map(\.index), [16, 15, 14, 13, 12, 11, 10, 1])
  }

  @Test func `a page is encoded with its cursor as a text`() throws {
    let community = try Self.community()
    let page = try community.following(of: member(0), for: nil, limit: 2)
    let json = try JSONEncoder().encode(page)
    let text = try #require(page.next).text
    let members = #"{"members":[19,18],"next":"\#(text)"}"#
    let decoded = try JSONDecoder().decode(MemberPage.self, from: Data(members.utf8))
    #expect(try JSONDecoder().decode(MemberPage.self, from: json) == page && decoded == page)
  }

  @Test func `every altered, cut or lengthened text is refused`() throws {
    let community = try Self.community()
    let page = try community.friends(of: member(0), for: nil, limit: 5)
    let text = try #require(page.next).text
    let malformed = ListError.cursor(.malformed)
    var generator = SeededGenerator(seed: 1)
    let letters = Array("ABCXYZabcxyz0189-_ =é")
    for _ in 0..<5000 {
      var altered = Array(text)
      let index = Int.random(in: altered.indices, using: &generator)
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: altered[index] = letters.randomElement(using: &generator)!
      case 1: altered.removeSubrange(index...)
      case 2: altered.insert(letters.randomElement(using: &generator)!, at: index)
      default: altered.swapAt(index, Int.random(in: altered.indices, using: &generator))
      }
      guard String(altered) != text else { continue }
      #expect(throws: malformed) { try MemberCursor(text: String(altered)) }
    }
    for strange in ["", "A", String(repeating: "A", count: 10_000), "\u{0}"] {
      #expect(throws: malformed) { try MemberCursor(text: strange) }
    }
    expectEqual("\(malformed)", "the text is not a cursor of a list")
  }

  /// Anybody can make a text whose checksum is right.
  @Test func `a forged cursor is refused, or a place in the list that it names`() throws {
    let community = try Self.community()
    let page = try community.followers(of: member(0), for: nil, limit: 5)
    var reader = try CompactText.reader(
      of: try #require(page.next).text, .memberCursor, version: 1)
    let contents = Array(try reader.raw(reader.remaining))
    var generator = SeededGenerator(seed: 2)
    var accepted = 0
    for _ in 0..<5000 {
      var forged = contents
      for _ in 0...Int.random(in: 0...2, using: &generator) {
        let index = Int.random(in: forged.indices, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: forged[index] = [0, 1, 127, 128, 255].randomElement(using: &generator)!
        case 1 where forged.count > 1: forged.remove(at: index)
        default: forged.insert(UInt8.random(in: 0...255, using: &generator), at: index)
        }
      }
      do throws(ListError) {
        let cursor = try MemberCursor(
          text: CompactText.text(.memberCursor, version: 1, forged))
        let rest = try community.followers(of: member(0), for: nil, after: cursor, limit: 100)
        #expect(Set(rest.members).count == rest.members.count && rest.next == nil)
        accepted += 1
      } catch {
        guard case .cursor = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
    #expect(accepted > 100)
  }

  @Test func `a cursor of a feed, or of another version, is none of a list`() throws {
    let community = try Self.community()
    let text = try #require(try community.friends(of: member(0), for: nil, limit: 1).next).text
    var reader = try CompactText.reader(of: text, .memberCursor, version: 1)
    let contents = Array(try reader.raw(reader.remaining))
    for (kind, version) in [(CompactText.Kind.feedCursor, UInt8(1)), (.memberCursor, 2)] {
      #expect(throws: ListError.cursor(.malformed)) {
        try MemberCursor(text: CompactText.text(kind, version: version, contents))
      }
    }
  }

  @Test func `a cursor continues its own list alone`() throws {
    let community = try Self.community()
    let page = try community.followers(of: member(0), for: member(3), matching: "1", limit: 3)
    let cursor = try #require(page.next)
    func fault(
      _ call: (Community) throws -> MemberPage, in other: Community? = nil
    ) -> ListCursorFault? {
      do {
        _ = try call(other ?? community)
        return nil
      } catch ListError.cursor(let fault) { return fault } catch { return nil }
    }
    expectEqual(
      fault { try $0.followers(of: member(1), for: member(3), matching: "1", after: cursor) },
      .anotherList)
    expectEqual(
      fault { try $0.following(of: member(0), for: member(3), matching: "1", after: cursor) },
      .anotherList)
    expectEqual(
      fault { try $0.followers(of: member(0), for: nil, matching: "1", after: cursor) },
      .anotherViewer)
    expectEqual(
      fault { try $0.followers(of: member(0), for: member(3), after: cursor) }, .anotherWord)
    let made = try Self.community(run: 8)
    let call = { (community: Community) throws in
      try community.followers(of: member(0), for: member(3), matching: "1", after: cursor)
    }
    #expect(fault(call, in: made) == .anotherRun && fault(call) == nil)
  }

  @Test(arguments: [
    (ListCursorFault.anotherList, "the cursor is of another list"),
    (.anotherViewer, "the cursor is of another viewer"),
    (.anotherWord, "the cursor is of a list for another word"),
    (.anotherRun, "the cursor is of another run of the community"),
  ])
  func `says what it is a cursor of`(fault: ListCursorFault, sentence: String) {
    expectEqual("\(ListError.cursor(fault))", sentence)
  }
}
