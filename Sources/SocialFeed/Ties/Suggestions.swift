/// A member whom another may know.
public struct Suggestion: Hashable, Codable, Sendable {
  public let member: MemberID
  /// How many of the viewer's contacts lead there.
  public let sharedContacts: Int

  public init(member: MemberID, sharedContacts: Int) {
    self.member = member
    self.sharedContacts = sharedContacts
  }
}

extension Community {
  /// How much is looked at for suggestions: so many contacts of a member, and so many of each of
  /// their ties, the newest.
  public static var suggestionReach: Int { 100 }

  /// Members whom somebody may know: friends of friends, and whom one's followees follow.
  ///
  /// A friend who has somebody for a friend, or a followee who follows somebody, is a *shared
  /// contact*, counted once. Those with the most shared contacts come first, then the lower
  /// identifier. Left out are oneself, members with whom there is a tie already (a friendship, a
  /// follow either way, a request either way) and those with a block between.
  ///
  /// - Parameter limit: At most so many, not negative.
  /// - Throws: ``ListError``, if the member does not exist or the limit is negative.
  /// - Complexity: Of each member's friends, and of the followees, the newest
  ///   ``suggestionReach`` are looked at, and no more: at most 2 · 100² ties, hubs or not, which
  ///   are sorted. Counts are exact for members and contacts with no more ties than that.
  public func suggestions(for member: MemberID, limit: Int = 20) throws(ListError) -> [Suggestion] {
    guard contains(member) else { throw .unknownMember(member) }
    guard limit >= 0 else { throw .limit(limit) }
    let paths = pathsToAcquaintances(of: member).sorted()
    var suggestions: [Suggestion] = []
    var first = 0
    while first < paths.count {
      let other = MemberID(rawValue: UInt32(paths[first] >> 32))
      var (shared, next) = (1, first + 1)
      while next < paths.count && paths[next] >> 32 == paths[first] >> 32 {
        if paths[next] != paths[next - 1] { shared += 1 }
        next += 1
      }
      first = next
      if isUnknown(other, to: member) {
        suggestions.append(Suggestion(member: other, sharedContacts: shared))
      }
    }
    suggestions.sort { ($1.sharedContacts, $0.member) < ($0.sharedContacts, $1.member) }
    return Array(suggestions.prefix(limit))
  }

  /// For each tie of a contact, who it leads to in the upper half and the contact in the lower; a
  /// contact who is both friend and followee may lead to somebody twice.
  private func pathsToAcquaintances(of member: MemberID) -> [UInt64] {
    var paths: [UInt64] = []
    let row = ties.rows[member.index]
    for friend in ties.friends.elements(of: row.friends).suffix(Self.suggestionReach) {
      let theirs = ties.friends.elements(of: ties.rows[Int(friend)].friends)
      for other in theirs.suffix(Self.suggestionReach) {
        paths.append(UInt64(other) << 32 | UInt64(friend))
      }
    }
    for followee in ties.following.elements(of: row.following).suffix(Self.suggestionReach) {
      let theirs = ties.following.elements(of: ties.rows[Int(followee)].following)
      for other in theirs.suffix(Self.suggestionReach) {
        paths.append(UInt64(other) << 32 | UInt64(followee))
      }
    }
    return paths
  }

  private func isUnknown(_ other: MemberID, to member: MemberID) -> Bool {
    other != member && !isFriend(member, other) && followStatus(of: other, for: member) == .none
      && !friendRequests.contains(member, other) && !friendRequests.contains(other, member)
      && !followRequests.contains(member, other) && !followRequests.contains(other, member)
      && !isBlocked(member, other)
  }
}
