internal import Mutants

/// Where a feed that puts chance into its order gets it from.
///
/// All functions depend on their arguments alone, so that a refresh keeps its order from page to
/// page, and the next has a new one.
public protocol FeedNoise: AnyObject {
  /// A uniform number in the open interval from 0 to 1.
  ///
  /// - Parameter occurrence: Which of the numbers that a ranker draws for a post, from 0.
  func uniform(viewer: MemberID?, post: PostID, refresh: UInt32, occurrence: UInt32) -> Double

  /// Writes the number of each post, the same that ``uniform(viewer:post:refresh:occurrence:)``
  /// gives; whoever leaves this out asks that for each.
  ///
  /// - Parameters:
  ///   - uniforms: At least as many as there are posts; the first of them are written.
  func fill(
    _ uniforms: inout MutableSpan<Double>, viewer: MemberID?, posts: Span<PostID>,
    refresh: UInt32, occurrence: UInt32)

  /// A uniform number in the open interval from 0 to 1, the same at every refresh, by which a mixed pool draws its
  /// discoveries; whoever leaves this out draws it as for a refresh that no feed has.
  ///
  /// It is asked for most posts that a page passes, so it should cost a few instructions.
  func discovery(of post: PostID, by viewer: MemberID) -> Double

  /// The element at `position` of a random order of `0..<count`.
  func shuffled(_ position: Int, of count: Int, viewer: MemberID?, refresh: UInt32) -> Int
}

extension FeedNoise {
  public func discovery(of post: PostID, by viewer: MemberID) -> Double {
    uniform(viewer: viewer, post: post, refresh: .max, occurrence: 0)
  }

  public func fill(
    _ uniforms: inout MutableSpan<Double>, viewer: MemberID?, posts: Span<PostID>,
    refresh: UInt32, occurrence: UInt32
  ) {
    for index in posts.indices {
      uniforms[index] = uniform(
        viewer: viewer, post: posts[index], refresh: refresh, occurrence: occurrence)
    }
  }
}

/// What a simulation knows and no backend could: how much a post is worth to a viewer.
package protocol LatentRelevance: AnyObject {
  /// In `0...1`.
  func relevance(of post: PostID, for viewer: MemberID, isFriend: Bool) -> Double
}

/// How the pages of a feed go on from one to the next.
@frozen public enum FeedPaging: UInt8, CaseIterable, Hashable, Sendable {
  /// Behind the last post of the page before, in an order that stands still for the refresh: a
  /// page costs what is on it.
  case keyset
  /// At a position of the order as it is now, so that what is published meanwhile pushes posts onto
  /// two pages, and what is deleted makes others fall between two: only the noise of a refresh
  /// stays. For comparison; a page costs as much as all pages up to it.
  case offset
}

/// A request for a page of a feed.
public struct FeedRequest {
  /// The viewer; `nil` for an anonymous viewer, who gets the newest posts.
  public var viewer: MemberID?
  /// Which feed.
  public var surface: Surface
  /// Seconds on the caller's clock.
  public var now: Double
  /// How many posts a page has, at least 1.
  public var pageSize: Int
  /// Number of the viewer's refresh: the noise of a ranker is drawn once a refresh.
  public var refresh: UInt32
  /// Where the last page ended; `nil` for the first page of a refresh.
  public var cursor: FeedCursor?
  /// How the pages go on.
  public var paging: FeedPaging
  /// Which posts are candidates on home.
  public var pool = FeedPool()
  /// What the viewer has looked at; without it no post has been.
  public var history: (any ViewingHistory)?
  /// The posts on the earlier pages of the refresh, in any order. Rankers whose scores change by what was shown
  /// or looked at (``FeatureSet/changesByLooks``) leave them out of its next pages and count their authors; the
  /// others read the cursor alone.
  public var shown: [PostID] = []
  /// How many posts the viewer has looked at in the session so far.
  public var sessionLooks = 0
  /// Whether another ranker takes windows of the order, and remembers itself what was shown of them.
  var isWindow = false
  /// Signs the links to media that the page carries; `nil` for a page without links.
  public var mediaLinks: MediaLinkSigner?
  /// Chance, for the rankers that have some in their order.
  public var noise: any FeedNoise
  /// For the reference ranker `ideal` alone.
  package var latent: (any LatentRelevance)?

  /// Makes a request for the first page of a refresh, or with a cursor for one of the next.
  ///
  /// The pages of one refresh have viewer, surface, refresh, paging and ranker in common; page size and
  /// `now` may differ.
  public init(
    viewer: MemberID?, surface: Surface, now: Double, pageSize: Int = 20, refresh: UInt32 = 0,
    cursor: FeedCursor? = nil, paging: FeedPaging = .keyset, mediaLinks: MediaLinkSigner? = nil,
    noise: any FeedNoise
  ) {
    precondition(pageSize >= 1, "a page of \(pageSize) posts")
    self.viewer = viewer
    self.surface = surface
    self.now = now
    self.pageSize = pageSize
    self.refresh = refresh
    self.cursor = cursor
    self.paging = paging
    self.mediaLinks = mediaLinks
    self.noise = noise
  }
}

extension FeedRequest {
  /// Where the next page of this request's refresh begins.
  ///
  /// - Parameters:
  ///   - bound: What ``Community/bound(of:)`` was at the first page.
  ///   - categories: Categories in the order of the first page, where there is an order of them.
  ///   - floor: What the oldest scored post was at the first page, where posts are scored.
  func cursor(
    bound: Int, categories: CategoryOrder? = nil, floor: Int? = nil,
    _ position: FeedCursor.Position
  ) -> FeedCursor {
    FeedCursor(
      refreshedAt: cursor?.refreshedAt ?? now, bound: bound, categories: categories, floor: floor,
      position: position)
  }
}

/// Where a page ended: the key of its last post in the order of the refresh.
///
/// A refresh stands still: its pages are those of the posts or contest entries, of the clock, of the
/// scored posts, of the order of categories and of the friends that its first page found, so that
/// whatever is published or entered meanwhile pushes nothing onto two pages. Visibility, counts and
/// affinities are those of the moment: a post whose score rises past the end of the last page is
/// missing until the next refresh, and only one whose score falls, as popularity does when a like is
/// taken back and a category's share when the viewer turns to another, can come a second time, or one
/// that stood first in a contest's feed as one's own and is not any more.
public struct FeedCursor: Sendable {
  /// What it holds, stored once for all that hold the cursor: calls and requests that carry one are
  /// copied more often than cursors are made.
  private final class Contents: Sendable {
    let refreshedAt: Double
    let bound: Int
    let categories: CategoryOrder?
    let floor: Int?
    let position: Position

    init(
      refreshedAt: Double, bound: Int, categories: CategoryOrder?, floor: Int?, position: Position
    ) {
      self.refreshedAt = refreshedAt
      self.bound = bound
      self.categories = categories
      self.floor = floor
      self.position = position
    }
  }

  private let contents: Contents

  init(
    refreshedAt: Double, bound: Int, categories: CategoryOrder?, floor: Int?, position: Position
  ) {
    contents = Contents(
      refreshedAt: refreshedAt, bound: bound, categories: categories, floor: floor,
      position: position)
  }

  /// The clock at the first page.
  var refreshedAt: Double { contents.refreshedAt }
  /// How many posts, or in a contest's feed entries, there were at the first page.
  var bound: Int { contents.bound }
  /// Categories in the order of the first page; `nil` where nothing is ordered by them.
  var categories: CategoryOrder? { contents.categories }
  /// The oldest post that was scored at the first page; `nil` where nothing is scored.
  var floor: Int? { contents.floor }
  var position: Position { contents.position }

  enum Position: Hashable, Sendable {
    /// Nothing was shown yet.
    case start
    /// Newest first: before this post.
    case before(PostID)
    /// In a preferred category, by its position: before this post.
    case inCategory(Int, before: PostID)
    /// Behind all preferred categories: before this post.
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
  }
}

extension FeedCursor: Hashable {
  public static func == (one: FeedCursor, other: FeedCursor) -> Bool {
    one.contents === other.contents
      || one.position == other.position && one.refreshedAt == other.refreshedAt
        && one.bound == other.bound && one.floor == other.floor
        && one.categories == other.categories
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(position)
    hasher.combine(refreshedAt)
  }
}

/// A post's position in an order by score: one's own first where the feed wants it, then the higher
/// score, then the newer post.
struct RankingKey: Hashable, Sendable {
  let isOwn: Bool
  let score: Double
  let post: PostID

  /// Whether this key stands before another.
  func precedes(_ other: RankingKey) -> Bool {
    if isOwn != other.isOwn && !Mutant.ownEntriesNotFirst.isPlanted { return isOwn }
    if score != other.score { return score > other.score }
    return Mutant.tiesOldestFirst.isPlanted ? post < other.post : post > other.post
  }
}
