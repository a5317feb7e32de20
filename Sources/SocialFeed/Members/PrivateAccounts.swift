extension Community {
  /// Whether an account is private: follows are requests, and none but approved followers and
  /// friends see its posts and lists.
  /// `false` also if the member does not exist.
  public func isPrivate(_ member: MemberID) -> Bool { members.isPrivate(member) }

  /// Makes an account private or public.
  ///
  /// Who follows already goes on following a private account. When an account goes public, all who
  /// have asked to follow it do so, in the order of asking. An account that is so already does not change.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func setPrivate(
    _ isPrivate: Bool, for member: MemberID, now: Double
  ) throws(MembershipError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard isPrivate != members.isPrivate(member) else { return }
    let now = instant(now)
    advanceClock(to: now)
    if isPrivate { makePrivate(member) } else { makePublic(member, at: now) }
    accepted(.setPrivate(member: member, isPrivate: isPrivate))
  }

  mutating func makePrivate(_ member: MemberID) {
    members.flags[member.index].insert(.isPrivate)
    members.privateCount += 1
    reopenPosts(by: member)
  }

  private mutating func makePublic(_ member: MemberID, at now: Double) {
    members.flags[member.index].remove(.isPrivate)
    members.privateCount -= 1
    reopenPosts(by: member)
    for follower in followRequests.removeAll(to: member) { addFollow(follower, member, at: now) }
  }

  /// Decides anew which posts of an account that has changed are open to all. O(its posts).
  private mutating func reopenPosts(by member: MemberID) {
    for index in postsByAuthor.range(of: member.index) {
      let post = PostID(rawValue: postsByAuthor.element(at: index))
      posts.isOpen[post.index] = isOpen(post)
    }
  }
}
