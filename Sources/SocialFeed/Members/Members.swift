/// What a look at a member has to know before any look-up.
struct MemberFlags: OptionSet, Sendable {
  let rawValue: UInt8

  /// Follows are requests, and posts are for approved followers and friends.
  static let isPrivate = MemberFlags(rawValue: 1)
  /// Has blocked somebody or was blocked by somebody.
  static let hasBlocks = MemberFlags(rawValue: 2)
  /// The account was deleted, and only the identifier is left.
  static let isDeleted = MemberFlags(rawValue: 4)
}

/// What the community knows of its members, a column each; ties are kept apart.
@usableFromInline struct MemberColumns: Sendable {
  /// How many members there can be, so that a notification fits in 16 bytes.
  static let most = 1 << 28

  @usableFromInline var joinedAt: [Double] = []
  var group: [UInt8] = []
  var flags: [MemberFlags] = []
  /// How many have a private account.
  var privateCount = 0
  /// How many accounts were deleted.
  @usableFromInline var deletedCount = 0
  var usernames = NameColumn()
  var displayNames = NameColumn()
  var bios = NameColumn()
  /// Media keys of profile pictures.
  var pictures = NameColumn()
  /// Kinds of accounts.
  var kinds = NameColumn()
  /// The words of each preferred setting, a line each.
  var preferredSettings = NameColumn()

  @inlinable var count: Int { joinedAt.count }

  /// Whether there is such a member, not deleted. One comparison while no account was deleted.
  @inlinable @inline(__always)
  func contains(_ member: MemberID) -> Bool {
    member.index < count && (deletedCount == 0 || !isDeleted(member))
  }

  @usableFromInline
  func isDeleted(_ member: MemberID) -> Bool { flags[member.index].contains(.isDeleted) }

  mutating func reserveCapacity(_ count: Int) {
    joinedAt.reserveCapacity(count)
    group.reserveCapacity(count)
    flags.reserveCapacity(count)
  }

  func isPrivate(_ member: MemberID) -> Bool {
    member.index < flags.count && flags[member.index].contains(.isPrivate)
  }

  func hasBlocks(_ member: MemberID) -> Bool {
    member.index < flags.count && flags[member.index].contains(.hasBlocks)
  }
}

extension Community {
  /// How many members ever joined: their identifiers are the numbers below it, those who joined
  /// first with the lowest. Deleted accounts are among them, since no identifier is given twice.
  @inlinable public var memberCount: Int { members.count }

  /// How many accounts were deleted.
  @inlinable public var deletedMemberCount: Int { members.deletedCount }

  /// Whether there is such a member: who never joined and whose account was deleted is none. O(1).
  @inlinable public func contains(_ member: MemberID) -> Bool { members.contains(member) }

  /// Takes a new member in, for hosts that have no names: the username is the reserved `member`
  /// and the identifier, such as `member17`.
  ///
  /// - Parameters:
  ///   - group: A label that fairness metrics compare by; the domain gives it no meaning.
  ///   - now: Seconds on the caller's clock.
  /// - Throws: ``MembershipError/full(members:)`` when 2²⁸ members have joined.
  @discardableResult
  public mutating func join(
    group: UInt8 = 0, now: Double
  ) throws(MembershipError) -> MemberID {
    try checkRoom()
    let member = addMember(group: group, now: now)
    accepted(.join(member: member, group: group))
    return member
  }

  /// Takes a new member in under a name.
  ///
  /// - Parameters:
  ///   - username: 1 to 30 characters of a–z, 0–9, `.`, `_` and `-`, not taken by another, and not
  ///     `member` with a number.
  ///   - displayName: At most 60 characters of any kind; when it is empty, the username is shown.
  ///   - group: A label that fairness metrics compare by; the domain gives it no meaning.
  ///   - isPrivate: Whether the account is private; see ``setPrivate(_:for:now:)``.
  ///   - now: Seconds on the caller's clock.
  /// - Complexity: O(log *n*) comparisons of names, for *n* members who have taken one, and a few
  ///   hundred moves of 4 bytes; O(*n* ÷ 512) where a chunk of the index is split.
  @discardableResult
  public mutating func join(
    username: String, displayName: String = "", group: UInt8 = 0, isPrivate: Bool = false,
    now: Double
  ) throws(MembershipError) -> MemberID {
    try check(username: username, for: nil)
    try check(displayName: displayName)
    try checkRoom()
    let member = addMember(group: group, now: now)
    members.usernames[member] = username
    members.displayNames[member] = displayName
    names.insert(member, members.usernames)
    if isPrivate { makePrivate(member) }
    accepted(
      .joinNamed(
        member: member, username: username, displayName: displayName, group: group,
        isPrivate: isPrivate))
    return member
  }

  private func checkRoom() throws(MembershipError) {
    guard members.count < MemberColumns.most else { throw .full(members: members.count) }
  }

  private mutating func addMember(group: UInt8, now: Double) -> MemberID {
    let now = instant(now)
    advanceClock(to: now)
    let member = MemberID(members.count)
    members.joinedAt.append(now)
    members.group.append(group)
    members.flags.append([])
    ties.addMember()
    followDates.addMember()
    friendshipDates.addMember()
    notifications.addMember()
    postsByAuthor.addNode()
    affinity.addMember()
    return member
  }

  /// When a member joined, in seconds on the caller's clock; `nil` if the member does not exist.
  @inlinable public func joinedAt(_ member: MemberID) -> Double? {
    contains(member) ? members.joinedAt[member.index] : nil
  }

  /// A member's group label; `nil` if the member does not exist.
  public func group(of member: MemberID) -> UInt8? {
    contains(member) ? members.group[member.index] : nil
  }

  func isMember(_ member: MemberID) -> Bool { contains(member) }
}
