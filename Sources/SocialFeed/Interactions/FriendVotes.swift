extension Community {
  /// Whether a member has voted for a post as a friend of its author. O(1).
  public func hasVotedAsFriend(for post: PostID, _ member: MemberID) -> Bool {
    friendVotes.contains(member, in: post.index)
  }

  /// Votes for a friend's post outside any contest: once a member and post, never for one's own.
  ///
  /// It counts in ``Post/friendVotes`` alone: a post that is an entry too keeps its two counts
  /// apart. A vote stays when the friendship ends.
  public mutating func voteAsFriend(
    for post: PostID, by member: MemberID
  ) throws(InteractionError) {
    try check(post, member)
    guard !isOwn(post, member) else { throw .ownPost(post) }
    guard isFriend(member, posts.author[post.index]) else { throw .notAFriend(post) }
    guard friendVotes.insert(member, into: post.index) else { throw .alreadyVoted(post) }
    checkInvariants()
  }
}
