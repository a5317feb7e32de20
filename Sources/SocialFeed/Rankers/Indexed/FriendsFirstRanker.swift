/// Friends' posts first, then all others' posts, newest first in each.
///
/// Friends' posts are merged from their lists, and the others are those that a walk from the newest
/// post down finds. Who counts as a friend is settled at the first page of a refresh.
public struct FriendsFirstRanker: Ranker {
  public static let descriptor = RankerDescriptor(
    name: "friends-first", summary: "Friends' posts first, newest first; then all others.",
    order: "posts of friends before others; then created at, descending; then id, descending",
    surfaces: [.home, .latest, .global], make: { _ in FriendsFirstRanker() })

  public init() {}

  public var leavesOut: Bool { false }

  public var fingerprint: RankerFingerprint { Self.kind }

  private static let kind = RankerFingerprint(descriptor.name)

  /// The viewer's friends, too.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    let friends = request.viewer.map(community.sortedFriends) ?? []
    let bound = community.postCount
    return request.cursor(bound: bound, .amongFriends(before: PostID(bound), friends))
  }

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let start = request.cursor ?? start(of: request, in: community)
    let bound = start.bound
    let scope = community.scope(of: request)
    var position: FeedCursor.Position? = start.position
    while let current = position, page.count < request.pageSize {
      switch current {
      case .amongFriends(let before, let friends):
        let last = community.append(
          postsOf: friends, before: before, to: &page, in: scope, pageSize: request.pageSize)
        position =
          last.map { .amongFriends(before: $0, friends) }
          ?? .behindFriends(before: PostID(bound), friends)
      case .behindFriends(let before, let friends):
        let last = community.append(
          postsNotOf: friends, before: before, to: &page, in: scope, pageSize: request.pageSize)
        position = last.map { .behindFriends(before: $0, friends) }
      default: position = nil
      }
    }
    page.end(at: position.map { request.cursor(bound: bound, $0) })
  }

  /// Whether a friend is the author, and the age.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    community.columns([.isFriend, .ageHours], of: posts, for: request)
  }
}

extension Community {
  fileprivate func sortedFriends(of viewer: MemberID) -> [MemberID] {
    (0..<(friendCount(of: viewer) ?? 0)).map { friend(of: viewer, at: $0)! }.sorted()
  }

  /// Appends posts of some authors, and returns the last of a full page.
  fileprivate func append(
    postsOf authors: [MemberID], before: PostID, to page: inout FeedPage,
    in scope: borrowing FeedScope, pageSize: Int
  ) -> PostID? {
    var merge = NewestFirstMerge(authors, before: before.index, in: self)
    while let post = merge.next(in: self) {
      guard belongs(post, in: scope) else { continue }
      page.append(checked: post)
      if page.count == pageSize { return post }
    }
    return nil
  }

  /// Appends posts of all but some authors, who are sorted, and returns the last of a full page.
  fileprivate func append(
    postsNotOf authors: [MemberID], before: PostID, to page: inout FeedPage,
    in scope: borrowing FeedScope, pageSize: Int
  ) -> PostID? {
    var last: PostID?
    forEachNewest(of: scope, before: before.index) { post in
      if authors.containsSorted(posts.author[post.index]) { return true }
      page.append(checked: post)
      guard page.count == pageSize else { return true }
      last = post
      return false
    }
    return last
  }
}

extension [MemberID] {
  /// Whether a sorted array has an element. O(log *n*).
  fileprivate func containsSorted(_ element: MemberID) -> Bool {
    let index = indices.partition { self[$0] < element }
    return index < count && self[index] == element
  }
}
