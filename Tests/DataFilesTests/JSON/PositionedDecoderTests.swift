import DataFiles
import TestSupport
import Testing

/// Decodable values from JSON, and where they do not fit.
@Suite struct PositionedDecoderTests {
  private struct Shelf: Decodable, Equatable {
    struct Book: Decodable, Equatable {
      let title: String
      let pages: UInt32
      let price: Double?
    }

    let name: String
    let books: [Book]
    let isOpen: Bool
    let shelves: [String: Int]
  }

  /// Refuses what is negative.
  private struct Size: Decodable {
    let value: Int

    init(from decoder: any Decoder) throws {
      value = try Int(from: decoder)
      guard value >= 0 else { throw decoder.misfit("a size of \(value)") }
    }
  }

  private func decode<Value: Decodable>(_ text: String, as type: Value.Type) throws -> Value {
    try PositionedDecoder(Array(text.utf8), file: "f", otherwise: "this is no shelf").decode(type)
  }

  @Test func `values of all kinds`() throws {
    let text = """
      {"name": "top", "isOpen": true, "shelves": {"b": 2, "a": -1},
       "books": [{"title": "x", "pages": 7, "price": null}, {"title": "y", "pages": 0, "price": 2.5}]}
      """
    try expectEqual(
      decode(text, as: Shelf.self),
      Shelf(
        name: "top",
        books: [
          .init(title: "x", pages: 7, price: nil), .init(title: "y", pages: 0, price: 2.5),
        ], isOpen: true, shelves: ["a": -1, "b": 2]))
  }

  @Test(
    arguments: cases(
      #"""
      [] => f:1:1: expected an object, found a list
      {"books": []} => f:1:1: 'name' is missing; this is no shelf
      {"name": 7} => f:1:10: 'name': expected a text, found 7
      {"name": "a",\n "books": [{"title": "x", "pages": -1}]} =>
        f:2:36: 'books.pages': expected a whole number from 0 up, found -1
      {"name": "a", "books": {}} => f:1:24: 'books': expected a list, found an object
      {"name": "a", "books": [], "isOpen": 1, "shelves": {}} =>
        f:1:38: 'isOpen': expected true or false, found 1
      // The first of the keys, whatever their order in the file.
      {"name": "a", "books": [], "isOpen": true, "shelves": {"b": 1.5, "a": "x"}} =>
        f:1:71: 'shelves.a': expected a whole number, found the text 'x'
      {"name": "a" => f:1:13: the file ends where '}' is expected
      """#))
  func `what does not fit is located`(text: String, message: String) {
    let fault = #expect(throws: LocatedFault.self) { _ = try decode(text, as: Shelf.self) }
    expectEqual(fault?.description, message)
  }

  @Test func `a value can refuse what has the right type`() {
    let fault = #expect(throws: LocatedFault.self) { _ = try decode("[1,\n-2]", as: [Size].self) }
    expectEqual(fault?.description, "f:2:1: a size of -2")
    expectEqual(fault?.below(lines: 3).description, "f:5:1: a size of -2")
  }
}
