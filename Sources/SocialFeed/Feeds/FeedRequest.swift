/// What a simulation knows and no backend could: how much a post is worth to a viewer.
package protocol LatentRelevance: AnyObject, Sendable {
  /// In `0...1`, at a time.
  func relevance(of post: PostID, for viewer: MemberID, isFriend: Bool, now: Double) -> Double
}

/// How the pages of a feed go on from one to the next.
@frozen public enum FeedPaging: UInt8, CaseIterable, Hashable, Sendable {
  /// Behind the last post of the page before, in an order that stands still for the refresh: a
  /// page costs what is on it.
  case keyset
  /// At a position of the current order, so that new posts push posts onto two pages, and deletions make others fall
  /// between two: only the noise of a refresh stays. For comparison; a page costs as much as all pages up to it.
  case offset
}

/// A request for a page of a feed.
///
/// Whatever its fields hold, ``Community/fill(_:for:by:)`` serves a page or throws a
/// ``FeedRequestError``.
public struct FeedRequest: Sendable {
  /// How many posts a page may have.
  public static let pageSizeLimit = 1000
  /// How many posts a page has by default.
  public static let usualPageSize = 20

  /// The viewer; `nil` for an anonymous viewer, who gets the newest posts.
  public var viewer: MemberID?
  /// Which feed.
  public var surface: Surface
  /// Seconds on the caller's clock; a number that is not finite is taken as the community's clock.
  public var now: Double
  /// How many posts a page has, in `1...1000` (``pageSizeLimit``).
  public var pageSize: Int
  /// Number of the viewer's refresh: the noise of a ranker is drawn once a refresh.
  public var refresh: UInt32
  /// Where the last page ended; `nil` for the first page of a refresh.
  public var cursor: FeedCursor?
  /// How the pages go on.
  public var paging: FeedPaging
  /// How many posts of the order stand before the first page, at least 0: for ``FeedPaging/offset``, where no
  /// cursor is needed to ask for any page; the others leave it aside, and a cursor goes before it.
  public var offset = 0
  /// Whether one's own posts stand on home among the others; they do not by default.
  public var includesOwnPosts = false
  /// Which posts are candidates on home.
  public var pool = FeedPool()
  /// What the viewer has looked at; without it no post has been.
  public var history: (any ViewingHistory)?
  /// The posts on the earlier pages of the refresh, in any order. Rankers whose scores change by what was shown
  /// or looked at (``FeatureSet/changesByLooks``) leave them out of its next pages and count their authors; the others
  /// read only the cursor.
  public var shown: [PostID] = []
  /// How many posts the viewer has looked at in the session so far.
  public var sessionLooks = 0
  /// Whether no run depends on the page, as when a user looks into a world: a ranker does not remember it.
  package var isHypothetical = false
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
  ///
  /// - Parameter noise: By default a ``KeyedNoise``.
  public init(
    viewer: MemberID?, surface: Surface, now: Double, pageSize: Int = Self.usualPageSize,
    refresh: UInt32 = 0,
    cursor: FeedCursor? = nil, paging: FeedPaging = .keyset, mediaLinks: MediaLinkSigner? = nil,
    noise: any FeedNoise = KeyedNoise()
  ) {
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
  /// The same request with everyone's posts on home, for a ranker that serves its own pages and knows no pool.
  var withoutPool: FeedRequest {
    var request = self
    request.pool = FeedPool()
    return request
  }

  /// Where the next page of this request's refresh begins.
  ///
  /// - Parameters:
  ///   - bound: What ``Community/bound(of:)`` was at the first page.
  ///   - categories: Categories in the order of the first page, where they have an order.
  ///   - floor: The oldest scored post at the first page, where posts are scored.
  ///   - voteMoment: The value of ``Community/voteMoment``, where votes decide; the one of the first page stays.
  func cursor(
    bound: Int, categories: CategoryOrder? = nil, floor: Int? = nil, voteMoment: Int? = nil,
    _ position: FeedCursor.Position
  ) -> FeedCursor {
    FeedCursor(
      of: surface, for: viewer, refreshedAt: cursor?.refreshedAt ?? now, bound: bound,
      categories: categories, floor: floor, voteMoment: cursor?.voteMoment ?? voteMoment,
      position: position)
  }
}
