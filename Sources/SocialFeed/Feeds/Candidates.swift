extension Community {
  /// How many posts, or in a contest's feed entries of all contests, there are: what a refresh
  /// that begins now is about.
  func bound(of surface: Surface) -> Int {
    surface == .contest ? entries.count : posts.count
  }

  /// Whether a post belongs in a feed for a viewer, the running contest's entries apart.
  func belongs(_ post: PostID, in surface: Surface, for viewer: MemberID?) -> Bool {
    switch surface {
    case .home: posts.author[post.index] != viewer && isVisible(post, to: viewer)
    case .latest: isVisible(post, to: viewer)
    case .global: posts.privacy[post.index] == .everyone
    case .friends, .following: isVisible(post, to: viewer)
    case .contest: true
    }
  }

  /// Whose posts a feed gathers, or `nil` when it is not a feed of some authors.
  func authors(of surface: Surface, for viewer: MemberID) -> [MemberID]? {
    switch surface {
    case .friends:
      (0..<friendCount(of: viewer)).map { friend(of: viewer, at: $0) } + [viewer]
    case .following:
      (0..<followingCount(of: viewer)).map { followee(of: viewer, at: $0) }
    case .home, .latest, .global, .contest: nil
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
    if surface == .contest {
      guard let running else { return }
      for entry in running.order where entry < bound { body(entries.post[Int(entry)]) }
    } else if let authors = authors(of: surface, for: viewer) {
      for author in authors {
        for place in postsByAuthor.range(of: author.index) {
          let post = PostID(rawValue: postsByAuthor.element(at: place))
          if post.index < bound && belongs(post, in: surface, for: viewer) { body(post) }
        }
      }
    } else {
      for index in 0..<bound where belongs(PostID(index), in: surface, for: viewer) {
        body(PostID(index))
      }
    }
  }
}
