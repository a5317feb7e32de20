/// What came of the wish to follow somebody.
@frozen public enum FollowOutcome: Hashable, Sendable {
  case following
  /// The account is private and will approve or deny.
  case requested
}

/// How two members follow each other, as one of them sees it. The raw value is its name on the wire.
@frozen public enum FollowStatus: String, Hashable, Codable, Sendable, CaseIterable {
  /// Neither follows the other.
  case none
  /// The viewer follows, unreturned.
  case following
  /// The viewer is followed, and does not follow back.
  case followedBy = "followed_by"
  /// Both follow.
  case mutual
}

extension Community {
  /// How many follows there are.
  @inlinable public var followCount: Int { ties.followCount }

  /// How many follow a member; `nil` if the member does not exist. O(1).
  @inlinable public func followerCount(of member: MemberID) -> Int? {
    contains(member) ? ties.rows[member.index].followers.count : nil
  }

  /// How many a member follows; `nil` if the member does not exist. O(1).
  @inlinable public func followingCount(of member: MemberID) -> Int? {
    contains(member) ? ties.rows[member.index].following.count : nil
  }

  /// Whether `one` follows `other`; `false` if either member does not exist.
  /// O(1), also between two who are followed by everybody.
  @inlinable public func isFollowing(_ one: MemberID, _ other: MemberID) -> Bool {
    ties.isFollowing(one, other)
  }

  /// How `viewer` and `other` follow each other: ``FollowStatus/none`` too if a member does not exist. O(1).
  public func followStatus(of other: MemberID, for viewer: MemberID) -> FollowStatus {
    switch (isFollowing(viewer, other), isFollowing(other, viewer)) {
    case (false, false): .none
    case (true, false): .following
    case (false, true): .followedBy
    case (true, true): .mutual
    }
  }

  /// The member whom `member` followed as number `index` of those still followed, from 0; `nil`
  /// beyond their number, and if the member does not exist. O(1).
  @inlinable @inline(__always)
  public func followee(of member: MemberID, at index: Int) -> MemberID? {
    // The lists of a deleted account are empty.
    guard member.index < ties.rows.count else { return nil }
    let range = ties.rows[member.index].following.range
    guard index >= 0 && index < range.count else { return nil }
    return MemberID(rawValue: ties.following[range.lowerBound + index])
  }

  /// The member who followed `member` as number `index` of those who still do, from 0; `nil` beyond
  /// their number, and if the member does not exist. O(1).
  @inlinable @inline(__always)
  public func follower(of member: MemberID, at index: Int) -> MemberID? {
    guard member.index < ties.rows.count else { return nil }
    let range = ties.rows[member.index].followers.range
    guard index >= 0 && index < range.count else { return nil }
    return MemberID(rawValue: ties.followers[range.lowerBound + index])
  }

  /// Lets `one` follow `other`, or asks `other` for it when that account is private.
  ///
  /// The account gets a notification, of the new follower or of the request. O(1) on average.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  @discardableResult
  public mutating func follow(
    _ one: MemberID, _ other: MemberID, now: Double
  ) throws(TieError) -> FollowOutcome {
    try checkUnblockedPair(one, other)
    guard !ties.isFollowing(one, other) else { throw .alreadyFollowing(one, other) }
    if members.privateCount > 0 && members.isPrivate(other) {
      guard !followRequests.contains(one, other) else { throw .alreadyAskedToFollow(one, other) }
      let now = instant(now)
      advanceClock(to: now)
      followRequests.add(from: one, to: other)
      notify(.followRequest, to: other, from: one, now: now)
      accepted(.tie(.follow, one: one, other: other))
      return .requested
    }
    let now = instant(now)
    advanceClock(to: now)
    addFollow(one, other, at: now)
    notify(.newFollower, to: other, from: one, now: now)
    accepted(.tie(.follow, one: one, other: other))
    return .following
  }

  /// Ends a follow. O(length of the two lists).
  public mutating func unfollow(
    _ one: MemberID, _ other: MemberID
  ) throws(TieError) {
    try removeFollow(one, other)
    accepted(.tie(.unfollow, one: one, other: other))
  }

  /// Ends the follow of `member` by `follower`, who is not notified.
  public mutating func removeFollower(
    _ follower: MemberID, of member: MemberID
  ) throws(TieError) {
    try removeFollow(follower, member)
    accepted(.tie(.removeFollower, one: follower, other: member))
  }

  private mutating func removeFollow(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try checkPair(one, other)
    guard ties.isFollowing(one, other) else { throw .notFollowing(one, other) }
    endFollow(one, other)
  }

  // MARK: Requests to a private account

  /// Whether `one` has asked to follow `other` and has no answer yet. O(1).
  public func hasRequestedToFollow(_ one: MemberID, _ other: MemberID) -> Bool {
    followRequests.contains(one, other)
  }

  /// Lets `follower` follow the private account `member`, as asked.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func approveFollow(
    of follower: MemberID, by member: MemberID, now: Double
  ) throws(TieError) {
    try removeFollowRequest(from: follower, to: member)
    let now = instant(now)
    advanceClock(to: now)
    addFollow(follower, member, at: now)
    accepted(.tie(.approveFollow, one: follower, other: member))
  }

  /// Refuses what `follower` asked of `member`; it may be asked again.
  public mutating func denyFollow(
    of follower: MemberID, by member: MemberID
  ) throws(TieError) {
    try removeFollowRequest(from: follower, to: member)
    accepted(.tie(.denyFollow, one: follower, other: member))
  }

  /// Takes the wish of `follower` to follow `member` back.
  public mutating func withdrawFollow(
    of follower: MemberID, to member: MemberID
  ) throws(TieError) {
    try removeFollowRequest(from: follower, to: member)
    accepted(.tie(.withdrawFollow, one: follower, other: member))
  }

  private mutating func removeFollowRequest(
    from follower: MemberID, to member: MemberID
  ) throws(TieError) {
    try checkPair(follower, member)
    guard followRequests.remove(from: follower, to: member) else {
      throw .notAskedToFollow(follower, member)
    }
  }

  // MARK: Ties and renown

  /// The weight of a member's posts among discoveries: its followers, plus 1.
  func renown(of author: MemberID) -> Int { ties.followerCount(of: author) + 1 }

  /// How many posts by a member are there.
  func postCount(of author: MemberID) -> Int { postsByAuthor.range(of: author.index).count }

  // MARK: What all ties refuse

  @inline(__always)
  func checkPair(_ one: MemberID, _ other: MemberID) throws(TieError) {
    guard isMember(one) else { throw .unknownMember(one) }
    guard isMember(other) else { throw .unknownMember(other) }
    guard one != other else { throw .oneself(one) }
  }

  @inline(__always)
  func checkUnblockedPair(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try checkPair(one, other)
    guard !isBlocked(one, other) else { throw .blocked(one, other) }
  }
}
