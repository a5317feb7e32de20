/// What a member can do with a post, by the name it has in traces.
@frozen public enum InteractionKind: UInt8, CaseIterable, Hashable, Sendable {
  /// The post's detail was opened. Being shown in a feed is an impression, not a view.
  case view
  case like, unlike
  case comment
  case save, unsave
  /// A vote for a contest entry; in simulated worlds also for a friend's photo that is none.
  case vote
}

extension InteractionKind: WireNamed {
  /// The name in traces.
  public var wireName: String { description }
}

extension InteractionKind: CustomStringConvertible {
  /// The name in traces.
  public var description: String {
    switch self {
    case .view: "view"
    case .like: "like"
    case .unlike: "unlike"
    case .comment: "comment"
    case .save: "save"
    case .unsave: "unsave"
    case .vote: "vote"
    }
  }
}
