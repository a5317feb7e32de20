extension Community {
  /// Whether a member may see a post.
  ///
  /// A block between the viewer and the author hides everything. One's own posts are visible;
  /// those for friends only, to friends; public ones, to everybody, or if the account is private,
  /// to its followers and friends. Somebody who is not known (`nil`) sees public posts of public
  /// accounts.
  ///
  /// O(1); a public post costs no look at ties while there are neither blocks nor private accounts.
  public func isVisible(_ post: PostID, to viewer: MemberID?) -> Bool {
    let privacy = posts.privacy[post.index]
    if privacy == .everyone && members.privateCount == 0 && blocks.count == 0 { return true }
    let author = posts.author[post.index]
    guard let viewer else { return privacy == .everyone && !members.isPrivate(author) }
    if isBlocked(viewer, author) { return false }
    if isOwn(post, viewer) { return true }
    switch privacy {
    case .everyone:
      return !members.isPrivate(author) || isFollowing(viewer, author) || isFriend(viewer, author)
    case .friendsOnly: return isFriend(viewer, author)
    case .onlyMe: return false
    }
  }

  /// Whether a post counts as a member's own.
  func isOwn(_ post: PostID, _ viewer: MemberID) -> Bool { posts.author[post.index] == viewer }
}
