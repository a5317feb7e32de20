/// A ranker that changes the order of another, window by window.
///
/// The other ranker's order is taken in windows of so many posts; this one orders each anew and
/// shows all of it before the next. In a contest's feed one's own entries stay first. A post's *rank
/// score* is 1 − *r* / window, where *r* is its position in the window, from 0.
///
/// A cursor holds where its window begins and what was shown of it, so that no post comes twice even
/// if the window changes meanwhile.
protocol Reranker: Ranker {
  /// The ranker whose order is changed.
  var inner: any Ranker { get }
  /// How many posts are ordered together.
  var window: Int { get }
  /// What the new order depends on besides the other order; empty by default.
  var features: [RankerFeature] { get }

  /// The posts of a window that are to be shown next, in order, with their scores.
  ///
  /// - Parameter limit: At most so many, at least 1.
  func order(_ window: RankedWindow, limit: Int) -> [RankedWindow.Choice]
}

/// A window of a ranker's order, and what was shown of it before.
struct RankedWindow {
  /// In the order of the other ranker, those shown before included.
  var posts: [RankedPost] = []
  /// The shown posts of the window, or of the former window, in order.
  var shown: [RankedPost] = []
  /// How often the viewer has looked at a post.
  let looks: (PostID) -> Int

  /// A post with what makes it like another.
  struct RankedPost {
    let post: PostID
    let author: MemberID
    /// The number of its category; of a post without one, the number behind the last category.
    let category: UInt8
    let hasCategory: Bool
    /// 1 − *r* / window.
    let rankScore: Double
    let isShown: Bool
  }

  /// A post that is to be shown.
  struct Choice {
    let post: PostID
    /// `nil` for a viewer's own entry of a contest, which stands first without one.
    let rankScore: Double?
    let score: Double?

    init(_ ranked: RankedPost, score: Double) {
      (post, rankScore, self.score) = (ranked.post, ranked.rankScore, score)
    }

    fileprivate init(own post: PostID) { (self.post, rankScore, score) = (post, nil, nil) }
  }
}

extension Reranker {
  public var changesByLooks: Bool { inner.changesByLooks }

  public var needsLatentRelevance: Bool { inner.needsLatentRelevance }

  public var leavesOut: Bool { inner.leavesOut }

  public var failure: RankerFailure? { inner.failure }

  public var learns: Bool { inner.learns }

  public func learn(_ events: [RankerEvent]) { inner.learn(events) }

  public func endWorld() { inner.endWorld() }

  /// What the other ranker settles.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    let start = inner.start(of: request, in: community)
    return request.cursor(bound: start.bound, .inWindow(from: start, shown: []))
  }

  var features: [RankerFeature] { [] }

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let inner = choose(for: request, from: community) { page.append(checked: $0.post) }
    page.end(at: inner.next)
    page.note(wholeOrder: inner.hasWholeOrder)
    if let failure = inner.failure { page.fail(failure) }
  }

  /// The score and the rank score, what the new order depends on, and the columns of the other ranker.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    guard !posts.isEmpty else { return [] }
    var (page, choices) = (request, [PostID: RankedWindow.Choice]())
    page.pageSize = posts.count
    _ = choose(for: page, from: community) { choices[$0.post] = $0 }
    let inner = inner.columns(of: posts, for: request, from: community)
    let known = features.filter { feature in !inner.contains { $0.name == feature.name } }
    let own = [
      RankingColumn(RankingColumn.score, posts.map { choices[$0]?.score }),
      RankingColumn("rank_score", posts.map { choices[$0]?.rankScore }),
    ]
    return inner.ordered(by: own)
      + community.columns(known, of: posts, for: request).filter { column in
        !inner.contains { $0.name == column.name }
      }
  }

  /// Chooses the posts of a page.
  ///
  /// - Parameter take: Called for each, in order.
  /// - Returns: Where the next page begins, `nil` at the end; whether the other ranker has ordered all candidates; and why
  ///   it gave no order.
  private func choose(
    for request: FeedRequest, from community: borrowing Community,
    _ take: (RankedWindow.Choice) -> Void
  ) -> (next: FeedCursor?, hasWholeOrder: Bool, failure: RankerFailure?) {
    var rest = request.pageSize
    let cursor = request.cursor ?? start(of: request, in: community)
    guard case .inWindow(var start, var shown) = cursor.position else { return (nil, false, nil) }
    var innerRequest = request
    innerRequest.pageSize = window
    innerRequest.isWindow = true
    var innerPage = FeedPage()
    while true {
      innerRequest.cursor = start
      innerPage.clear()
      inner.fill(&innerPage, for: innerRequest, from: community)
      if let failure = innerPage.failure { return (nil, false, failure) }
      innerPage.settle(for: innerRequest, in: community)
      let chosen = choose(
        from: innerPage.posts, shown: shown, limit: rest, for: request, in: community)
      for choice in chosen { take(choice) }
      let posts = chosen.map(\.post)
      shown += posts
      rest -= posts.count
      if rest == 0 {
        let next = request.cursor(bound: cursor.bound, .inWindow(from: start, shown: shown))
        return (next, innerPage.hasWholeOrder, nil)
      }
      guard let next = innerPage.next else { return (nil, innerPage.hasWholeOrder, nil) }
      (start, shown) = (next, [])
    }
  }

  private func choose(
    from posts: [PostID], shown: [PostID], limit: Int, for request: FeedRequest,
    in community: borrowing Community
  ) -> [RankedWindow.Choice] {
    var ranked = RankedWindow(posts, of: window, shown: shown, for: request, in: community)
    // In a contest's feed one's own entries stay first, in the other ranker's order.
    let own = request.surface == .contest ? ranked.takeOwn(of: request.viewer, in: community) : []
    let first = own.prefix(limit).map(RankedWindow.Choice.init(own:))
    return first.count == limit ? first : first + order(ranked, limit: limit - first.count)
  }
}

extension RankedWindow {
  fileprivate init(
    _ posts: [PostID], of window: Int, shown: [PostID], for request: FeedRequest,
    in community: borrowing Community
  ) {
    let (history, viewer, now) = (request.history, request.viewer, request.now)
    looks = { post in
      viewer.flatMap { history?.looks(of: $0, at: post, now: now) } ?? 0
    }
    for (position, post) in posts.enumerated() {
      self.posts.append(
        RankedPost(
          post: post, author: community.posts.author[post.index],
          category: community.posts.category[post.index],
          hasCategory: community.category(of: post) != nil,
          rankScore: 1 - Double(position) / Double(window), isShown: shown.contains(post)))
    }
    for post in shown {
      self.shown.append(
        RankedPost(
          post: post, author: community.posts.author[post.index],
          category: community.posts.category[post.index],
          hasCategory: community.category(of: post) != nil,
          rankScore: 0, isShown: true))
    }
  }

  /// Takes a viewer's own posts out and returns those that were not shown, in order.
  fileprivate mutating func takeOwn(
    of viewer: MemberID?, in community: borrowing Community
  ) -> [PostID] {
    var (own, others): ([PostID], [RankedPost]) = ([], [])
    for ranked in posts {
      if !community.isOwn(ranked.post, viewer) {
        others.append(ranked)
      } else if !ranked.isShown {
        own.append(ranked.post)
      }
    }
    posts = others
    var shownOthers: [RankedPost] = []
    for ranked in shown where !community.isOwn(ranked.post, viewer) { shownOthers.append(ranked) }
    shown = shownOthers
    return own
  }
}

extension RankerParameter {
  static let window = RankerParameter(
    name: "window", summary: "How many posts of the other order are ordered together.",
    unit: "posts", defaultValue: 100, range: 20...1000, isWhole: true)
}
