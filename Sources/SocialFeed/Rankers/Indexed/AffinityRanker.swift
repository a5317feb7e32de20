/// Category affinity, lexicographic: posts of categories with an affinity above a threshold first,
/// by affinity of the category, newest first inside one; all other posts follow, newest first, those
/// without a category among them.
///
/// With the threshold 0, the default, every category that the viewer interacted with stands before
/// those without, however long ago that was: an affinity fades to less and less, but never to 0, and is 0 again only
/// when every interaction that added to it was taken back. Likes and saves can be; a view and a comment cannot. A
/// threshold above 0 makes the ranker forget: one of 0.05 forgets a single view, whose affinity is 2^(−age ÷
/// half-life), after 4.3 half-lives, 30 days, and a like, of three times that, after 5.9, 41 days.
///
/// The order of a viewer's categories is read from the affinities, the order inside one from its
/// list of posts; behind them the lists of the other categories are merged. A page touches the
/// posts on it, those between them that the viewer may not see, and a number for each category.
public struct AffinityRanker: Ranker {
  public static let descriptor = RankerDescriptor(
    name: "affinity",
    summary: "Posts of the categories that the viewer interacts with, newest first inside each.",
    order:
      "category affinity, descending, above the threshold; then created at, descending. "
      + "affinity(u, c) = sum of weight(kind) x 2^(-age / half-life) over u's interactions in c",
    surfaces: [.home],
    parameters: AffinityRule.parameters + [
      RankerParameter(
        name: "threshold", summary: "Categories of at most this affinity have no preference.",
        defaultValue: defaultThreshold, range: 0...1_000_000)
    ],
    hasFreeScale: true,
    make: { AffinityRanker(threshold: $0[5]) })

  /// The default: every category that the viewer interacted with is preferred.
  public static let defaultThreshold = 0.0

  /// Affinities of at most this are no preference.
  public let threshold: Double

  /// - Precondition: The threshold is at least 0.
  package init(threshold: Double = defaultThreshold) {
    require(threshold >= 0, "the threshold of a ranker is \(threshold), not at least 0")
    self.threshold = threshold
  }

  public var leavesOut: Bool { false }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(threshold)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  /// The viewer's categories in order, too.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    let categories =
      request.viewer.map {
        community.categories(of: $0, above: threshold, at: request.now)
      } ?? CategoryOrder()
    let bound = community.postCount
    return request.cursor(
      bound: bound, categories: categories, .inCategory(0, before: PostID(bound)))
  }

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let start = request.cursor ?? start(of: request, in: community)
    guard let preferred = start.categories else { return }
    let bound = start.bound
    let scope = community.scope(of: request)
    var position: FeedCursor.Position? = start.position
    while let current = position, page.count < request.pageSize {
      switch current {
      case .inCategory(let index, let before) where index < preferred.count:
        let category = preferred[index]
        position = fill(
          &page, from: category, at: index, before: before, in: scope, of: community,
          pageSize: request.pageSize, bound: bound)
      case .inCategory:
        position = .behindCategories(before: PostID(bound))
      case .behindCategories(let before):
        position = fillRest(
          &page, before: before, behind: preferred, in: scope, from: community,
          pageSize: request.pageSize)
      default: position = nil
      }
    }
    page.end(at: position.map { request.cursor(bound: bound, categories: preferred, $0) })
  }

  /// The affinity for the post's category, and the age; affinities up to the threshold count alike.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    community.columns([.affinity, .ageHours], of: posts, for: request)
  }

  /// Appends posts of a preferred category and returns where to go on.
  private func fill(
    _ page: inout FeedPage, from category: Int, at index: Int, before: PostID,
    in scope: borrowing FeedScope, of community: borrowing Community, pageSize: Int, bound: Int
  ) -> FeedCursor.Position {
    var next = community.firstIndex(in: category, notBefore: before)
    let posts = community.postsByCategory[category]
    while next > 0 {
      next -= 1
      let post = posts[next]
      guard community.belongs(post, in: scope) else { continue }
      page.append(checked: post)
      if page.count == pageSize { return .inCategory(index, before: post) }
    }
    return .inCategory(index + 1, before: PostID(bound))
  }

  /// Appends posts of all other categories and of none, and returns where to go on, or `nil` at the end.
  private func fillRest(
    _ page: inout FeedPage, before: PostID, behind preferred: CategoryOrder,
    in scope: borrowing FeedScope, from community: borrowing Community, pageSize: Int
  ) -> FeedCursor.Position? {
    // Each list's next index from the end, and the post there; a post number of -1 at its end.
    var indexes = InlineArray<65, Int>(repeating: 0)
    var heads = InlineArray<65, Int>(repeating: -1)
    let count = community.categoryListCount
    for category in 0..<count where !preferred.contains(category) {
      indexes[category] = community.firstIndex(in: category, notBefore: before)
      heads[category] = community.head(of: category, before: indexes[category])
    }
    while true {
      var newest = 0
      for category in 1..<count where heads[category] > heads[newest] {
        newest = category
      }
      guard heads[newest] >= 0 else { return nil }
      let post = PostID(heads[newest])
      indexes[newest] -= 1
      heads[newest] = community.head(of: newest, before: indexes[newest])
      guard community.belongs(post, in: scope) else { continue }
      page.append(checked: post)
      if page.count == pageSize { return .behindCategories(before: post) }
    }
  }
}

extension Community {
  /// How many lists by category may have posts: the last, of posts without one, is empty where the host
  /// gives each post a category, and a page does not read it then.
  fileprivate var categoryListCount: Int {
    postsByCategory[categoryCount].isEmpty ? categoryCount : categoryCount + 1
  }

  /// The number of the post before an index of a category's list, or -1 at its beginning.
  fileprivate func head(of category: Int, before index: Int) -> Int {
    index > 0 ? postsByCategory[category][index - 1].index : -1
  }
}
