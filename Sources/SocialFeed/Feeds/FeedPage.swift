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
  /// The contest that the post takes or took part in.
  public private(set) var contestTags: [ContestID?] = []
  /// Where the next page begins; `nil` when this is the last. A feed that ends with a full page is
  /// followed by an empty one, since nobody looks ahead.
  public private(set) var next: FeedCursor?

  /// Makes an empty page, to be filled.
  public init() {}

  /// How many posts it has.
  public var count: Int { posts.count }

  mutating func clear() {
    posts.removeAll(keepingCapacity: true)
    authors.removeAll(keepingCapacity: true)
    isFromFriend.removeAll(keepingCapacity: true)
    isLiked.removeAll(keepingCapacity: true)
    isSaved.removeAll(keepingCapacity: true)
    likeCounts.removeAll(keepingCapacity: true)
    commentCounts.removeAll(keepingCapacity: true)
    contestTags.removeAll(keepingCapacity: true)
    next = nil
  }

  mutating func append(_ post: PostID) { posts.append(post) }

  mutating func end(at cursor: FeedCursor?) { next = cursor }

  /// Fills the columns beside the posts.
  mutating func decorate(for viewer: MemberID?, in community: borrowing Community) {
    for post in posts {
      let author = community.posts.author[post.index]
      authors.append(author)
      likeCounts.append(Int(community.likes.count(of: post.index)))
      commentCounts.append(Int(community.posts.comments[post.index]))
      let entry = community.posts.entry[post.index]
      contestTags.append(
        entry == PostColumns.noEntry ? nil : community.entries.contest[Int(entry)])
      isFromFriend.append(viewer.map { community.isFriend($0, author) } ?? false)
      isLiked.append(viewer.map { community.isLiked(post, by: $0) } ?? false)
      isSaved.append(viewer.map { community.isSaved(post, by: $0) } ?? false)
    }
  }
}

extension Community {
  /// Serves a page of a feed.
  ///
  /// - Parameters:
  ///   - page: Filled anew with at most `request.pageSize` posts that the viewer may see.
  ///   - ranker: The order. Somebody who is not known gets the newest first whatever the ranker.
  public func fill(_ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker) {
    page.clear()
    if request.viewer == nil {
      RecencyRanker().fill(&page, for: request, from: self)
    } else {
      ranker.fill(&page, for: request, from: self)
    }
    precondition(page.count <= request.pageSize, "a page of \(page.count) posts")
    page.decorate(for: request.viewer, in: self)
  }
}
