extension Community {
  /// Whether a member may see a post.
  ///
  /// Nobody sees a deleted post. One's own posts are visible (``isOwn(_:_:)``), but a block between
  /// the viewer and the author hides everything; those for friends only are visible to friends;
  /// public ones to everybody, or if the account is private, to its followers and friends. Somebody
  /// who is not known (`nil`) sees public posts of public accounts.
  ///
  /// O(1); a public post costs no look at ties while there are neither blocks nor private accounts.
  public func isVisible(_ post: PostID, to viewer: MemberID?) -> Bool {
    guard let privacy = posts.privacy[post.index] else { return false }
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
}
