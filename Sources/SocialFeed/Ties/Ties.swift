/// Why a tie between two members was refused.
public enum TieError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  case oneself(MemberID)
  case alreadyFollowing(MemberID, MemberID)
  case notFollowing(MemberID, MemberID)
  case alreadyFriends(MemberID, MemberID)
  case notFriends(MemberID, MemberID)
}

extension TieError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .oneself(let member): "member \(member) cannot have a tie to oneself"
    case .alreadyFollowing(let one, let other): "member \(one) already follows \(other)"
    case .notFollowing(let one, let other): "member \(one) does not follow \(other)"
    case .alreadyFriends(let one, let other): "members \(one) and \(other) are already friends"
    case .notFriends(let one, let other): "members \(one) and \(other) are not friends"
    }
  }
}

/// Follows from both sides; the two change together or not at all.
struct FollowLists: Sendable {
  var following = AdjacencyLists()
  var followers = AdjacencyLists()
  var count = 0

  mutating func addMember() {
    following.addNode()
    followers.addNode()
  }

  /// Looks at the shorter of the two sides, so that a hub costs no more than its neighbour.
  func contains(_ one: MemberID, _ other: MemberID) -> Bool {
    following.count(of: one.index) <= followers.count(of: other.index)
      ? following.contains(other.rawValue, in: one.index)
      : followers.contains(one.rawValue, in: other.index)
  }
}

extension Community {
  // MARK: Follows

  /// How many follows there are.
  public var followCount: Int { follows.count }

  /// How many follow a member.
  public func followerCount(of member: MemberID) -> Int {
    follows.followers.count(of: member.index)
  }

  /// How many a member follows.
  public func followingCount(of member: MemberID) -> Int {
    follows.following.count(of: member.index)
  }

  /// Whether `one` follows `other`. O(shorter list).
  public func isFollowing(_ one: MemberID, _ other: MemberID) -> Bool {
    follows.contains(one, other)
  }

  /// The member whom `member` followed as number `place` of those still followed, from 0.
  public func followee(of member: MemberID, at place: Int) -> MemberID {
    let range = follows.following.range(of: member.index)
    return MemberID(rawValue: follows.following.element(at: range.lowerBound + place))
  }

  /// Lets `one` follow `other`.
  public mutating func follow(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try checkPair(one, other)
    guard !isFollowing(one, other) else { throw .alreadyFollowing(one, other) }
    follows.following.append(other.rawValue, to: one.index)
    follows.followers.append(one.rawValue, to: other.index)
    follows.count += 1
    checkInvariants()
  }

  /// Ends a follow.
  public mutating func unfollow(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try checkPair(one, other)
    guard isFollowing(one, other) else { throw .notFollowing(one, other) }
    follows.following.remove(other.rawValue, from: one.index)
    follows.followers.remove(one.rawValue, from: other.index)
    follows.count -= 1
    checkInvariants()
  }

  // MARK: Friendships

  /// How many pairs of friends there are.
  public var pairsOfFriends: Int { friendshipCount }

  /// How many friends a member has.
  public func friendCount(of member: MemberID) -> Int { friendships.count(of: member.index) }

  /// Whether two members are friends. O(shorter list).
  public func isFriend(_ one: MemberID, _ other: MemberID) -> Bool {
    friendships.count(of: one.index) <= friendships.count(of: other.index)
      ? friendships.contains(other.rawValue, in: one.index)
      : friendships.contains(one.rawValue, in: other.index)
  }

  /// The friend that `member` made as number `place` of those still friends, from 0.
  public func friend(of member: MemberID, at place: Int) -> MemberID {
    let range = friendships.range(of: member.index)
    return MemberID(rawValue: friendships.element(at: range.lowerBound + place))
  }

  /// Makes two members friends.
  public mutating func befriend(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try checkPair(one, other)
    guard !isFriend(one, other) else { throw .alreadyFriends(one, other) }
    friendships.append(other.rawValue, to: one.index)
    friendships.append(one.rawValue, to: other.index)
    friendshipCount += 1
    checkInvariants()
  }

  /// Ends a friendship.
  public mutating func unfriend(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try checkPair(one, other)
    guard isFriend(one, other) else { throw .notFriends(one, other) }
    friendships.remove(other.rawValue, from: one.index)
    friendships.remove(one.rawValue, from: other.index)
    friendshipCount -= 1
    checkInvariants()
  }

  private func checkPair(_ one: MemberID, _ other: MemberID) throws(TieError) {
    guard isMember(one) else { throw .unknownMember(one) }
    guard isMember(other) else { throw .unknownMember(other) }
    guard one != other else { throw .oneself(one) }
  }
}
