extension Community {
  /// Members whose username begins with a prefix, reserved names included: best known first, by the
  /// number of followers, then by name.
  ///
  /// - Parameters:
  ///   - prefix: In any case; the empty one begins every name.
  ///   - viewer: Who searches: members with a block between them and the viewer are left out.
  ///     `nil` is somebody not known.
  ///   - limit: At most so many, not negative.
  /// - Throws: ``ListError``, for a viewer that does not exist or a negative limit.
  /// - Complexity: O(log *n* + *m*), where *m* is the number of names that begin with the prefix:
  ///   each costs a look at its number of followers. All reserved names begin with `member`.
  public func searchMembers(
    prefix: String, for viewer: MemberID?, limit: Int = 20
  ) throws(ListError) -> [MemberID] {
    guard limit >= 0 else { throw .limit(limit) }
    if let viewer, !contains(viewer) { throw .unknownMember(viewer) }
    let prefix = prefix.lowercased()
    var named = BestKnown(limit: limit)
    names.forEach(beginningWith: prefix, members.usernames) { member in
      consider(member, for: viewer, in: &named)
    }
    var unnamed = BestKnown(limit: limit)
    if names.count < memberCount {
      // A closure that is passed from call to call would copy the community at each.
      for member in ReservedName.members(beginningWith: prefix, below: memberCount)
      where contains(member) && members.usernames[member].isEmpty {
        consider(member, for: viewer, in: &unnamed)
      }
    }
    let found = (named.members + unnamed.members).map { member in
      (
        member: member, followers: ties.followerCount(of: member), name: username(of: member)!
      )
    }
    return found.sorted { ($1.followers, $0.name) < ($0.followers, $1.name) }.prefix(limit)
      .map(\.member)
  }

  private func consider(_ member: MemberID, for viewer: MemberID?, in best: inout BestKnown) {
    let followers = ties.followerCount(of: member)
    guard best.takes(followers) else { return }
    if let viewer, isBlocked(viewer, member) { return }
    best.insert(member, followers)
  }
}

/// The members with the most followers of those offered in the order of their names, which need not
/// be compared again.
private struct BestKnown {
  let limit: Int
  private(set) var members: [MemberID] = []
  private var followers: [Int] = []

  init(limit: Int) { self.limit = limit }

  func takes(_ count: Int) -> Bool {
    members.count < limit || limit > 0 && count > followers[limit - 1]
  }

  mutating func insert(_ member: MemberID, _ count: Int) {
    let index = followers.firstIndex { $0 < count } ?? followers.count
    members.insert(member, at: index)
    followers.insert(count, at: index)
    if members.count > limit {
      members.removeLast()
      followers.removeLast()
    }
  }
}
