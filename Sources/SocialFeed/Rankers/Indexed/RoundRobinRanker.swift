/// One post of each category in turn, newest first within a category; the categories in the order
/// of their newest posts. Posts without a category have no turn: they stand behind all others, newest
/// first.
///
/// The order of the categories is settled at the first page of a refresh. A category that has no
/// more posts is skipped. A page costs a search in each category's list, the posts on it and
/// those between them that the viewer may not see.
public struct RoundRobinRanker: Ranker {
  public static let descriptor = RankerDescriptor(
    name: "round-robin", summary: "One post of each category in turn, newest first in each.",
    order: "round, then the category's newest post, descending; the n-th newest post of a category "
      + "is in round n; posts without a category come last",
    surfaces: [.home, .latest, .global], make: { _ in RoundRobinRanker() })

  public init() {}

  public var leavesOut: Bool { false }

  public var fingerprint: RankerFingerprint { Self.kind }

  private static let kind = RankerFingerprint(descriptor.name)

  /// The order of the categories, too.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    let before = Array(
      repeating: PostID(community.postCount), count: community.categoryCount)
    let start = request.cursor(bound: community.postCount, .inRound(position: 0, before: before))
    let order = CategoryRound(request, from: start, of: community)?.categoriesByNewest(
      in: community)
    return request.cursor(bound: start.bound, categories: order, start.position)
  }

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let start = request.cursor ?? start(of: request, in: community)
    if case .behindCategories(let before) = start.position {
      return fillRest(&page, before: before, for: request, from: community, bound: start.bound)
    }
    guard let order = start.categories,
      var round = CategoryRound(request, from: start, of: community)
    else { return }
    var isExhausted = order.count == 0
    var position = round.firstPosition
    // Categories skipped since the last post: once all are, the feed has ended.
    var passed = 0
    while page.count < request.pageSize && !isExhausted {
      if let post = round.takeNext(of: order[position], in: community) {
        page.append(checked: post)
        passed = 0
      } else {
        passed += 1
      }
      position = (position + 1) % order.count
      isExhausted = passed == order.count
    }
    guard !isExhausted else {
      let before = PostID(start.bound)
      return fillRest(&page, before: before, for: request, from: community, bound: start.bound)
    }
    page.end(
      at: request.cursor(
        bound: start.bound, categories: order, .inRound(position: position, before: round.before)))
  }

  /// Appends posts without a category.
  private func fillRest(
    _ page: inout FeedPage, before: PostID, for request: FeedRequest,
    from community: borrowing Community, bound: Int
  ) {
    let list = community.categoryCount
    let posts = community.postsByCategory[list]
    if posts.isEmpty { return }
    let scope = community.scope(of: request)
    var next = community.firstIndex(in: list, notBefore: before)
    while next > 0 {
      next -= 1
      guard community.belongs(posts[next], in: scope) else { continue }
      page.append(checked: posts[next])
      if page.count == request.pageSize {
        return page.end(at: request.cursor(bound: bound, .behindCategories(before: posts[next])))
      }
    }
  }

  /// The round, from 1, of a post that has a category, and the age.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    var rounds = [Int](repeating: 0, count: community.categoryCount)
    let round: [Double?] = posts.map { post in
      let category = Int(community.posts.category[post.index])
      guard category < rounds.count else { return nil }
      rounds[category] += 1
      return Double(rounds[category])
    }
    return [RankingColumn("round", round)]
      + community.columns([.ageHours], of: posts, for: request)
  }
}

/// How far each category's posts were taken.
private struct CategoryRound {
  private let scope: FeedScope
  let firstPosition: Int
  /// The last post taken of each category, or the bound where none was.
  private(set) var before: [PostID]
  /// The position in each category's list before which its next post is.
  private var positions: InlineArray<64, Int>

  /// - Returns: `nil` when the start is no position of a round.
  init?(_ request: FeedRequest, from start: FeedCursor, of community: borrowing Community) {
    guard case .inRound(let position, let before) = start.position else { return nil }
    scope = community.scope(of: request)
    (firstPosition, self.before) = (position, before)
    positions = InlineArray(repeating: 0)
    for category in before.indices {
      positions[category] = community.firstIndex(in: category, notBefore: before[category])
    }
  }

  /// Takes the newest post of a category that was not taken, if there is one.
  mutating func takeNext(of category: Int, in community: borrowing Community) -> PostID? {
    guard let next = next(of: category, in: community) else {
      positions[category] = 0
      before[category] = PostID(0)
      return nil
    }
    positions[category] = next.position
    before[category] = next.post
    return next.post
  }

  /// The categories that have posts, the one with the newest first.
  func categoriesByNewest(in community: borrowing Community) -> CategoryOrder {
    var order = CategoryOrder()
    var newest = InlineArray<64, Int>(repeating: -1)
    for category in before.indices {
      guard let post = next(of: category, in: community)?.post else { continue }
      newest[category] = post.index
      var position = order.count
      while position > 0 && newest[order[position - 1]] < post.index { position -= 1 }
      order.insert(category, at: position)
    }
    return order
  }

  private func next(
    of category: Int, in community: borrowing Community
  ) -> (post: PostID, position: Int)? {
    var position = positions[category]
    while position > 0 {
      position -= 1
      let post = community.postsByCategory[category][position]
      if community.belongs(post, in: scope) { return (post, position) }
    }
    return nil
  }
}
