/// What the community knows of its members, a column each; ties are kept apart.
struct MemberColumns: Sendable {
  var joinedAt: [Double] = []
  var group: [UInt8] = []

  var count: Int { joinedAt.count }
}

extension Community {
  /// How many members there are, those who joined first with the lowest identifiers.
  public var memberCount: Int { members.count }

  /// Takes a new member in.
  ///
  /// - Parameters:
  ///   - group: A label that fairness metrics compare by; the domain gives it no meaning.
  ///   - now: Seconds on the caller's clock.
  @discardableResult
  public mutating func join(group: UInt8 = 0, now: Double) -> MemberID {
    let member = MemberID(members.count)
    members.joinedAt.append(now)
    members.group.append(group)
    follows.addMember()
    friendships.addNode()
    postsByAuthor.addNode()
    affinity.addMember()
    checkInvariants()
    return member
  }

  /// When a member joined, in seconds on the caller's clock.
  public func joinedAt(_ member: MemberID) -> Double { members.joinedAt[member.index] }

  /// A member's group label.
  public func group(of member: MemberID) -> UInt8 { members.group[member.index] }

  func isMember(_ member: MemberID) -> Bool { member.index < members.count }
}
