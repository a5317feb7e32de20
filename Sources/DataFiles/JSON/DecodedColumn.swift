/// A list of a JSON file that must have as many elements as others.
package struct DecodedColumn<Element: Decodable>: Decodable {
  private let all: [Element]
  private let decoder: any Decoder

  package init(from decoder: any Decoder) throws {
    all = try [Element](from: decoder)
    self.decoder = decoder
  }

  /// The elements.
  ///
  /// - Parameter noun: The things that have an element each.
  /// - Throws: When there are not so many.
  package func elements(_ count: Int, of noun: String? = nil) throws -> [Element] {
    guard all.count == count else {
      let path = decoder.codingPath.map(\.stringValue.excerpt).joined(separator: ".")
      let reason = noun.map { ", one for each \($0)" } ?? ""
      throw decoder.misfit("'\(path)': expected \(count) elements\(reason), found \(all.count)")
    }
    return all
  }
}
