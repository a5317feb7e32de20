/// Where a page ended: the key of its last post in the order of the refresh.
///
/// A refresh stands still. The first page fixes which posts or contest entries there are, the clock,
/// the votes of entries, which posts are scored, the order of categories and who is a friend. Posts, entries and votes
/// that come meanwhile push no post onto two pages and none off them. An entry that was there at the first page, and
/// stays visible, is shown exactly once. One that came later waits for the next refresh.
///
/// Visibility, affinities and counts other than votes are not fixed. Where these decide, a post whose
/// score rises past the end of the last page is missing until the next refresh. One whose score falls
/// can come a second time, as by popularity when a like is taken back.
///
/// There are two exceptions. An entry that stood first in a contest's feed as one's own, and is not any
/// more, can come a second time, and one that has become one's own can be missing. Votes are known back
/// to the start of the contest before the running one: in a refresh that is older, those before that
/// count too.
///
/// It knows the feed, the viewer, the run of the community and the order that it is of, and has a text
/// (``text``) that a client can bring back.
public struct FeedCursor: Sendable {
  /// What it holds, stored once for all that hold the cursor: calls and requests that carry one are
  /// copied more often than cursors are made.
  ///
  /// It is written once more after it was made, by ``FeedCursor/seal(_:_:)``, and only while no other cursor has it.
  private final class Contents: @unchecked Sendable {
    let refreshedAt: Double
    let bound: Int
    let categories: CategoryOrder?
    let floor: Int?
    let voteMoment: Int?
    let position: Position
    let viewer: MemberID?
    let surface: Surface
    var run: UInt64
    var ranker: RankerFingerprint

    init(
      of surface: Surface, for viewer: MemberID?, refreshedAt: Double, bound: Int,
      categories: CategoryOrder?, floor: Int?, voteMoment: Int?, position: Position, run: UInt64,
      ranker: RankerFingerprint
    ) {
      self.surface = surface
      self.viewer = viewer
      self.refreshedAt = refreshedAt
      self.bound = bound
      self.categories = categories
      self.floor = floor
      self.voteMoment = voteMoment
      self.position = position
      self.run = run
      self.ranker = ranker
    }
  }

  private var contents: Contents

  package init(
    of surface: Surface, for viewer: MemberID?, refreshedAt: Double, bound: Int,
    categories: CategoryOrder?, floor: Int?, voteMoment: Int? = nil, position: Position,
    run: UInt64 = 0, ranker: RankerFingerprint = .none
  ) {
    contents = Contents(
      of: surface, for: viewer, refreshedAt: refreshedAt, bound: bound, categories: categories,
      floor: floor, voteMoment: voteMoment, position: position, run: run, ranker: ranker)
  }

  /// Writes down which community, and which order, the cursor is of.
  mutating func seal(_ run: UInt64, _ ranker: RankerFingerprint) {
    if !isKnownUniquelyReferenced(&contents) {
      self = FeedCursor(
        of: surface, for: viewer, refreshedAt: refreshedAt, bound: bound, categories: categories,
        floor: floor, voteMoment: voteMoment, position: position)
    }
    contents.run = run
    contents.ranker = ranker
  }

  /// The feed that the page is of, and whose.
  public var surface: Surface { contents.surface }
  public var viewer: MemberID? { contents.viewer }
  /// ``Community/run`` of the community that served the page.
  package var run: UInt64 { contents.run }
  /// What ordered the page.
  package var ranker: RankerFingerprint { contents.ranker }
  /// The clock at the first page, in seconds.
  public var refreshedAt: Double { contents.refreshedAt }
  /// How many posts, or in a contest's feed entries, there were at the first page.
  public var bound: Int { contents.bound }
  /// Categories in the order of the first page; `nil` where the order does not depend on them.
  package var categories: CategoryOrder? { contents.categories }
  /// The oldest post that was scored at the first page; `nil` without scores.
  package var floor: Int? { contents.floor }
  /// How many votes entries of contests had gained and lost at the first page; `nil` where votes do
  /// not decide.
  package var voteMoment: Int? { contents.voteMoment }
  package var position: Position { contents.position }

  package enum Position: Hashable, Sendable {
    /// No post was shown yet.
    case start
    /// Newest first: before this post.
    case before(PostID)
    /// In a preferred category, by its position: before this post.
    case inCategory(Int, before: PostID)
    /// Behind all preferred categories, or behind all rounds: before this post.
    case behindCategories(before: PostID)
    /// By score: after this key.
    case after(RankingKey)
    /// Among one's own entries of a contest: before this entry.
    case amongOwn(before: Int)
    /// At this position of a random order, or of the others' entries in an order known by positions.
    case position(Int)
    /// Behind so many posts of the order, whatever it is at the next page.
    case offset(Int)
    /// One post of each category in turn: at this position of the order of categories, and before this
    /// post in each.
    case inRound(position: Int, before: [PostID])
    /// Among posts of these authors, who are friends: before this post.
    case amongFriends(before: PostID, [MemberID])
    /// Among the posts of all others: before this post.
    case behindFriends(before: PostID, [MemberID])
    /// In a window of another ranker's order: where that begins, and what was shown of it.
    indirect case inWindow(from: FeedCursor, shown: [PostID])
    /// Wherever a ranker from outside the module wants to go on.
    case own([UInt8])
  }
}

extension FeedCursor: Hashable {
  public static func == (one: FeedCursor, other: FeedCursor) -> Bool {
    one.contents === other.contents
      || one.position == other.position && one.refreshedAt == other.refreshedAt
        && one.bound == other.bound && one.floor == other.floor
        && one.voteMoment == other.voteMoment
        && one.categories == other.categories && one.surface == other.surface
        && one.viewer == other.viewer && one.run == other.run && one.ranker == other.ranker
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(position)
    hasher.combine(refreshedAt)
  }
}

/// A post's position in an order by score: one's own first where the feed wants it, then the higher
/// score, then the newer post.
package struct RankingKey: Hashable, Sendable {
  package let isOwn: Bool
  package let score: Double
  package let post: PostID

  package init(isOwn: Bool, score: Double, post: PostID) {
    self.isOwn = isOwn
    self.score = score
    self.post = post
  }

  /// Whether this key stands before another.
  func precedes(_ other: RankingKey) -> Bool {
    if isOwn != other.isOwn { return isOwn }
    if score != other.score { return score > other.score }
    return post > other.post
  }
}
