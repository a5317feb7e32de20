/// A page of a feed: posts in order, with what an app shows of each, a column each.
///
/// A page can be filled again and again without an allocation.
public struct FeedPage: Sendable {
  /// Whom it is for; `nil` for an anonymous viewer.
  public private(set) var viewer: MemberID?
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
  /// The links of each post, one to each of its media in their order; empty when the request requests
  /// no links.
  public private(set) var mediaLinks: [[MediaLink]] = []
  /// Where the next page begins; `nil` when this is the last. A feed that ends with a full page is
  /// followed by an empty one, since rankers do not look ahead.
  public private(set) var next: FeedCursor?
  /// Whether the request's cursor was of another ranker, of other parameters or of the other paging, so that this is
  /// the first page of a feed that starts again.
  public private(set) var startedAgain = false
  /// The posts that a ranker that serves its own pages put onto the page and that were left out; none with other
  /// rankers.
  public private(set) var breaches = ServeBreaches()
  /// Why the ranker gave no order, so that the page has no meaning; `nil` where it gave one.
  public private(set) var failure: RankerFailure?
  /// Whether the ranker ordered all candidates of the refresh, so that it left none out and candidates that the page lacks
  /// came later.
  public private(set) var hasWholeOrder = false
  /// Whether a ranker from outside the module appended a post.
  var isFromOutside = false

  /// Makes an empty page, to be filled.
  public init() {}

  /// How many posts it has.
  public var count: Int { posts.count }

  /// Takes the posts off. The columns beside them follow when it is decorated.
  mutating func clear() {
    isFromOutside = false
    posts.removeAll(keepingCapacity: true)
    mediaLinks.removeAll(keepingCapacity: true)
    next = nil
    breaches = ServeBreaches()
    hasWholeOrder = false
    failure = nil
  }

  /// Records that the ranker has no order for this page: whoever runs a world ends it. The first failure stays.
  public mutating func fail(_ failure: RankerFailure) { self.failure = self.failure ?? failure }

  /// Appends a post, for a ranker from outside the module.
  ///
  /// When the ranker is done, the community leaves out what must not be shown: posts that there are not, that do not
  /// belong in the feed or are on the page already, and those behind the page's length. The ranker must put no post on
  /// two pages.
  public mutating func append(_ post: PostID) {
    isFromOutside = true
    posts.append(post)
  }

  /// Appends a post that belongs in the feed, is not on the page and has room there.
  package mutating func append(checked post: PostID) { posts.append(post) }

  /// Counts a post that is left out.
  mutating func count(_ breach: ServeBreach) { breaches[breach] += 1 }

  /// Counts posts that are left out.
  package mutating func count(_ breaches: ServeBreaches) { self.breaches += breaches }

  /// Records whether the ranker ordered all candidates of the refresh.
  package mutating func note(wholeOrder: Bool) { hasWholeOrder = wholeOrder }

  mutating func replacePosts(_ posts: [PostID]) { self.posts = posts }

  /// Records where the next page begins; `nil` when this is the last.
  public mutating func end(at cursor: FeedCursor?) { next = cursor }

  /// Records the run and the ranker of the page and its end.
  mutating func seal(_ run: UInt64, _ ranker: RankerFingerprint, startedAgain: Bool) {
    next?.seal(run, ranker)
    self.startedAgain = startedAgain
  }

  mutating func removeFirst(_ count: Int) { posts.removeFirst(min(count, posts.count)) }

  /// Fills the columns beside the posts.
  mutating func decorate(for request: FeedRequest, in community: borrowing Community) {
    decorate(for: request.viewer, in: community)
    guard let signer = request.mediaLinks else { return }
    // A link expires at a whole second that an integer can hold.
    let now = min(max(request.now, -0x1p53), 0x1p53)
    for post in posts {
      mediaLinks.append(community.details[post].media.map { signer.link(to: $0.key, now: now) })
    }
  }

  /// Column by column, so that the look-ups of one column, which mostly miss the caches in a large
  /// community, do not wait for each other.
  private mutating func decorate(for viewer: MemberID?, in community: borrowing Community) {
    self.viewer = viewer
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
    community.ties.fill(&isFromFriend, of: authors, for: viewer)
    community.likes.fill(&isLiked, of: posts, by: viewer)
    community.saves.fill(&isSaved, of: posts, by: viewer)
  }
}
