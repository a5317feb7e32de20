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
      if let viewer = request.viewer,
        let authors = community.authors(of: request.surface, for: viewer)
      {
        merge(authors, before: start, onto: &page, for: request, from: community)
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
    _ authors: [MemberID], before start: Int, onto page: inout FeedPage, for request: FeedRequest,
    from community: borrowing Community
  ) -> PostID? {
    var merge = NewestFirstMerge(authors, in: community.postsByAuthor, before: start)
    while let post = merge.next(in: community.postsByAuthor) {
      guard community.belongs(post, in: request.surface, for: request.viewer) else { continue }
      page.append(post)
      if page.count == request.pageSize { return post }
    }
    return nil
  }
}

/// Posts of several authors, newest first: a heap of each author's newest post not yet taken.
private struct NewestFirstMerge {
  /// An author's list as places from `first` to `next`, of which `next` holds `post`.
  private struct Head {
    var post: UInt32
    var next: Int
    let first: Int
  }

  private var heap: [Head] = []

  /// - Complexity: O(authors × log posts of an author).
  init(_ authors: [MemberID], in lists: AdjacencyLists, before start: Int) {
    heap.reserveCapacity(authors.count)
    for author in authors {
      let range = lists.range(of: author.index)
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if Int(lists.element(at: middle)) < start { low = middle + 1 } else { high = middle }
      }
      guard low > range.lowerBound else { continue }
      heap.append(Head(post: lists.element(at: low - 1), next: low - 1, first: range.lowerBound))
    }
    for place in stride(from: heap.count / 2 - 1, through: 0, by: -1) { sift(place) }
  }

  mutating func next(in lists: AdjacencyLists) -> PostID? {
    guard let head = heap.first else { return nil }
    if head.next > head.first {
      heap[0].next -= 1
      heap[0].post = lists.element(at: head.next - 1)
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    if !heap.isEmpty { sift(0) }
    return PostID(rawValue: head.post)
  }

  private mutating func sift(_ start: Int) {
    var place = start
    while true {
      let (left, right) = (2 * place + 1, 2 * place + 2)
      var newest = place
      if left < heap.count && heap[left].post > heap[newest].post { newest = left }
      if right < heap.count && heap[right].post > heap[newest].post { newest = right }
      guard newest != place else { return }
      heap.swapAt(place, newest)
      place = newest
    }
  }
}
