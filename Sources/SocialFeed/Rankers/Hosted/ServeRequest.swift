/// A request for a page to a ranker that serves its own pages.
public struct ServeRequest: Hashable, Sendable {
  /// The viewer.
  public let viewer: MemberID
  /// Which feed.
  public let surface: Surface
  /// How many posts the page may have, at least 1.
  public let limit: Int
  /// The ranker's own text, with which the page before ended; `nil` for the first page of a refresh.
  public let cursor: String?
  /// The number of the refresh among the viewer's.
  public let refresh: UInt32
  /// The clock at this page, in seconds.
  public let now: Double

  public init(
    viewer: MemberID, surface: Surface, limit: Int, cursor: String? = nil, refresh: UInt32,
    now: Double
  ) {
    self.viewer = viewer
    self.surface = surface
    self.limit = limit
    self.cursor = cursor
    self.refresh = refresh
    self.now = now
  }
}

/// What a ranker that serves its own pages answers with, before anything is checked.
public struct ServedPage: Hashable, Sendable {
  /// The best first. They may be posts that there are not.
  public var posts: [PostID]
  /// The ranker's own text for the next page; `nil` where this is the last.
  public var cursor: String?
  /// Whether the viewer's own posts may be among them where the feed is of others' posts: they are left out, as apps of
  /// the ranker's protocol do, and are no breach.
  public var mayHaveOwn: Bool

  public init(_ posts: [PostID], cursor: String? = nil, mayHaveOwn: Bool = false) {
    self.posts = posts
    self.cursor = cursor
    self.mayHaveOwn = mayHaveOwn
  }
}
