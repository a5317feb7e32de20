/// A page of a feed: posts in order, with what an app shows of each, a column each.
///
/// A page can be filled again and again without an allocation.
public struct FeedPage: Sendable {
  /// In the order of the feed.
  public private(set) var posts: [PostID] = []
  /// Who posted each.
  public private(set) var authors: [MemberID] = []
  /// Whether a friend of the viewer posted it.
  public private(set) var isFromFriend: [Bool] = []
  /// Whether the viewer likes it, and has saved it, at the time of the request.
  public private(set) var isLiked: [Bool] = []
  public private(set) var isSaved: [Bool] = []
  /// Counts over all members at the time of the request.
  public private(set) var likeCounts: [Int] = []
  public private(set) var commentCounts: [Int] = []
  public private(set) var saveCounts: [Int] = []
  /// The contest that the post takes or took part in.
  public private(set) var contestTags: [ContestID?] = []
  /// A link to each post's media, or `nil` for a post without; empty when the request requests no
  /// links.
  public private(set) var mediaLinks: [MediaLink?] = []
  /// Where the next page begins; `nil` when this is the last. A feed that ends with a full page is
  /// followed by an empty one, since nobody looks ahead.
  public private(set) var next: FeedCursor?

  /// Makes an empty page, to be filled.
  public init() {}

  /// How many posts it has.
  public var count: Int { posts.count }

  /// Takes the posts off. The columns beside them follow when it is decorated.
  mutating func clear() {
    posts.removeAll(keepingCapacity: true)
    mediaLinks.removeAll(keepingCapacity: true)
    next = nil
  }

  mutating func append(_ post: PostID) { posts.append(post) }

  mutating func end(at cursor: FeedCursor?) { next = cursor }

  mutating func removeFirst(_ count: Int) { posts.removeFirst(min(count, posts.count)) }

  /// Fills the columns beside the posts.
  mutating func decorate(for request: FeedRequest, in community: borrowing Community) {
    decorate(for: request.viewer, in: community)
    guard let signer = request.mediaLinks else { return }
    for post in posts {
      mediaLinks.append(
        community.details[post].media.map { signer.link(to: $0.key, now: request.now) })
    }
  }

  /// Column by column, so that the look-ups of one column, which mostly miss the caches in a large
  /// community, do not wait for each other.
  private mutating func decorate(for viewer: MemberID?, in community: borrowing Community) {
    let (count, posts) = (count, posts)
    let (author, comments) = (community.posts.author, community.posts.comments)
    let (entry, contest) = (community.posts.entry, community.entries.contest)
    authors.refill(count, from: MemberID(0)) { author[posts[$0].index] }
    commentCounts.refill(count, from: 0) { Int(comments[posts[$0].index]) }
    community.likes.fill(&likeCounts, of: posts)
    community.saves.fill(&saveCounts, of: posts)
    contestTags.refill(count, from: nil) {
      let entry = entry[posts[$0].index]
      return entry == PostColumns.noEntry ? nil : contest[Int(entry)]
    }
    guard let viewer else {
      isFromFriend.refill(count, from: false) { _ in false }
      isLiked.refill(count, from: false) { _ in false }
      isSaved.refill(count, from: false) { _ in false }
      return
    }
    let authors = authors
    isFromFriend.refill(count, from: false) { community.ties.isFriend(viewer, authors[$0]) }
    isLiked.refill(count, from: false) { community.likes.contains(viewer, posts[$0]) }
    isSaved.refill(count, from: false) { community.saves.contains(viewer, posts[$0]) }
  }
}

extension Community {
  /// Serves a page of a feed.
  ///
  /// - Parameters:
  ///   - page: Filled anew with at most `request.pageSize` posts that the viewer may see.
  ///   - ranker: The order. An anonymous viewer gets the newest first whatever the ranker.
  public func fill(_ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker) {
    page.clear()
    switch request.paging {
    case .keyset: order(&page, for: request, by: ranker)
    case .offset: orderByOffset(&page, for: request, by: ranker)
    }
    precondition(page.count <= request.pageSize, "a page of \(page.count) posts")
    page.decorate(for: request, in: self)
  }

  private func order(_ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker) {
    if request.viewer == nil {
      RecencyRanker().fill(&page, for: request, from: self)
    } else {
      ranker.fill(&page, for: request, from: self)
    }
  }

  /// Requests one long first page as the order is now, and keeps its end.
  private func orderByOffset(
    _ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker
  ) {
    let start: Int
    switch request.cursor?.position {
    case nil: start = 0
    case .offset(let position)?: start = position
    case let position?: preconditionFailure("a cursor of keyset paging: \(position)")
    }
    var whole = request
    whole.cursor = nil
    whole.shown = []
    whole.pageSize = start + request.pageSize
    order(&page, for: whole, by: ranker)
    page.removeFirst(start)
    if page.next != nil {
      page.end(at: request.cursor(bound: bound(of: request.surface), .offset(whole.pageSize)))
    }
  }
}
