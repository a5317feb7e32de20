/// Some of a list of members, newest first.
public struct MemberPage: Hashable, Sendable {
  public let members: [MemberID]
  /// Where the next page begins, or `nil` when there is no more. Where members are left out, by a
  /// word or a block, a full page can be followed by an empty one, since nobody looks ahead.
  public let next: MemberCursor?
}

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
public struct MemberCursor: Hashable, Sendable {
  /// Stands for no member; there are never so many.
  private static let nobody = UInt32.max

  /// How many members were behind the position, all of them older.
  private let position: UInt32
  private let shown: SIMD4<UInt32>
  private let coming: SIMD4<UInt32>

  /// The position before which stands what was shown of `list`, the oldest first.
  init(position: Int, in list: ArraySlice<UInt32>) {
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
