/// Why a tie between two members was refused.
public enum TieError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case oneself(MemberID)
  /// One of the two has blocked the other; the error does not show which.
  case blocked(MemberID, MemberID)
  case alreadyFollowing(MemberID, MemberID)
  case notFollowing(MemberID, MemberID)
  /// The first has asked to follow the second, who has not answered yet.
  case alreadyAskedToFollow(MemberID, MemberID)
  case notAskedToFollow(MemberID, MemberID)
  case alreadyFriends(MemberID, MemberID)
  case notFriends(MemberID, MemberID)
  /// The first has asked the second to be friends, who has not answered yet.
  case alreadyAskedForFriendship(MemberID, MemberID)
  case notAskedForFriendship(MemberID, MemberID)
  case alreadyBlocked(MemberID, MemberID)
  case notBlocked(MemberID, MemberID)
}

extension TieError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .oneself(let member): "member \(member) cannot have a tie to oneself"
    case .blocked(let one, let other): "a block stands between members \(one) and \(other)"
    case .alreadyFollowing(let one, let other): "member \(one) already follows \(other)"
    case .notFollowing(let one, let other): "member \(one) does not follow \(other)"
    case .alreadyAskedToFollow(let one, let other):
      "member \(one) has already asked to follow \(other)"
    case .notAskedToFollow(let one, let other): "member \(one) has not asked to follow \(other)"
    case .alreadyFriends(let one, let other): "members \(one) and \(other) are already friends"
    case .notFriends(let one, let other): "members \(one) and \(other) are not friends"
    case .alreadyAskedForFriendship(let one, let other):
      "member \(one) has already asked \(other) for friendship"
    case .notAskedForFriendship(let one, let other):
      "member \(one) has not asked \(other) for friendship"
    case .alreadyBlocked(let one, let other): "member \(one) has already blocked \(other)"
    case .notBlocked(let one, let other): "member \(one) has not blocked \(other)"
    }
  }
}
