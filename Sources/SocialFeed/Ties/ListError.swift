/// Why a list of members, or of what is theirs, was refused.
public enum ListError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPet(PetID)
  /// The account is private, and the viewer neither its owner nor an approved follower or friend.
  case notAllowed(MemberID)
  /// A limit that is not above 0, or below 0 where there may be none.
  case limit(Int)
  case cursor(ListCursorFault)
}

/// Why a cursor does not continue a list.
public enum ListCursorFault: Hashable, Sendable, CaseIterable {
  /// The text is no cursor: it was altered or cut, or is of another kind or version.
  case malformed
  /// It is of another kind of list, or of another member's.
  case anotherList
  /// It was given to another viewer.
  case anotherViewer
  /// It is of the list for another word.
  case anotherWord
  /// It is of another community, or of one that has been made anew since.
  case anotherRun
}

extension ListError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPet(let pet): "there is no pet \(pet)"
    case .notAllowed(let member): "the lists of member \(member) are private"
    case .limit(let limit): "a limit of \(limit) is too low"
    case .cursor(.malformed): "the text is not a cursor of a list"
    case .cursor(.anotherList): "the cursor is of another list"
    case .cursor(.anotherViewer): "the cursor is of another viewer"
    case .cursor(.anotherWord): "the cursor is of a list for another word"
    case .cursor(.anotherRun): "the cursor is of another run of the community"
    }
  }
}
