extension Community {
  /// The number of posts, or in a contest's feed of entries of all contests: a refresh that begins now has candidates
  /// below it.
  public func bound(of surface: Surface) -> Int {
    surface == .contest ? entries.count : posts.count
  }

  /// Calls `body` with each post that may stand in the feed of a request, in no promised order; with none for an
  /// anonymous viewer.
  ///
  /// - Parameter bound: Posts from this identifier on, or in a contest's feed entries from this
  ///   number of entries on, are left out.
  /// - Complexity: O(posts that the feed could show): for rankers that must look at everything.
  public func forEachCandidate(
    for request: FeedRequest, bound: Int, _ body: (PostID) -> Void
  ) {
    guard let viewer = request.viewer, isMember(viewer) else { return }
    let bound = max(0, min(bound, self.bound(of: request.surface)))
    let scope = scope(of: request)
    func take(_ post: PostID) {
      if belongs(post, in: scope) { body(post) }
    }
    switch request.surface {
    case .contest:
      guard let running else { return }
      for entry in running.firstEntry..<max(running.firstEntry, bound) {
        take(entries.post[entry])
      }
    case .friends, .following:
      forEachSourced(of: request.surface, for: viewer) { if $0.index < bound { take($0) } }
    case .home, .latest, .global:
      for index in 0..<bound { take(PostID(index)) }
    }
  }

  /// Whether a post by somebody else than the viewer may stand in the feed of a request and is not among others. A page
  /// that is not full could have shown it.
  ///
  /// - Parameter shown: The posts that the refresh has, this page's included.
  /// - Complexity: O(posts that the feed could show).
  package func hasCandidate(for request: FeedRequest, besides shown: [PostID]) -> Bool {
    guard let viewer = request.viewer, isMember(viewer) else { return false }
    let bound = request.cursor?.bound ?? self.bound(of: request.surface)
    let shown = Set(shown)
    var isFound = false
    func take(_ post: PostID) -> Bool {
      isFound = isFound || (!isOwn(post, viewer) && !shown.contains(post))
      return !isFound
    }
    if request.surface == .contest {
      forEachCandidate(for: request, bound: bound) { _ = take($0) }
    } else {
      forEachNewest(of: scope(of: request), before: bound, take)
    }
    return isFound
  }
}
