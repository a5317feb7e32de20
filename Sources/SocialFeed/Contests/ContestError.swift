/// Why an entry or a vote was refused.
public enum ContestError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPost(PostID)
  case noContest(at: Double)
  case notTheAuthor(PostID, MemberID)
  /// A post that others cannot see cannot take part.
  case notPublic(PostID)
  case alreadyEntered(PostID)
  case notAnEntry(PostID)
  case contestClosed(ContestID)
  case ownEntry(PostID)
  case alreadyVoted(PostID)
  /// The entry is hidden from the member.
  case notVisible(PostID)
}

extension ContestError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPost(let post): "there is no post \(post)"
    case .noContest(let time): "no contest runs at \(time)"
    case .notTheAuthor(let post, let member): "post \(post) is not by member \(member)"
    case .notPublic(let post): "post \(post) is not public"
    case .alreadyEntered(let post): "post \(post) has already entered a contest"
    case .notAnEntry(let post): "post \(post) is not a contest entry"
    case .contestClosed(let contest): "contest \(contest) is over"
    case .ownEntry(let post): "entry \(post) is one's own"
    case .notVisible(let post): "entry \(post) is not visible to the member"
    case .alreadyVoted(let post): "entry \(post) already has the member's vote"
    }
  }
}
