/// A position between two pages of a list of members that may change in between.
///
/// It holds how many were older than what was shown, the last four members before the position, and
/// the first four behind it; the position of one of them in the changed list shows how far the position
/// has moved, since a list only grows at its new end and otherwise keeps its order. Thus
///
/// - whoever stays in the list from the first page to the last is shown, always, and once, unless
///   of the eight none is left in the list and somebody older was removed besides: then the last
///   members shown may come again, no more than were removed;
/// - whoever is added after the first page is newer than it and is not shown, unless the list has
///   lost so many that its end lies before the old position and of the eight none is left. Somebody
///   removed and added again counts as new.
///
/// It continues only the list that it came from: the same kind, owner, viewer and word, in the same
/// run of the community. ``text`` is its form outside the process.
public struct MemberCursor: Hashable, Sendable {
  /// Stands for no member; there are never so many.
  private static let nobody = UInt32.max

  /// The list that it belongs to.
  let list: MemberListKey
  /// How many members were behind the position, all of them older.
  private let position: UInt32
  private let shown: SIMD4<UInt32>
  private let coming: SIMD4<UInt32>

  /// The position before which stands what was shown of `list`, the oldest first.
  init(position: Int, in list: ArraySlice<UInt32>, of key: MemberListKey) {
    self.list = key
    self.position = UInt32(position)
    var (shown, coming) = (SIMD4(repeating: Self.nobody), SIMD4(repeating: Self.nobody))
    for offset in 0..<4 {
      if position + offset < list.count {
        shown[offset] = list[list.startIndex + position + offset]
      }
      if position - 1 - offset >= 0 {
        coming[offset] = list[list.startIndex + position - 1 - offset]
      }
    }
    self.shown = shown
    self.coming = coming
  }

  /// How many members of the changed list are behind the position.
  ///
  /// - Complexity: O(members removed since), or O(length) when none of the eight is left.
  func position(in list: ArraySlice<UInt32>) -> Int {
    var index = min(Int(position), list.count - 1)
    while index >= 0 {
      let member = list[list.startIndex + index]
      if any(coming .== member) { return index + 1 }
      if any(shown .== member) { return positionBehindShown(from: index, in: list) }
      index -= 1
    }
    return min(Int(position), list.count)
  }

  private func positionBehindShown(from index: Int, in list: ArraySlice<UInt32>) -> Int {
    var index = index
    while index > 0 && any(shown .== list[list.startIndex + index - 1]) { index -= 1 }
    return index
  }
}

/// Which list a cursor belongs to, and who sees it.
struct MemberListKey: Hashable, Sendable {
  enum Kind: UInt8 {
    case followers, following, friends
    case friendRequestsReceived, friendRequestsSent, followRequestsReceived, followRequestsSent
    case blocked
  }

  let kind: Kind
  let owner: MemberID
  let viewer: MemberID?
  /// Of the folded word.
  let wordHash: UInt64
  let run: UInt64

  init(
    _ kind: Kind, of owner: MemberID, for viewer: MemberID?, matching word: FoldedWord, run: UInt64
  ) {
    self.init(kind, of: owner, for: viewer, wordHash: word.hash, run: run)
  }

  fileprivate init(
    _ kind: Kind, of owner: MemberID, for viewer: MemberID?, wordHash: UInt64, run: UInt64
  ) {
    self.kind = kind
    self.owner = owner
    self.viewer = viewer
    self.wordHash = wordHash
    self.run = run
  }

  /// Throws unless a cursor belongs to this list.
  func check(_ cursor: MemberCursor?) throws(ListError) {
    guard let other = cursor?.list, other != self else { return }
    if other.run != run { throw .cursor(.anotherRun) }
    if other.kind != kind || other.owner != owner { throw .cursor(.anotherList) }
    throw .cursor(other.viewer != viewer ? .anotherViewer : .anotherWord)
  }
}

// MARK: As text

extension MemberCursor {
  private static let version: UInt8 = 1

  /// The cursor as a text of at most 100 letters, digits, `-` and `_`, to be handed to a client.
  public var text: String {
    var writer = ByteWriter()
    writer.write(byte: list.kind.rawValue)
    writer.write(varint: UInt64(list.owner.rawValue))
    writer.write(varint: list.viewer.map { UInt64($0.rawValue) + 1 } ?? 0)
    writer.write(fixed: list.wordHash)
    writer.write(fixed: list.run)
    writer.write(varint: UInt64(position))
    for members in [shown, coming] {
      let known = (0..<4).map { members[$0] }.filter { $0 != Self.nobody }
      writer.write(count: known.count)
      for member in known { writer.write(varint: UInt64(member)) }
    }
    return CompactText.text(.memberCursor, version: Self.version, writer.bytes)
  }

  /// Reads a cursor back.
  ///
  /// A text that reads well may still be of another list, which the list finds out.
  ///
  /// - Throws: ``ListError/cursor(_:)`` with ``ListCursorFault/malformed``.
  public init(text: some StringProtocol) throws(ListError) {
    do {
      var reader = try CompactText.reader(of: text, .memberCursor, version: Self.version)
      try self.init(from: &reader)
      try reader.finish()
    } catch { throw .cursor(.malformed) }
  }

  private init(from reader: inout ByteReader) throws(EncodingFault) {
    guard let kind = MemberListKey.Kind(rawValue: try reader.byte()) else { throw .malformed }
    let owner = MemberID(rawValue: try reader.uint32())
    let viewer = try reader.count(atMost: Int(UInt32.max) + 1)
    list = MemberListKey(
      kind, of: owner, for: viewer == 0 ? nil : MemberID(viewer - 1),
      wordHash: try reader.fixed(), run: try reader.fixed())
    position = try reader.uint32()
    shown = try Self.members(from: &reader)
    coming = try Self.members(from: &reader)
  }

  private static func members(
    from reader: inout ByteReader
  ) throws(EncodingFault) -> SIMD4<UInt32> {
    var members = SIMD4(repeating: nobody)
    for offset in 0..<(try reader.count(atMost: 4)) {
      let member = try reader.uint32()
      guard member != nobody else { throw .malformed }
      members[offset] = member
    }
    return members
  }
}

extension MemberCursor: Codable {
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    try self.init(text: try container.decode(String.self))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
