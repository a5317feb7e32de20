/// Why an interaction was refused.
public enum InteractionError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPost(PostID)
  /// The post's privacy hides it from the member.
  case notVisible(PostID)
  case alreadyLiked(PostID)
  case notLiked(PostID)
  case alreadySaved(PostID)
  case notSaved(PostID)
  case emptyComment
  case commentTooLong(characters: Int)
  /// The post does not have the comment.
  case unknownComment(CommentID)
  case ownPost(PostID)
  case notAFriend(PostID)
  case alreadyVoted(PostID)
  /// The comment is neither the member's nor below a post of the member's or of the member's pet.
  case notAllowed(CommentID, MemberID)
  /// A page of fewer than one.
  case pageTooSmall(Int)
}

extension InteractionError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPost(let post): "there is no post \(post)"
    case .notVisible(let post): "post \(post) is not visible to the member"
    case .alreadyLiked(let post): "post \(post) is already liked"
    case .notLiked(let post): "post \(post) is not liked"
    case .alreadySaved(let post): "post \(post) is already saved"
    case .notSaved(let post): "post \(post) is not saved"
    case .emptyComment: "a comment is empty"
    case .commentTooLong(let characters):
      "a comment of \(characters) characters is longer than \(Community.commentLimit)"
    case .unknownComment(let comment): "there is no comment \(comment) here"
    case .ownPost(let post): "post \(post) is one's own"
    case .notAFriend(let post): "the author of post \(post) is not a friend"
    case .alreadyVoted(let post): "post \(post) already has the member's vote"
    case .notAllowed(let comment, let member):
      "member \(member) may not delete comment \(comment)"
    case .pageTooSmall(let limit): "a page of \(limit) is asked for; the least is 1"
    }
  }
}

extension Community {
  /// Whether a member likes a post. O(1).
  public func isLiked(_ post: PostID, by member: MemberID) -> Bool {
    likes.contains(member, post)
  }

  /// Whether a member has saved a post. O(1).
  public func isSaved(_ post: PostID, by member: MemberID) -> Bool {
    saves.contains(member, post)
  }

  /// Opens a post's detail.
  public mutating func view(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    let now = instant(now)
    advanceClock(to: now)
    // At most 2³² − 1, so that no count from a snapshot can end the process.
    posts.views[post.index] += posts.views[post.index] == .max ? 0 : 1
    learn(affinityRule.view, of: post, by: member, at: now)
    accepted(.act(.view, post: post, member: member))
  }

  /// Likes a post that is not liked yet.
  ///
  /// - Parameter now: Seconds on the caller's clock; what is learnt counts from the whole second,
  ///   which is kept until the like is taken back.
  public mutating func like(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    let now = instant(now)
    let second = now.rounded(.down)
    guard likes.insert(member, at: second, post) else { throw .alreadyLiked(post) }
    advanceClock(to: now)
    learn(affinityRule.like, of: post, by: member, at: second)
    accepted(.act(.like, post: post, member: member))
  }

  /// Takes a like back, and with it what remains of its weight; of a post that has become hidden too.
  public mutating func unlike(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try checkKnown(post, member)
    guard let second = likes.remove(member, post) else {
      throw isVisible(post, to: member) ? .notLiked(post) : .notVisible(post)
    }
    let now = instant(now)
    advanceClock(to: now)
    unlearn(affinityRule.like, of: post, by: member, from: second, at: now)
    accepted(.act(.unlike, post: post, member: member))
  }

  /// Saves a post that is not saved yet.
  ///
  /// - Parameter now: As for ``like(_:by:now:)``.
  public mutating func save(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    let now = instant(now)
    let second = now.rounded(.down)
    guard saves.insert(member, at: second, post) else { throw .alreadySaved(post) }
    advanceClock(to: now)
    learn(affinityRule.save, of: post, by: member, at: second)
    accepted(.act(.save, post: post, member: member))
  }

  /// Takes a save back, and with it what remains of its weight; of a post that has become hidden too.
  public mutating func unsave(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try checkKnown(post, member)
    guard let second = saves.remove(member, post) else {
      throw isVisible(post, to: member) ? .notSaved(post) : .notVisible(post)
    }
    let now = instant(now)
    advanceClock(to: now)
    unlearn(affinityRule.save, of: post, by: member, from: second, at: now)
    accepted(.act(.unsave, post: post, member: member))
  }

  @inline(__always)
  func checkKnown(_ post: PostID, _ member: MemberID) throws(InteractionError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
  }

  @inline(__always)
  func check(_ post: PostID, _ member: MemberID) throws(InteractionError) {
    try checkKnown(post, member)
    guard isVisible(post, to: member) else { throw .notVisible(post) }
  }

  /// A post without a category is not learnt from.
  mutating func learn(_ weight: Double, of post: PostID, by member: MemberID, at time: Double) {
    let category = posts.category[post.index]
    guard category < affinity.categoryCount, time < affinityRule.end else { return }
    affinity.add(weight, member: member, category: category, at: time)
  }

  /// - Parameters:
  ///   - time: When the interaction was learnt.
  ///   - now: When it is taken back.
  private mutating func unlearn(
    _ weight: Double, of post: PostID, by member: MemberID, from time: Double, at now: Double
  ) {
    let category = posts.category[post.index]
    guard category < affinity.categoryCount, now < affinityRule.end else { return }
    affinity.takeBack(weight, member: member, category: category, at: time)
  }
}

extension Community {
  /// Whether a member has voted for a post outside any contest. O(1).
  public func hasVotedAsFriend(for post: PostID, by member: MemberID) -> Bool {
    friendVotes.contains(member, in: post.index)
  }

  /// Votes for a friend's post outside any contest: once a member and post, never for one's own.
  /// Where ``strangersMayVote``, a stranger's that is visible may get a vote too.
  ///
  /// It counts in ``Post/friendVotes`` alone: a post that is an entry too keeps its two counts
  /// apart. A vote stays when the friendship ends.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func voteAsFriend(
    for post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    guard !isOwn(post, member) else { throw .ownPost(post) }
    guard strangersMayVote || isFriend(member, posts.author[post.index]) else {
      throw .notAFriend(post)
    }
    guard friendVotes.insert(member, into: post.index) else { throw .alreadyVoted(post) }
    advanceClock(to: instant(now))
    accepted(.act(.voteAsFriend, post: post, member: member))
  }
}
