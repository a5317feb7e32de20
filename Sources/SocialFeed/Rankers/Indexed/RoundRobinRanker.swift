/// One post of each category in turn, newest first within a category; the categories in the order
/// of their newest posts.
///
/// The order of the categories is settled at the first page of a refresh. A category that has no
/// more posts is passed over. A page costs a place in each category's list, the posts on it and
/// those between them that the viewer may not see.
public struct RoundRobinRanker: Ranker {
  public static let descriptor = RankerDescriptor(
    name: "round-robin", summary: "One post of each category in turn, newest first in each.",
    order: "round, then the category's newest post, descending; the n-th newest post of a category "
      + "is in round n",
    surfaces: [.home, .latest, .global], make: { _ in RoundRobinRanker() })

  public init() {}

  /// The order of the categories, too.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    let before = Array(
      repeating: PostID(community.postCount), count: community.categoryCount)
    let start = request.cursor(bound: community.postCount, .inRound(place: 0, before: before))
    let order = CategoryRound(request, from: start, of: community).categoriesByNewest(in: community)
    return request.cursor(bound: start.bound, categories: order, start.position)
  }

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let start = request.cursor ?? start(of: request, in: community)
    guard let order = start.categories else {
      preconditionFailure("a cursor of another ranker: \(start.position)")
    }
    var round = CategoryRound(request, from: start, of: community)
    var isExhausted = order.count == 0
    var place = round.firstPlace
    // Categories passed over since the last post: once all are, the feed has ended.
    var passed = 0
    while page.count < request.pageSize && !isExhausted {
      if let post = round.takeNext(of: order[place], in: community) {
        page.append(post)
        passed = 0
      } else {
        passed += 1
      }
      place = (place + 1) % order.count
      isExhausted = passed == order.count
    }
    guard !isExhausted else { return }
    page.end(
      at: request.cursor(
        bound: start.bound, categories: order, .inRound(place: place, before: round.before)))
  }
}

/// How far each category's posts were taken.
private struct CategoryRound {
  let surface: Surface
  let viewer: MemberID?
  let firstPlace: Int
  /// The last post taken of each category, or the bound where none was.
  private(set) var before: [PostID]
  /// The place in each category's list before which its next post is.
  private var places: InlineArray<64, Int>

  init(_ request: FeedRequest, from start: FeedCursor, of community: borrowing Community) {
    guard case .inRound(let place, let before) = start.position else {
      preconditionFailure("a cursor of another ranker: \(start.position)")
    }
    surface = request.surface
    viewer = request.viewer
    (firstPlace, self.before) = (place, before)
    places = InlineArray(repeating: 0)
    for category in before.indices {
      places[category] = community.firstPlace(in: category, notBefore: before[category])
    }
  }

  /// Takes the newest post of a category that was not taken, if there is one.
  mutating func takeNext(of category: Int, in community: borrowing Community) -> PostID? {
    guard let next = next(of: category, in: community) else {
      places[category] = 0
      before[category] = PostID(0)
      return nil
    }
    places[category] = next.place
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
      var place = order.count
      while place > 0 && newest[order[place - 1]] < post.index { place -= 1 }
      order.insert(category, at: place)
    }
    return order
  }

  private func next(
    of category: Int, in community: borrowing Community
  ) -> (post: PostID, place: Int)? {
    var place = places[category]
    while place > 0 {
      place -= 1
      let post = community.postsByCategory[category][place]
      if community.belongs(post, in: surface, for: viewer) { return (post, place) }
    }
    return nil
  }
}
