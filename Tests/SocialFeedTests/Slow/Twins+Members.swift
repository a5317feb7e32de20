import SocialFeed

extension Twins {
  func compare(_ member: MemberID) throws(Difference) {
    let expected = slow.members[member.index]
    try agree(community.joinedAt(member), expected.joinedAt, "joining of \(member)")
    try agree(community.group(of: member), expected.group, "group of \(member)")
    try agree(community.isPrivate(member), expected.isPrivate, "privacy of \(member)")
    let name = slow.username(of: member)
    try agree(community.username(of: member), name, "username of \(member)")
    try agree(community.member(named: name), member, "who is named \(name)")
    try agree(
      community.displayName(of: member), slow.displayName(of: member), "name of \(member)")
    try agree(
      community.profile(of: member),
      MemberProfile(
        id: member, username: name, displayName: slow.displayName(of: member), bio: expected.bio,
        picture: expected.picture, kind: expected.kind,
        preferredSetting: expected.preferredSetting, joinedAt: expected.joinedAt,
        isPrivate: expected.isPrivate, followers: slow.list(.followers, of: member).count,
        following: slow.list(.following, of: member).count,
        friends: slow.list(.friends, of: member).count), "profile of \(member)")
    for viewer in slow.allMembers.map({ Optional($0) }) + [nil] {
      try agree(
        try? community.pets(of: member, for: viewer), slow.pets(of: member, for: viewer),
        "pets of \(member) for \(String(describing: viewer))")
    }
    try compareWalks(of: member)
    for other in slow.allMembers { try compare(member, other) }
    try compareNotifications(of: member)
    try compareAffinities(of: member)
  }

  /// Of a deleted account nothing is left, as of one that never was.
  func compareAbsence(of member: MemberID) throws(Difference) {
    try agree(community.contains(member), false, "presence of \(member)")
    try agree(community.profile(of: member), nil, "profile of \(member)")
    try agree(community.joinedAt(member), nil, "joining of \(member)")
    try agree(community.member(named: "member\(member)"), nil, "name of \(member)")
    try agree(community.follower(of: member, at: 0), nil, "follower of \(member)")
    try agree(community.unreadNotificationCount(of: member), nil, "unread of \(member)")
    try agree(community.hasRequests(to: member), false, "requests to \(member)")
    for other in slow.allMembers {
      let isTied =
        community.isFollowing(member, other) || community.isFollowing(other, member)
        || community.isFriend(other, member) || community.isBlocked(other, member)
        || community.friendshipState(other, member) != .none
      try agree(isTied, false, "ties of \(member) and \(other)")
    }
  }

  /// The lists as a simulation walks them, index by index.
  private func compareWalks(of member: MemberID) throws(Difference) {
    let followees = (0..<community.followingCount(of: member)!).map {
      community.followee(of: member, at: $0)!
    }
    try agree(followees, slow.list(.following, of: member), "followees of \(member)")
    let followers = (0..<community.followerCount(of: member)!).map {
      community.follower(of: member, at: $0)!
    }
    try agree(followers, slow.list(.followers, of: member), "followers of \(member)")
    let friends = (0..<community.friendCount(of: member)!).map {
      community.friend(of: member, at: $0)!
    }
    try agree(friends, slow.list(.friends, of: member), "friends of \(member)")
  }

  /// Compares what is between two members, and that nothing is across a block.
  func compare(_ one: MemberID, _ other: MemberID) throws(Difference) {
    func agree(_ isSame: Bool, _ what: String) throws(Difference) {
      guard isSame else { throw Difference("\(what) of \(one) and \(other)") }
    }
    try agree(community.isFollowing(one, other) == slow.isFollowing(one, other), "follow")
    try agree(community.isFriend(one, other) == slow.isFriend(one, other), "friendship")
    let hasRequested = community.hasRequestedToFollow(one, other)
    try agree(hasRequested == slow.followRequests.contains(one, other), "request to follow")
    try agree(community.hasBlocked(one, other) == slow.blocks.contains(one, other), "block")
    let isBlocked = community.isBlocked(one, other)
    try agree(isBlocked == slow.isBlocked(one, other), "block either way")
    let status = community.followStatus(of: other, for: one)
    try agree(status == slow.followStatus(of: other, for: one), "follow status")
    let state = community.friendshipState(one, other)
    try agree(state == slow.friendshipState(one, other), "state of friendship")
    let follow = community.followDate(one, other)
    try agree(follow == slow.follows.date(one, other), "date of the follow")
    let friendship = community.friendshipDate(one, other)
    let expected = slow.friendships.date(min(one, other), max(one, other))
    try agree(friendship == expected, "date of the friendship")
    if isBlocked {
      try agree(status == .none && state == .none && !hasRequested, "relation across a block")
    }
  }

  private func compareNotifications(of member: MemberID) throws(Difference) {
    let expected = slow.notifications(of: member)
    guard let page = try? community.notifications(of: member, limit: 1 << 20) else {
      throw Difference("no notifications of \(member)")
    }
    try agree(page.notifications.map { Notice($0) }, expected, "notifications of \(member)")
    try agree(page.next, nil, "more notifications of \(member)")
    try agree(
      community.unreadNotificationCount(of: member), expected.count { !$0.isRead },
      "unread notifications of \(member)")
  }

  private func compareAffinities(of member: MemberID) throws(Difference) {
    for category in (0..<slow.categoryCount).map({ CategoryID($0) }) {
      guard let found = community.affinity(of: member, for: category, at: now) else {
        throw Difference("no affinity of \(member) for \(category)")
      }
      let expected = slow.affinity(of: member, for: category, at: now)
      let gross = slow.grossAffinity(of: member, for: category, at: now)
      // What was taken back too bounds the rounding errors; far below, a factor may underflow.
      guard abs(found - expected) <= 1e-9 * gross + 1e-140 else {
        throw Difference("affinity of \(member) for \(category): \(found), expected \(expected)")
      }
    }
  }
}
