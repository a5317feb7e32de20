extension FeedCursor {
  private static let version: UInt8 = 1
  /// How many windows a cursor that is read can lie in: far more than rankers stand in one another.
  private static let depthLimit = 16

  /// The cursor as a text of letters, digits, `-` and `_`: 50 to 100 characters, and more where the page was
  /// ordered by windows, friends or categories in turn.
  ///
  /// The text is neither signed nor secret: who has it can read the numbers in it and make others. A page of a forged
  /// cursor shows only posts that the viewer may see.
  public var text: String {
    var writer = ByteWriter()
    writer.write(fixed: run)
    writer.write(fixed: ranker.value)
    writer.write(byte: surface.rawValue)
    writer.write(optional: viewer.map(\.index))
    write(to: &writer)
    return CompactText.text(.feedCursor, version: Self.version, writer.bytes)
  }

  /// Reads the text of a cursor; a request with it gets the same page as with the cursor itself.
  public init(text: some StringProtocol) throws(CursorError) {
    let length = text.utf8.count
    guard length <= CompactText.lengthLimit else { throw .tooLong(length) }
    do throws(EncodingFault) {
      var reader = try CompactText.reader(of: text, .feedCursor, version: Self.version)
      let run = try reader.fixed()
      let ranker = RankerFingerprint(value: try reader.fixed())
      guard let surface = Surface(rawValue: try reader.byte()) else { throw .malformed }
      let viewer = try reader.optional().map { MemberID($0) }
      self = try Self.read(from: &reader, surface, viewer, depth: 0)
      try reader.finish()
      seal(run, ranker)
    } catch {
      throw CursorError(error)
    }
  }

  private func write(to writer: inout ByteWriter) {
    writer.write(double: refreshedAt)
    writer.write(count: bound)
    writer.write(optional: floor)
    writer.write(varint: voteMoment.map { UInt64($0) + 1 } ?? 0)
    writer.write(categories)
    position.write(to: &writer)
  }

  fileprivate static func read(
    from reader: inout ByteReader, _ surface: Surface, _ viewer: MemberID?, depth: Int
  ) throws(EncodingFault) -> FeedCursor {
    guard depth < depthLimit else { throw .malformed }
    let refreshedAt = try reader.finiteDouble()
    let bound = try reader.index()
    let floor = try reader.optional()
    let votes = try reader.count(atMost: .max)
    let categories = try reader.categories()
    return FeedCursor(
      of: surface, for: viewer, refreshedAt: refreshedAt, bound: bound, categories: categories,
      floor: floor, voteMoment: votes == 0 ? nil : votes - 1,
      position: try Position.read(from: &reader, surface, viewer, depth: depth))
  }
}

extension FeedCursor.Position {
  private enum Tag: UInt8 {
    case start, before, inCategory, behindCategories, after, amongOwn, position, offset, inRound
    case amongFriends, behindFriends, inWindow, own
  }

  private var tag: Tag {
    switch self {
    case .start: .start
    case .before: .before
    case .inCategory: .inCategory
    case .behindCategories: .behindCategories
    case .after: .after
    case .amongOwn: .amongOwn
    case .position: .position
    case .offset: .offset
    case .inRound: .inRound
    case .amongFriends: .amongFriends
    case .behindFriends: .behindFriends
    case .inWindow: .inWindow
    case .own: .own
    }
  }

  fileprivate func write(to writer: inout ByteWriter) {
    writer.write(byte: tag.rawValue)
    switch self {
    case .start: break
    case .before(let post), .behindCategories(let post): writer.write(count: post.index)
    case .inCategory(let index, let post):
      writer.write(count: index)
      writer.write(count: post.index)
    case .after(let key):
      writer.write(byte: key.isOwn ? 1 : 0)
      writer.write(double: key.score)
      writer.write(count: key.post.index)
    case .amongOwn(let index), .position(let index), .offset(let index): writer.write(count: index)
    case .inRound(let position, let posts):
      writer.write(count: position)
      writer.write(posts)
    case .amongFriends(let post, let friends), .behindFriends(let post, let friends):
      writer.write(count: post.index)
      writer.write(ascending: friends)
    case .inWindow(let start, let shown):
      start.write(to: &writer)
      writer.write(shown)
    case .own(let bytes):
      writer.write(count: bytes.count)
      writer.write(raw: bytes)
    }
  }

  fileprivate static func read(
    from reader: inout ByteReader, _ surface: Surface, _ viewer: MemberID?, depth: Int
  ) throws(EncodingFault) -> Self {
    guard let tag = Tag(rawValue: try reader.byte()) else { throw .malformed }
    switch tag {
    case .start: return .start
    case .before: return .before(try reader.post())
    case .inCategory: return .inCategory(try reader.index(), before: try reader.post())
    case .behindCategories: return .behindCategories(before: try reader.post())
    case .after:
      let isOwn = try reader.byte()
      guard isOwn <= 1 else { throw .malformed }
      let score = try reader.finiteDouble()
      return .after(RankingKey(isOwn: isOwn == 1, score: score, post: try reader.post()))
    case .amongOwn: return .amongOwn(before: try reader.index())
    case .position: return .position(try reader.index())
    case .offset: return .offset(try reader.index())
    case .inRound: return .inRound(position: try reader.index(), before: try reader.posts())
    case .amongFriends:
      return .amongFriends(before: try reader.post(), try reader.ascendingMembers())
    case .behindFriends:
      return .behindFriends(before: try reader.post(), try reader.ascendingMembers())
    case .inWindow:
      let start = try FeedCursor.read(from: &reader, surface, viewer, depth: depth + 1)
      return .inWindow(from: start, shown: try reader.posts())
    case .own: return .own(Array(try reader.raw(try reader.elementCount())))
    }
  }
}

extension ByteWriter {
  /// Writes 0 for `nil`, or else the index and 1.
  fileprivate mutating func write(optional index: Int?) { write(count: index.map { $0 + 1 } ?? 0) }

  fileprivate mutating func write(_ posts: [PostID]) {
    write(count: posts.count)
    for post in posts { write(count: post.index) }
  }

  /// Writes members in ascending order as the differences.
  fileprivate mutating func write(ascending members: [MemberID]) {
    write(count: members.count)
    var next = 0
    for member in members {
      write(count: member.index - next)
      next = member.index + 1
    }
  }

  /// Writes the number of categories and 1, and the categories; 0 without an order of them.
  fileprivate mutating func write(_ categories: CategoryOrder?) {
    guard let categories else { return write(byte: 0) }
    write(byte: UInt8(categories.count + 1))
    for index in 0..<categories.count { write(byte: UInt8(categories[index])) }
  }
}

extension ByteReader {
  /// An index of a column, or a number of them.
  fileprivate mutating func index() throws(EncodingFault) -> Int {
    try count(atMost: Int(UInt32.max))
  }

  fileprivate mutating func optional() throws(EncodingFault) -> Int? {
    let number = try count(atMost: Int(UInt32.max))
    return number == 0 ? nil : number - 1
  }

  fileprivate mutating func post() throws(EncodingFault) -> PostID {
    PostID(rawValue: try uint32())
  }

  fileprivate mutating func posts() throws(EncodingFault) -> [PostID] {
    var posts: [PostID] = []
    let count = try elementCount()
    posts.reserveCapacity(count)
    for _ in 0..<count { posts.append(try post()) }
    return posts
  }

  fileprivate mutating func ascendingMembers() throws(EncodingFault) -> [MemberID] {
    var members: [MemberID] = []
    let count = try elementCount()
    members.reserveCapacity(count)
    var next = 0
    for _ in 0..<count {
      let member = next + (try index())
      guard member < Int(UInt32.max) else { throw .malformed }
      members.append(MemberID(member))
      next = member + 1
    }
    return members
  }

  fileprivate mutating func categories() throws(EncodingFault) -> CategoryOrder? {
    let count = Int(try byte()) - 1
    guard count >= 0 else { return nil }
    var categories = CategoryOrder()
    for index in 0..<count {
      let category = Int(try byte())
      guard category < 64, !categories.contains(category) else { throw .malformed }
      categories.insert(category, at: index)
    }
    return categories
  }
}
