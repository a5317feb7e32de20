extension Community {
  /// Whether a member may see a post.
  ///
  /// A deleted post is not visible. One's own posts are visible (``isOwn(_:_:)``), but a block between
  /// the viewer and the author hides everything; those for friends only are visible to friends;
  /// public ones to everybody, or if the account is private, to its followers and friends. An
  /// anonymous viewer (`nil`) sees public posts of public accounts. No for a post or a viewer that
  /// there is not.
  ///
  /// O(1); a public post of a public account costs no look at ties for a viewer who has to do with no
  /// block.
  @inline(__always)
  public func isVisible(_ post: PostID, to viewer: MemberID?) -> Bool {
    guard post.index < posts.count, viewer.map({ isMember($0) }) ?? true else { return false }
    return posts.isOpen[post.index] && !hasBlocks(viewer) || isVisibleBehindChecks(post, to: viewer)
  }

  /// Whether a viewer sees a post that not everybody may see, or that a block may hide. Apart, so that
  /// the answer for all others is short enough to be inlined.
  @inline(never)
  private func isVisibleBehindChecks(_ post: PostID, to viewer: MemberID?) -> Bool {
    guard let privacy = posts.privacy[post.index] else { return false }
    let author = posts.author[post.index]
    guard let viewer else { return privacy == .everyone && !members.isPrivate(author) }
    if isBlocked(viewer, author) { return false }
    if isOwn(post, viewer) { return true }
    switch privacy {
    case .everyone:
      return !members.isPrivate(author) || isFollowing(viewer, author) || isFriend(viewer, author)
    case .friendsOnly:
      return isFriend(viewer, author)
    case .onlyMe:
      return false
    }
  }

  /// Whether a viewer has to do with a block, so that no post is open to all. An anonymous viewer has no blocks.
  func hasBlocks(_ viewer: MemberID?) -> Bool {
    guard blocks.count > 0, let viewer else { return false }
    return members.hasBlocks(viewer)
  }

  /// The value of the column of the same name for a post.
  func isOpen(_ post: PostID) -> Bool {
    posts.privacy[post.index] == .everyone && details.pet(of: post) == nil
      && !members.isPrivate(posts.author[post.index])
  }
}
