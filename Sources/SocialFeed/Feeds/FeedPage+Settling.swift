extension FeedPage {
  /// Leaves out what a ranker from outside the module should not have appended: posts that there are not,
  /// that do not belong in the feed or are on the page already, and those behind the page's length.
  ///
  /// Rankers of the module do not append such posts, and their posts are not looked at.
  @inline(__always)
  package mutating func settle(for request: FeedRequest, in community: borrowing Community) {
    if isFromOutside { leaveOut(for: request, in: community) }
  }

  private mutating func leaveOut(for request: FeedRequest, in community: borrowing Community) {
    isFromOutside = false
    let scope = community.scope(of: request)
    var (kept, known) = ([PostID](), Set<PostID>())
    for post in posts where kept.count < request.pageSize {
      if community.isCandidate(post, in: scope) && known.insert(post).inserted {
        kept.append(post)
      }
    }
    replacePosts(kept)
  }
}

extension Community {
  /// Whether posts are on a page as a ranker could put them there: each belongs in the feed, whatever the pool of home,
  /// and none is there twice.
  ///
  /// - Complexity: O(posts); O(posts²) for a few.
  package func areCandidates(_ posts: [PostID], for request: FeedRequest) -> Bool {
    let scope = scope(of: request.withoutPool)
    guard posts.allSatisfy({ isCandidate($0, in: scope) }) else { return false }
    guard posts.count <= 32 else { return Set(posts).count == posts.count }
    return posts.indices.allSatisfy { index in !posts[..<index].contains(posts[index]) }
  }

  /// Whether a post stands in a feed: whether it belongs, and is by one of the feed's authors or an entry of
  /// the running contest where the feed is of those.
  func isCandidate(_ post: PostID, in scope: borrowing FeedScope) -> Bool {
    guard isPost(post), belongs(post, in: scope) else { return false }
    let author = posts.author[post.index]
    switch scope.surface {
    case .home, .latest, .global: return true
    case .contest:
      let entry = posts.entry[post.index]
      guard entry != PostColumns.noEntry, let running else { return false }
      return entries.contest[Int(entry)] == running.contest
    case .friends:
      guard let viewer = scope.viewer else { return false }
      return isOwn(post, viewer) || isFriend(viewer, author)
    case .following: return scope.viewer.map { isFollowing($0, author) } ?? false
    }
  }
}

extension FeedRequest {
  /// A cursor for a ranker from outside the module, which goes on at a position of its own.
  ///
  /// - Parameter position: Whatever the ranker wants to know at the next page, at best a few bytes. They come back from
  ///   clients as ``FeedCursor/ownPosition``, and may have been changed there.
  public func cursor(at position: [UInt8], in community: borrowing Community) -> FeedCursor {
    cursor(
      bound: cursor?.bound ?? community.bound(of: surface), voteMoment: community.voteMoment,
      .own(position))
  }
}

extension FeedCursor {
  /// The position of a ranker from outside the module; `nil` for the module's rankers.
  public var ownPosition: [UInt8]? {
    if case .own(let bytes) = position { bytes } else { nil }
  }
}
