/// Newest first: by time of creation, then by identifier, both descending; entries of a contest by
/// submission, one's own first.
///
/// Posts are numbered in order of creation, so that the order is known from the numbers: a page
/// touches the posts on it and those between them that the viewer may not see. A feed of some
/// authors merges their posts from the newest on.
public struct RecencyRanker: Ranker {
  public static let descriptor = RankerDescriptor(
    name: "recency", summary: "Newest first.",
    order: "created at, descending; then id, descending",
    surfaces: Surface.allCases, make: { _ in RecencyRanker() })

  public init() {}

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let bound = request.cursor?.bound ?? community.postCount
    if request.surface == .contest {
      community.fillEntries(of: &page, for: request) { place, count in count - 1 - place }
      return
    }
    let start =
      if case .before(let post)? = request.cursor?.position { post.index } else { bound }
    let last =
      if let viewer = request.viewer, request.surface == .friends || request.surface == .following {
        merge(for: viewer, before: start, onto: &page, for: request, from: community)
      } else {
        scan(before: start, onto: &page, for: request, from: community)
      }
    if let last { page.end(at: request.cursor(bound: bound, .before(last))) }
  }

  /// Appends the newest posts before a place, and returns the last of a full page.
  private func scan(
    before start: Int, onto page: inout FeedPage, for request: FeedRequest,
    from community: borrowing Community
  ) -> PostID? {
    // Somebody who is not known has no friends and follows nobody.
    if request.viewer == nil && (request.surface == .friends || request.surface == .following) {
      return nil
    }
    var index = start
    while index > 0 {
      index -= 1
      let post = PostID(index)
      guard community.belongs(post, in: request.surface, for: request.viewer) else { continue }
      page.append(post)
      if page.count == request.pageSize { return post }
    }
    return nil
  }

  private func merge(
    for viewer: MemberID, before start: Int, onto page: inout FeedPage, for request: FeedRequest,
    from community: borrowing Community
  ) -> PostID? {
    var merge = NewestFirstMerge(request.surface, for: viewer, before: start, in: community)
    while let post = merge.next(in: community) {
      guard community.belongs(post, in: request.surface, for: viewer) else { continue }
      page.append(post)
      if page.count == request.pageSize { return post }
    }
    return nil
  }
}
