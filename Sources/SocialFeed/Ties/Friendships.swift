/// What came of asking somebody to be friends.
@frozen public enum FriendRequestOutcome: Hashable, Sendable {
  /// The other will approve or reject.
  case pending
  /// The other had asked too: the two are friends.
  case friends
}

/// Where two members stand on the way to friendship.
@frozen public enum FriendshipState: Hashable, Sendable {
  case none
  /// Who asked; the other has not answered.
  case pending(from: MemberID)
  /// The last request was rejected. Either may ask again.
  case rejected
  case friends

  /// The state in the words of the source systems: `none`, `pending`, `rejected` or `approved`.
  public var wireName: String {
    switch self {
    case .none: "none"
    case .pending: "pending"
    case .rejected: "rejected"
    case .friends: "approved"
    }
  }
}

/// Encoded as its word under `state` and, while it is pending, who asked under `from`.
extension FriendshipState: Codable {
  private enum Key: String, CodingKey { case state, from }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let word = try container.decode(String.self, forKey: .state)
    switch word {
    case Self.none.wireName: self = .none
    case "pending": self = .pending(from: try container.decode(MemberID.self, forKey: .from))
    case Self.rejected.wireName: self = .rejected
    case Self.friends.wireName: self = .friends
    default:
      throw DecodingError.dataCorruptedError(
        forKey: .state, in: container,
        debugDescription: "'\(word)' is none of none, pending, rejected, approved")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(wireName, forKey: .state)
    if case .pending(let member) = self { try container.encode(member, forKey: .from) }
  }
}

extension Community {
  /// How many pairs of friends there are.
  @inlinable public var pairsOfFriends: Int { ties.pairsOfFriends }

  /// How many friends a member has; `nil` if the member does not exist. O(1).
  @inlinable public func friendCount(of member: MemberID) -> Int? {
    contains(member) ? ties.rows[member.index].friends.count : nil
  }

  /// Whether two members are friends; a member that does not exist has no friends. O(1), also
  /// between two who have very many.
  @inlinable public func isFriend(_ one: MemberID, _ other: MemberID) -> Bool {
    ties.isFriend(one, other)
  }

  /// The friend that `member` made as number `index` of those still friends, from 0; `nil` beyond
  /// their number, and if the member does not exist. O(1).
  @inlinable @inline(__always)
  public func friend(of member: MemberID, at index: Int) -> MemberID? {
    guard member.index < ties.rows.count else { return nil }
    let range = ties.rows[member.index].friends.range
    guard index >= 0 && index < range.count else { return nil }
    return MemberID(rawValue: ties.friends[range.lowerBound + index])
  }

  /// Where two members stand, the same from both sides: ``FriendshipState/none`` too if one does not exist.
  /// O(1).
  public func friendshipState(_ one: MemberID, _ other: MemberID) -> FriendshipState {
    if isFriend(one, other) { return .friends }
    if friendRequests.contains(one, other) { return .pending(from: one) }
    if friendRequests.contains(other, one) { return .pending(from: other) }
    return rejections.contains(min(one, other), max(one, other)) ? .rejected : .none
  }

  /// Makes two members friends, for a host that brings a graph along: without a request or a notification; requests
  /// pending between the two are settled.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func befriend(
    _ one: MemberID, _ other: MemberID, now: Double
  ) throws(TieError) {
    try checkUnblockedPair(one, other)
    guard !isFriend(one, other) else { throw .alreadyFriends(one, other) }
    let now = instant(now)
    advanceClock(to: now)
    forgetRequests(between: one, other)
    addFriendship(one, other, at: now)
    accepted(.tie(.befriend, one: one, other: other))
  }

  /// Ends a friendship; the two may ask each other again. O(length of the two lists).
  public mutating func unfriend(
    _ one: MemberID, _ other: MemberID
  ) throws(TieError) {
    try checkPair(one, other)
    guard isFriend(one, other) else { throw .notFriends(one, other) }
    endFriendship(one, other)
    accepted(.tie(.unfriend, one: one, other: other))
  }

  // MARK: Requests

  /// Asks `other` to be friends with `one`, which the other is notified of; approves the request of
  /// `other` when there is one. A rejection is forgotten. O(1) on average.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  @discardableResult
  public mutating func requestFriendship(
    from one: MemberID, to other: MemberID, now: Double
  ) throws(TieError) -> FriendRequestOutcome {
    try checkUnblockedPair(one, other)
    switch friendshipState(one, other) {
    case .friends: throw .alreadyFriends(one, other)
    case .pending(from: one): throw .alreadyAskedForFriendship(one, other)
    case .pending:
      try makeFriends(from: other, by: one, now: now)
      accepted(.tie(.requestFriendship, one: one, other: other))
      return .friends
    case .none, .rejected:
      let now = instant(now)
      advanceClock(to: now)
      rejections.remove(min(one, other), max(one, other))
      friendRequests.add(from: one, to: other)
      notify(.friendRequest, to: other, from: one, now: now)
      accepted(.tie(.requestFriendship, one: one, other: other))
      return .pending
    }
  }

  /// Makes `one` and `other` friends, as `one` asked, who is notified.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  public mutating func approveFriendship(
    from one: MemberID, by other: MemberID, now: Double
  ) throws(TieError) {
    try makeFriends(from: one, by: other, now: now)
    accepted(.tie(.approveFriendship, one: one, other: other))
  }

  private mutating func makeFriends(
    from one: MemberID, by other: MemberID, now: Double
  ) throws(TieError) {
    try removeFriendRequest(from: one, to: other)
    let now = instant(now)
    advanceClock(to: now)
    addFriendship(one, other, at: now)
    notify(.friendAccepted, to: one, from: other, now: now)
  }

  /// Refuses `one` the friendship of `other`.
  public mutating func rejectFriendship(
    from one: MemberID, by other: MemberID
  ) throws(TieError) {
    try removeFriendRequest(from: one, to: other)
    rejections.insert(min(one, other), max(one, other))
    accepted(.tie(.rejectFriendship, one: one, other: other))
  }

  /// Takes the request of `one` back, as if it had not been made.
  public mutating func withdrawFriendship(
    from one: MemberID, to other: MemberID
  ) throws(TieError) {
    try removeFriendRequest(from: one, to: other)
    accepted(.tie(.withdrawFriendship, one: one, other: other))
  }

  private mutating func removeFriendRequest(
    from one: MemberID, to other: MemberID
  ) throws(TieError) {
    try checkPair(one, other)
    guard friendRequests.remove(from: one, to: other) else {
      throw .notAskedForFriendship(one, other)
    }
  }

  /// Removes requests and the rejection between two members.
  mutating func forgetRequests(between one: MemberID, _ other: MemberID) {
    friendRequests.remove(from: one, to: other)
    friendRequests.remove(from: other, to: one)
    rejections.remove(min(one, other), max(one, other))
  }
}
