/// Some of a list of members, newest first.
public struct MemberPage: Hashable, Codable, Sendable {
  public let members: [MemberID]
  /// Where the next page begins, or `nil` on the last page. Where members are left out, by a word or a block, a full
  /// page can be followed by an empty one, since the list does not look ahead.
  public let next: MemberCursor?

  public init(members: [MemberID], next: MemberCursor? = nil) {
    self.members = members
    self.next = next
  }
}
