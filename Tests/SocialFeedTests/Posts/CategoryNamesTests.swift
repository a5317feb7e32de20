import Foundation
import SocialFeed
import TestSupport
import Testing

/// A category is a name such as `PASTA_ITALIAN`, or there is none.
@Suite struct CategoryNamesTests {
  private static let names = ["PASTA_ITALIAN", "BURGER_AMERICAN", "Käse"]

  @Test func `names lead to categories and back`() throws {
    let names = try CategoryNames(Self.names)
    #expect(names.count == 3 && names.all == Self.names)
    expectEqual(names.category(named: "BURGER_AMERICAN"), category(1))
    expectEqual(names.name(of: category(1)), "BURGER_AMERICAN")
    // The umlaut in two characters is the same text.
    expectEqual(names.category(named: "Ka\u{308}se"), category(2))
    for unknown in ["", "burger_american", "SUSHI"] {
      expectEqual(names.category(named: unknown), nil)
    }
    for unknown in [3, 64, Int(UInt32.max)] { expectEqual(names.name(of: category(unknown)), nil) }
    #expect(CategoryNames().count == 0 && CategoryNames().name(of: category(0)) == nil)
    try expectEqual(CategoryNames([]), CategoryNames())
  }

  @Test func `names that are not those of categories are refused one by one`() throws {
    let long = String(repeating: "é", count: 32)
    let cases: [([String], CategoryNamesError, String)] = [
      (["A", ""], .empty(category(1)), "the name of category 1 is empty"),
      (
        [long + "x"], .tooLong(long + "x", bytes: 65),
        "the category name '\(long)x' has 65 bytes; it has at most 64"
      ),
      (["A", "B", "A"], .twice("A"), "two categories are named 'A'"),
      (["é", "e\u{301}"], .twice("é"), "two categories are named 'é'"),
      (
        (0...64).map { "\($0)" }, .tooMany(65),
        "65 categories are named; there are at most 64"
      ),
    ]
    for (names, error, sentence) in cases {
      #expect(throws: error) { try CategoryNames(names) }
      expectEqual("\(error)", sentence)
    }
    try expectEqual(CategoryNames([long] + (1..<64).map { "\($0)" }).count, 64)
  }

  @Test func `names are encoded as a list, and checked when it is decoded`() throws {
    let names = try CategoryNames(["PASTA_ITALIAN", "SOUP"])
    let json = try JSONEncoder().encode(names)
    expectEqual(String(decoding: json, as: UTF8.self), #"["PASTA_ITALIAN","SOUP"]"#)
    try expectEqual(JSONDecoder().decode(CategoryNames.self, from: json), names)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(CategoryNames.self, from: Data(#"["A","A"]"#.utf8))
    }
    guard case .dataCorrupted(let context)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    expectEqual(context.debugDescription, "two categories are named 'A'")
  }

  /// The last category has no name, and the last post no category.
  private func community() throws -> Community {
    var community = Community(categoryCount: 4, categoryNames: try CategoryNames(Self.names))
    try community.join(now: 0)
    for kind in [0, 3, nil] {
      try community.publish(author: member(0), category: kind.map { category($0) }, now: 1)
    }
    return community
  }

  @Test func `a cell shows the name of the post's category`() throws {
    let community = try community()
    let page = try community.page(.latest, for: nil, now: 2)
    let cells = community.cells(of: page)
    expectEqual(cells.map(\.category), [nil, category(3), category(0)])
    expectEqual(cells.map(\.categoryName), [nil, nil, "PASTA_ITALIAN"])
  }

  @Test func `a snapshot keeps the names, and they are a part of the digest`() throws {
    let community = try community()
    let restored = try Community(snapshot: community.snapshot())
    expectEqual(restored.categoryNames, community.categoryNames)
    expectEqual(restored.digest, community.digest)
    let nameless = Community(categoryCount: 4)
    let named = Community(categoryCount: 4, categoryNames: try CategoryNames(["SOUP"]))
    #expect(nameless.digest != named.digest && nameless.categoryNames.count == 0)
  }

  @Test func `a name does not make a category that there is not`() throws {
    var community = try community()
    let error = PublicationError.unknownCategory(category(4), count: 4)
    #expect(throws: error) {
      try community.publish(author: member(0), category: category(4), now: 2)
    }
    expectEqual("\(error)", "there is no category 4; categories are 0 to 3")
    expectEqual(community.postCount, 3)
  }

  @Test func `more names than categories are a programming error`() async {
    await #expect(processExitsWith: .failure) {
      _ = Community(categoryCount: 1, categoryNames: try CategoryNames(["A", "B"]))
    }
  }
}
