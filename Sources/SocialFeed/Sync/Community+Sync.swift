extension Community {
  /// What a post's buttons show to a member, or `nil` if the post or the member does not exist or the member may not
  /// see the post. O(1).
  public func interactionState(of post: PostID, for member: MemberID) -> InteractionState? {
    guard isPost(post), isVisible(post, to: member) else { return nil }
    return InteractionState(
      post: post, isLiked: isLiked(post, by: member), isSaved: isSaved(post, by: member),
      likeCount: Int(likes.count(of: post)), saveCount: Int(saves.count(of: post)))
  }

  /// The states of posts, for a device that requests them.
  ///
  /// Unknown and invisible posts are listed as missing and the rest is answered. A post that is
  /// requested twice is answered once, where it came first.
  ///
  /// - Parameters:
  ///   - ids: At most ``InteractionStates/limit``, repeats included.
  ///   - member: The member who requests the states, and whose states they are.
  /// - Throws: ``SyncError``, if the member does not exist or there are too many posts.
  public func interactionStates(
    of ids: [PostID], for member: MemberID
  ) throws(SyncError) -> InteractionStates {
    var answer = InteractionStates()
    try fill(&answer, of: ids, for: member)
    return answer
  }

  /// Answers a device whose question came as text, as a server gets it.
  ///
  /// - Parameter texts: Of at most ``InteractionStates/limit`` identifiers, in decimal digits.
  /// - Throws: ``SyncError``, for a member that does not exist, too many posts or else the first text
  ///   that is not well formed.
  public func interactionStates(
    ofDecimal texts: [String], for member: MemberID
  ) throws(SyncError) -> InteractionStates {
    try check(count: texts.count, for: member)
    var ids: [PostID] = []
    ids.reserveCapacity(texts.count)
    for text in texts {
      guard let id = PostID(decimal: text) else { throw .malformedID(text) }
      ids.append(id)
    }
    return try interactionStates(of: ids, for: member)
  }

  /// Answers as ``interactionStates(of:for:)`` does, without an allocation once `answer` has room.
  ///
  /// - Parameter answer: Filled anew; unchanged when the question is refused.
  public func fill(
    _ answer: inout InteractionStates, of ids: [PostID], for member: MemberID
  ) throws(SyncError) {
    try check(count: ids.count, for: member)
    answer.clear()
    for (index, id) in ids.enumerated() where !ids[..<index].contains(id) {
      if let state = interactionState(of: id, for: member) {
        answer.append(state)
      } else {
        answer.append(missing: id)
      }
    }
  }

  private func check(count: Int, for member: MemberID) throws(SyncError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard count <= InteractionStates.limit else { throw .tooManyPosts(count) }
  }
}
