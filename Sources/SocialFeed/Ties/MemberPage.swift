/// Some of a list of members, newest first.
public struct MemberPage: Hashable, Sendable {
  public let members: [MemberID]
  /// Where the next page begins, or `nil` when there is no more. Where members are left out, by a
  /// word or a block, a full page can be followed by an empty one, since nobody looks ahead.
  public let next: MemberCursor?
}

/// A place between two pages of a list of members that may change in between.
///
/// It holds how many were older than what was shown, the last four members before the place, and
/// the first four behind it; where one of them stands in the changed list tells how far the place
/// has moved, since a list only grows at its new end and otherwise keeps its order. Thus
///
/// - whoever stays in the list from the first page to the last is shown, always, and once, unless
///   of the eight none is left in the list and somebody older was removed besides: then the last
///   members shown may come again, no more than were removed;
/// - whoever is added after the first page is newer than it and is not shown, unless the list has
///   lost so many that its end lies before the old place and of the eight none is left. Somebody
///   removed and added again counts as new.
public struct MemberCursor: Hashable, Sendable {
  /// Stands for no member; there are never so many.
  private static let nobody = UInt32.max

  /// How many members were behind the place, all of them older.
  private let place: UInt32
  private let shown: SIMD4<UInt32>
  private let coming: SIMD4<UInt32>

  /// The place before which stands what was shown of `list`, the oldest first.
  init(place: Int, in list: ArraySlice<UInt32>) {
    self.place = UInt32(place)
    var (shown, coming) = (SIMD4(repeating: Self.nobody), SIMD4(repeating: Self.nobody))
    for offset in 0..<4 {
      if place + offset < list.count { shown[offset] = list[list.startIndex + place + offset] }
      if place - 1 - offset >= 0 { coming[offset] = list[list.startIndex + place - 1 - offset] }
    }
    self.shown = shown
    self.coming = coming
  }

  /// How many members of the changed list are behind the place.
  ///
  /// - Complexity: O(members removed since), or O(length) when none of the eight is left.
  func place(in list: ArraySlice<UInt32>) -> Int {
    var index = min(Int(place), list.count - 1)
    while index >= 0 {
      let member = list[list.startIndex + index]
      if any(coming .== member) { return index + 1 }
      if any(shown .== member) { return placeBehindShown(from: index, in: list) }
      index -= 1
    }
    return min(Int(place), list.count)
  }

  private func placeBehindShown(from index: Int, in list: ArraySlice<UInt32>) -> Int {
    var index = index
    while index > 0 && any(shown .== list[list.startIndex + index - 1]) { index -= 1 }
    return index
  }
}
