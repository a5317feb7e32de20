extension Community {
  /// Appends the newest posts of a feed before a place until the page is full.
  ///
  /// A feed of all posts is walked from the place down, past those that do not belong; a feed of
  /// some authors merges their posts from the newest on.
  ///
  /// - Returns: The last post of a full page; `nil` when the feed ended before.
  func appendNewest(
    to page: inout FeedPage, before start: Int, for request: FeedRequest
  ) -> PostID? {
    var last: PostID?
    forEachNewest(of: request.surface, for: request.viewer, before: start) { post in
      page.append(post)
      guard page.count == request.pageSize else { return true }
      last = post
      return false
    }
    return last
  }

  /// Gathers the newest posts of a feed of all posts, in no promised order: of those before `bound`
  /// and not before `floor`, at most `limit`.
  ///
  /// The posts are gone through in blocks. What is open to all is taken by its flag alone, without a
  /// branch that a processor could guess wrong; of the others, which a block has few of, each is asked
  /// for.
  ///
  /// - Returns: The posts, and where the search ended: the oldest of `limit` posts, or else `floor`.
  func newestPosts(
    of surface: Surface, for viewer: MemberID, before bound: Int, from floor: Int, atMost limit: Int
  ) -> (posts: [PostID], end: Int) {
    let room = max(0, min(limit, bound - floor))
    var posts = [PostID](repeating: PostID(0), count: room)
    var (end, count) = (bound, 0)
    var others = InlineArray<64, UInt32>(repeating: 0)
    while end - floor >= 64 && count + 64 <= room {
      end -= 64
      let otherCount = takeOpen(
        end, of: surface, for: viewer, into: &posts, &count, others: &others)
      for place in 0..<otherCount {
        let post = PostID(rawValue: others[place])
        if belongs(post, in: surface, for: viewer) {
          posts[count] = post
          count += 1
        }
      }
    }
    while end > floor && count < room {
      end -= 1
      if belongs(PostID(end), in: surface, for: viewer) {
        posts[count] = PostID(end)
        count += 1
      }
    }
    posts.removeLast(room - count)
    return (posts, end)
  }

  /// Takes what of 64 posts from a place on is open to all and belongs in a feed.
  ///
  /// - Parameters:
  ///   - posts: With room for 64 more than `count`, which is how many there are, and grows.
  ///   - others: Filled from its beginning with those that have to be asked for.
  /// - Returns: How many those are.
  private func takeOpen(
    _ first: Int, of surface: Surface, for viewer: MemberID, into posts: inout [PostID],
    _ count: inout Int, others: inout InlineArray<64, UInt32>
  ) -> Int {
    let isOpen = self.posts.isOpen.span.extracting(first..<first + 64)
    let author = self.posts.author.span.extracting(first..<first + 64)
    var posts = posts.mutableSpan
    let seesAllOpen = !hasBlocks(viewer)
    let takesOwn = surface != .home
    var (taken, otherCount) = (count, 0)
    for place in 0..<64 {
      let isOpen = isOpen[place] && seesAllOpen
      let post = PostID(first + place)
      posts[taken] = post
      taken += isOpen && (takesOwn || author[place] != viewer) ? 1 : 0
      others[otherCount] = post.rawValue
      otherCount += isOpen ? 0 : 1
    }
    count = taken
    return otherCount
  }

  /// Calls `body` with the posts of a feed before a place, newest first, until it returns `false`;
  /// the contest's feed apart.
  @inline(__always)
  func forEachNewest(
    of surface: Surface, for viewer: MemberID?, before start: Int, _ body: (PostID) -> Bool
  ) {
    if let viewer, surface == .friends || surface == .following {
      var merge = NewestFirstMerge(surface, for: viewer, before: start, in: self)
      while let post = merge.next(in: self) {
        if belongs(post, in: surface, for: viewer) && !body(post) { return }
      }
      return
    }
    // Somebody who is not known has no friends and follows nobody.
    if viewer == nil && (surface == .friends || surface == .following) { return }
    var index = start
    while index > 0 {
      index -= 1
      if belongs(PostID(index), in: surface, for: viewer) && !body(PostID(index)) { return }
    }
  }
}
