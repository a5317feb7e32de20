extension Community {
  /// How many posts, or in a contest's feed entries of all contests, there are: what a refresh
  /// that begins now is about.
  func bound(of surface: Surface) -> Int {
    surface == .contest ? entries.count : posts.count
  }

  /// Whether a post belongs in a feed for a viewer, if it is by one of the feed's authors or an
  /// entry of the running contest where the feed is of those.
  func belongs(_ post: PostID, in surface: Surface, for viewer: MemberID?) -> Bool {
    if posts.isOpen[post.index] && !hasBlocks(viewer) {
      return surface != .home || posts.author[post.index] != viewer
    }
    switch surface {
    case .home: return isVisible(post, to: viewer) && !isOwn(post, viewer)
    case .global: return posts.privacy[post.index] == .everyone && isVisible(post, to: viewer)
    case .latest, .friends, .following, .contest: return isVisible(post, to: viewer)
    }
  }

  /// Calls `body` with each post that may stand in a feed, in no promised order.
  ///
  /// - Parameter bound: Posts from this identifier on, or in a contest's feed entries from this
  ///   number of entries on, are left out.
  /// - Complexity: O(posts that the feed could show): for rankers that must score everything.
  package func forEachCandidate(
    of surface: Surface, for viewer: MemberID, bound: Int, _ body: (PostID) -> Void
  ) {
    func take(_ post: PostID) {
      if belongs(post, in: surface, for: viewer) { body(post) }
    }
    switch surface {
    case .contest:
      guard let running else { return }
      for entry in running.firstEntry..<max(running.firstEntry, min(bound, entries.count)) {
        take(entries.post[entry])
      }
    case .friends, .following:
      forEachSourced(of: surface, for: viewer) { if $0.index < bound { take($0) } }
    case .home, .latest, .global:
      for index in 0..<bound { take(PostID(index)) }
    }
  }
}
