/// Who has blocked whom. Few members have to do with a block; the flag of the others is off, and no
/// question about them looks here.
struct Blocks: Sendable {
  private(set) var edges = EdgeSet()
  /// Whom each member has blocked, in order; no list is empty.
  private(set) var blocked: [MemberID: [UInt32]] = [:]
  /// In how many blocks each member is, on either side; none is 0.
  private(set) var involvement: [MemberID: Int] = [:]

  var count: Int { edges.count }

  func contains(_ one: MemberID, _ other: MemberID) -> Bool { edges.contains(one, other) }

  /// Whom a member has blocked, in order.
  func blocked(by member: MemberID) -> ArraySlice<UInt32> { (blocked[member] ?? [])[...] }

  /// Whether a member has blocked somebody or was blocked by somebody.
  func isInvolved(_ member: MemberID) -> Bool { involvement[member] != nil }

  /// Adds a block that is not there.
  mutating func add(_ one: MemberID, _ other: MemberID) {
    edges.insert(one, other)
    blocked[one, default: []].append(other.rawValue)
    involvement[one, default: 0] += 1
    involvement[other, default: 0] += 1
  }

  /// Removes a block that is there.
  mutating func remove(_ one: MemberID, _ other: MemberID) {
    edges.remove(one, other)
    blocked[one]?.removeAll { $0 == other.rawValue }
    if blocked[one]?.isEmpty == true { blocked[one] = nil }
    for member in [one, other] {
      let left = involvement[member, default: 0] - 1
      involvement[member] = left == 0 ? nil : left
    }
  }
}

extension Community {
  /// Whether one of two members has blocked the other. O(1), and one look at each member's flags
  /// where at most one of them has to do with a block.
  @inline(__always)
  public func isBlocked(_ one: MemberID, _ other: MemberID) -> Bool {
    guard blocks.count > 0, members.hasBlocks(one), members.hasBlocks(other) else { return false }
    return blocks.contains(one, other) || blocks.contains(other, one)
  }

  /// Whether `one` has blocked `other`. O(1).
  public func hasBlocked(_ one: MemberID, _ other: MemberID) -> Bool {
    blocks.contains(one, other)
  }

  /// Lets `one` block `other`: friendship, follows, requests and guardianships between them, both
  /// ways, end, and from now on neither sees the other anywhere. Both may have blocked each other.
  public mutating func block(
    _ one: MemberID, _ other: MemberID
  ) throws(TieError) {
    try checkPair(one, other)
    guard !blocks.contains(one, other) else { throw .alreadyBlocked(one, other) }
    if ties.isFriend(one, other) { endFriendship(one, other) }
    forgetRequests(between: one, other)
    for (follower, followee) in [(one, other), (other, one)] {
      if ties.isFollowing(follower, followee) { endFollow(follower, followee) }
      followRequests.remove(from: follower, to: followee)
    }
    endGuardianships(between: one, other)
    blocks.add(one, other)
    members.flags[one.index].insert(.hasBlocks)
    members.flags[other.index].insert(.hasBlocks)
    accepted(.tie(.block, one: one, other: other))
  }

  /// Takes the block of `other` by `one` back. What it ended stays ended.
  public mutating func unblock(
    _ one: MemberID, _ other: MemberID
  ) throws(TieError) {
    try checkPair(one, other)
    guard blocks.contains(one, other) else { throw .notBlocked(one, other) }
    endBlock(one, other)
    accepted(.tie(.unblock, one: one, other: other))
  }

  /// Removes a block that is there.
  mutating func endBlock(_ one: MemberID, _ other: MemberID) {
    blocks.remove(one, other)
    for member in [one, other] where !blocks.isInvolved(member) {
      members.flags[member.index].remove(.hasBlocks)
    }
  }
}
