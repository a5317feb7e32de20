internal import SocialFeed

extension PageRequest: Codable {
  private enum CodingKeys: CodingKey {
    case surface, pageSize, refresh, cursor
  }

  /// Writes the surface by its name and the cursor as its text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(surface.description, forKey: .surface)
    try container.encode(pageSize, forKey: .pageSize)
    try container.encode(refresh, forKey: .refresh)
    try container.encodeIfPresent(cursor?.text, forKey: .cursor)
  }

  /// Reads a request; the cursor is refused in the words of `CursorError`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let name = try container.decode(String.self, forKey: .surface)
    guard let surface = Surface.allCases.first(where: { $0.description == name }) else {
      throw DecodingError.dataCorruptedError(
        forKey: .surface, in: container, debugDescription: "'\(name.prefix(40))' is not a feed")
    }
    var cursor: FeedCursor?
    if let text = try container.decodeIfPresent(String.self, forKey: .cursor) {
      do throws(CursorError) {
        cursor = try FeedCursor(text: text)
      } catch {
        throw DecodingError.dataCorruptedError(
          forKey: .cursor, in: container, debugDescription: error.description)
      }
    }
    self.init(
      surface: surface, pageSize: try container.decode(Int.self, forKey: .pageSize),
      refresh: try container.decode(UInt32.self, forKey: .refresh), cursor: cursor)
  }
}
