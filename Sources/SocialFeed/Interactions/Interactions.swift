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
    posts.views[post.index] += 1
    learn(affinityRule.view, of: post, by: member, at: now)
  }

  /// Likes a post that is not liked yet.
  public mutating func like(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    guard !likes.contains(member, post) else { throw .alreadyLiked(post) }
    likes.insert(member, post, time: now)
    posts.likes[post.index] += 1
    learn(affinityRule.like, of: post, by: member, at: now)
  }

  /// Takes a like back, and with it what remains of its weight.
  public mutating func unlike(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    guard let likedAt = likes.time(of: member, post) else { throw .notLiked(post) }
    likes.remove(member, post)
    posts.likes[post.index] -= 1
    unlearn(affinityRule.like, of: post, by: member, at: likedAt)
  }

  /// Comments on a post.
  public mutating func comment(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    posts.comments[post.index] += 1
    learn(affinityRule.comment, of: post, by: member, at: now)
  }

  /// Saves a post that is not saved yet.
  public mutating func save(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    guard !saves.contains(member, post) else { throw .alreadySaved(post) }
    saves.insert(member, post, time: now)
    posts.saves[post.index] += 1
    learn(affinityRule.save, of: post, by: member, at: now)
  }

  /// Takes a save back, and with it what remains of its weight.
  public mutating func unsave(
    _ post: PostID, by member: MemberID, now: Double
  ) throws(InteractionError) {
    try check(post, member)
    guard let savedAt = saves.time(of: member, post) else { throw .notSaved(post) }
    saves.remove(member, post)
    posts.saves[post.index] -= 1
    unlearn(affinityRule.save, of: post, by: member, at: savedAt)
  }

  private func check(_ post: PostID, _ member: MemberID) throws(InteractionError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard isVisible(post, to: member) else { throw .notVisible(post) }
  }

  private mutating func learn(
    _ weight: Double, of post: PostID, by member: MemberID, at time: Double
  ) {
    affinity.add(weight, member: member, category: posts.category[post.index], at: time)
    checkInvariants()
  }

  private mutating func unlearn(
    _ weight: Double, of post: PostID, by member: MemberID, at time: Double
  ) {
    affinity.takeBack(weight, member: member, category: posts.category[post.index], at: time)
    checkInvariants()
  }
}
