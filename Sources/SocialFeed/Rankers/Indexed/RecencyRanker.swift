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

  public var leavesOut: Bool { false }

  public var fingerprint: RankerFingerprint { Self.kind }

  private static let kind = RankerFingerprint(descriptor.name)

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let bound = request.cursor?.bound ?? community.postCount
    if request.surface == .contest {
      community.fillEntries(of: &page, for: request) { index, count in count - 1 - index }
      return
    }
    let start =
      if case .before(let post)? = request.cursor?.position { post.index } else { bound }
    if let last = community.appendNewest(to: &page, before: start, for: request) {
      page.end(at: request.cursor(bound: bound, .before(last)))
    }
  }

  /// The age.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    community.columns([.ageHours], of: posts, for: request)
  }
}
