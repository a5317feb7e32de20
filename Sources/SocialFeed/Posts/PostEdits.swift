/// Why a change of a post was refused.
public enum EditError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case unknownPost(PostID)
  case notTheAuthor(PostID, MemberID)
  case captionTooLong(characters: Int)
}

extension EditError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownPost(let post): "there is no post \(post)"
    case .notTheAuthor(let post, let member): "post \(post) is not by member \(member)"
    case .captionTooLong(let characters):
      "a caption of \(characters) characters is longer than \(Community.captionLimit)"
    }
  }
}

extension Community {
  /// Gives a post another caption; its author may.
  ///
  /// - Parameters:
  ///   - caption: At most ``captionLimit`` characters; may be empty.
  ///   - now: Seconds on the caller's clock.
  public mutating func setCaption(
    _ caption: String, of post: PostID, by member: MemberID, now: Double
  ) throws(EditError) {
    try checkEdit(of: post, by: member)
    if let count = caption.characters(above: Self.captionLimit) {
      throw .captionTooLong(characters: count)
    }
    advanceClock(to: instant(now))
    details.setCaption(caption, of: post)
    accepted(.setCaption(post: post, caption: caption, member: member))
  }

  /// Changes who may see a post. Only its author may. To set the present value has no effect.
  ///
  /// Likes, saves, comments and votes stay and are counted. An entry stays in its contest and on its
  /// leaderboard: members who cannot see it cannot vote for it, as with an account that becomes
  /// private.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func setPrivacy(
    _ privacy: Privacy, of post: PostID, by member: MemberID, now: Double
  ) throws(EditError) {
    try checkEdit(of: post, by: member)
    guard privacy != posts.privacy[post.index] else { return }
    advanceClock(to: instant(now))
    posts.privacy[post.index] = privacy
    posts.isOpen[post.index] = isOpen(post)
    accepted(.setPrivacy(post: post, privacy: privacy, member: member))
  }

  private func checkEdit(of post: PostID, by member: MemberID) throws(EditError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPost(post) else { throw .unknownPost(post) }
    guard posts.author[post.index] == member else { throw .notTheAuthor(post, member) }
  }
}
