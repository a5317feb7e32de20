/// A rule that every run, and so every trace, must satisfy.
public enum TraceInvariant: String, CaseIterable, Sendable {
  /// The pages of a request are observed one after the other, before the viewer's next request on that
  /// surface from that ranker.
  case requests, positions, slates, creation
  /// On a home feed.
  case ownPosts = "own-posts"
  case deletions, blocks
  case privateAccounts = "private-accounts"
  case friendsOnly = "friends-only"
  case privatePosts = "private-posts"
  case ownVotes = "own-votes"
  case votes, likes, saves
  /// Checks every interaction that refers to a request.
  case interactions
  case finalVotes = "final-votes"
}

extension TraceInvariant: CustomStringConvertible {
  /// A sentence, such as `no post is in a slate twice`.
  public var description: String {
    switch self {
    case .requests:
      "a request is of one member, on one surface, from one ranker, and is not taken up again"
    case .positions: "the positions of a request are 1, 2, 3 and so on, without gaps"
    case .slates: "no post is in a slate twice"
    case .creation: "nothing is shown before its creation"
    case .ownPosts: "no home feed shows posts of its viewer"
    case .deletions: "no page shows a post after its deletion"
    case .blocks: "no page shows a post across a block between its author and its viewer"
    case .privateAccounts:
      "posts of a private account are shown to its followers and friends only"
    case .friendsOnly: "posts for friends are shown to friends of their author only"
    case .privatePosts: "private posts are shown to those only whose posts they are"
    case .ownVotes: "nobody votes for an own post"
    case .votes: "nobody votes for a post twice"
    case .likes: "likes and unlikes of a post by a member alternate, beginning with a like"
    case .saves: "saves and unsaves of a post by a member alternate, beginning with a save"
    case .interactions:
      "an interaction with a request follows within a day on an impression of that request that "
        + "its member examined"
    case .finalVotes: "final votes are those cast inside the contest"
    }
  }
}
