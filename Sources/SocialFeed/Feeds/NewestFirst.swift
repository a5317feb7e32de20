extension Community {
  /// Appends the newest posts of a feed before a position until the page is full.
  ///
  /// A feed of all posts is read from the position down, and posts that do not belong are skipped; a feed of
  /// some authors merges their posts from the newest on.
  ///
  /// - Returns: The last post of a full page; `nil` when the feed ended before.
  func appendNewest(
    to page: inout FeedPage, before start: Int, for request: FeedRequest
  ) -> PostID? {
    var last: PostID?
    forEachNewest(of: scope(of: request), before: start) { post in
      page.append(checked: post)
      guard page.count == request.pageSize else { return true }
      last = post
      return false
    }
    return last
  }

  /// Calls `body` with the posts of a feed before a position, newest first, until it returns `false`;
  /// the contest's feed apart.
  @inline(__always)
  func forEachNewest(
    of scope: borrowing FeedScope, before start: Int, _ body: (PostID) -> Bool
  ) {
    let (surface, viewer) = (scope.surface, scope.viewer)
    if let viewer, surface == .friends || surface == .following {
      var merge = NewestFirstMerge(surface, for: viewer, before: start, in: self)
      while let post = merge.next(in: self) {
        if belongs(post, in: scope) && !body(post) { return }
      }
      return
    }
    // An anonymous viewer has no friends and follows nobody.
    if viewer == nil && (surface == .friends || surface == .following) { return }
    var end = start
    while end > 0 {
      let base = (end - 1) / 64 * 64
      var posts = scope.ofAudience(.max >> UInt64(64 - (end - base)), from: base, in: self)
      while posts != 0 {
        let bit = 63 - posts.leadingZeroBitCount
        posts &= ~(1 << UInt64(bit))
        let post = PostID(base + bit)
        if belongs(post, in: scope) && !body(post) { return }
      }
      end = base
    }
  }
}
