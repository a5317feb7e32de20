/// A feed that an app shows, by the name it has in scenarios, traces and reports.
@frozen public enum Surface: UInt8, CaseIterable, Hashable, Sendable {
  /// The visible posts of the pool (``FeedPool``) but one's own, unless the request wants them, in the order of the chosen ranker.
  case home
  /// Entries of the running contest, one's own first.
  case contest
  /// Friends' posts and one's own, newest first.
  case friends
  /// All visible posts, newest first.
  case latest
  /// Followees' posts, newest first.
  case following
  /// All public posts and entries, newest first.
  case global
}

extension Surface: CustomStringConvertible {
  /// The name in scenarios, traces and reports.
  public var description: String {
    switch self {
    case .home: "home"
    case .contest: "contest"
    case .friends: "friends"
    case .latest: "latest"
    case .following: "following"
    case .global: "global"
    }
  }
}
