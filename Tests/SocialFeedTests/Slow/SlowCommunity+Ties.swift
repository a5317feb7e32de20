import SocialFeed

// MARK: Follows

extension SlowCommunity {
  mutating func follow(
    _ one: MemberID, _ other: MemberID, now: Double
  ) throws(TieError) -> FollowOutcome {
    try checkUnblocked(one, other)
    if isFollowing(one, other) { throw .alreadyFollowing(one, other) }
    if members[other.index].isPrivate {
      if followRequests.contains(one, other) { throw .alreadyAskedToFollow(one, other) }
      followRequests.add(one, other)
      notify(.followRequest, to: other, from: one, now: now)
      return .requested
    }
    follows.add(one, other, at: now)
    notify(.newFollower, to: other, from: one, now: now)
    return .following
  }

  mutating func unfollow(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try check(one, other)
    if !isFollowing(one, other) { throw .notFollowing(one, other) }
    follows.remove(one, other)
  }

  mutating func removeFollower(
    _ follower: MemberID, of member: MemberID
  ) throws(TieError) {
    try unfollow(follower, member)
  }

  mutating func approveFollow(
    of follower: MemberID, by member: MemberID, now: Double
  ) throws(TieError) {
    try removeFollowRequest(follower, member)
    follows.add(follower, member, at: now)
  }

  mutating func denyFollow(
    of follower: MemberID, by member: MemberID
  ) throws(TieError) {
    try removeFollowRequest(follower, member)
  }

  mutating func withdrawFollow(
    of follower: MemberID, to member: MemberID
  ) throws(TieError) {
    try removeFollowRequest(follower, member)
  }

  private mutating func removeFollowRequest(
    _ follower: MemberID, _ member: MemberID
  ) throws(TieError) {
    try check(follower, member)
    if !followRequests.contains(follower, member) { throw .notAskedToFollow(follower, member) }
    followRequests.remove(follower, member)
  }

  private func check(_ one: MemberID, _ other: MemberID) throws(TieError) {
    if !knows(one) { throw .unknownMember(one) }
    if !knows(other) { throw .unknownMember(other) }
    if one == other { throw .oneself(one) }
  }

  private func checkUnblocked(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try check(one, other)
    if isBlocked(one, other) { throw .blocked(one, other) }
  }
}

// MARK: Friendships

extension SlowCommunity {
  mutating func befriend(_ one: MemberID, _ other: MemberID, now: Double) throws(TieError) {
    try checkUnblocked(one, other)
    if isFriend(one, other) { throw .alreadyFriends(one, other) }
    settle(one, other)
    friendships.add(min(one, other), max(one, other), at: now)
  }

  mutating func unfriend(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try check(one, other)
    if !isFriend(one, other) { throw .notFriends(one, other) }
    friendships.remove(min(one, other), max(one, other))
  }

  mutating func requestFriendship(
    from one: MemberID, to other: MemberID, now: Double
  ) throws(TieError) -> FriendRequestOutcome {
    try checkUnblocked(one, other)
    if isFriend(one, other) { throw .alreadyFriends(one, other) }
    if friendRequests.contains(one, other) { throw .alreadyAskedForFriendship(one, other) }
    if friendRequests.contains(other, one) {
      try approveFriendship(from: other, by: one, now: now)
      return .friends
    }
    settle(one, other)
    friendRequests.add(one, other)
    notify(.friendRequest, to: other, from: one, now: now)
    return .pending
  }

  mutating func approveFriendship(
    from one: MemberID, by other: MemberID, now: Double
  ) throws(TieError) {
    try removeFriendRequest(one, other)
    friendships.add(min(one, other), max(one, other), at: now)
    notify(.friendAccepted, to: one, from: other, now: now)
  }

  mutating func rejectFriendship(
    from one: MemberID, by other: MemberID
  ) throws(TieError) {
    try removeFriendRequest(one, other)
    rejections.add(min(one, other), max(one, other))
  }

  mutating func withdrawFriendship(
    from one: MemberID, to other: MemberID
  ) throws(TieError) {
    try removeFriendRequest(one, other)
  }

  private mutating func removeFriendRequest(
    _ one: MemberID, _ other: MemberID
  ) throws(TieError) {
    try check(one, other)
    if !friendRequests.contains(one, other) { throw .notAskedForFriendship(one, other) }
    friendRequests.remove(one, other)
  }

  /// Nothing is asked and nothing was rejected any more.
  private mutating func settle(_ one: MemberID, _ other: MemberID) {
    friendRequests.remove(one, other)
    friendRequests.remove(other, one)
    rejections.remove(min(one, other), max(one, other))
  }
}

// MARK: Blocks

extension SlowCommunity {
  mutating func block(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try check(one, other)
    if blocks.contains(one, other) { throw .alreadyBlocked(one, other) }
    blocks.add(one, other)
    settle(one, other)
    friendships.remove(min(one, other), max(one, other))
    for (follower, followee) in [(one, other), (other, one)] {
      follows.remove(follower, followee)
      followRequests.remove(follower, followee)
    }
    endGuardianships(one, other)
  }

  mutating func unblock(_ one: MemberID, _ other: MemberID) throws(TieError) {
    try check(one, other)
    if !blocks.contains(one, other) { throw .notBlocked(one, other) }
    blocks.remove(one, other)
  }
}

// MARK: Questions

extension SlowCommunity {
  func isFollowing(_ one: MemberID, _ other: MemberID) -> Bool { follows.contains(one, other) }

  func isFriend(_ one: MemberID, _ other: MemberID) -> Bool {
    friendships.contains(min(one, other), max(one, other))
  }

  func isBlocked(_ one: MemberID, _ other: MemberID) -> Bool {
    blocks.contains(one, other) || blocks.contains(other, one)
  }

  /// A member's friends, in the order of befriending.
  func friends(of member: MemberID) -> [MemberID] {
    friendships.list.filter { $0.one == member || $0.other == member }.map {
      $0.one == member ? $0.other : $0.one
    }
  }

  func followStatus(of other: MemberID, for viewer: MemberID) -> FollowStatus {
    if isFollowing(viewer, other) {
      return isFollowing(other, viewer) ? .mutual : .following
    }
    return isFollowing(other, viewer) ? .followedBy : .none
  }

  func friendshipState(_ one: MemberID, _ other: MemberID) -> FriendshipState {
    if isFriend(one, other) { return .friends }
    for (asking, asked) in [(one, other), (other, one)]
    where friendRequests.contains(asking, asked) {
      return .pending(from: asking)
    }
    return rejections.contains(min(one, other), max(one, other)) ? .rejected : .none
  }

  /// A member's list, the oldest first, unfiltered.
  func list(_ kind: TieList, of member: MemberID) -> [MemberID] {
    switch kind {
    case .followers: follows.ones(of: member)
    case .following: follows.others(of: member)
    case .friends: friends(of: member)
    case .friendRequests: friendRequests.ones(of: member)
    case .followRequests: followRequests.ones(of: member)
    case .friendRequestsSent: friendRequests.others(of: member)
    case .followRequestsSent: followRequests.others(of: member)
    case .blocked: blocks.others(of: member)
    }
  }

  /// What a viewer sees of a member's list, newest first; requests and blocks are the member's.
  func shown(
    _ kind: TieList, of member: MemberID, for viewer: MemberID?, matching word: String
  ) -> [MemberID] {
    let viewer = kind.isOnesOwn ? member : viewer
    if kind == .blocked { return list(kind, of: member).reversed().filter { isNamed($0, word) } }
    if let viewer, isBlocked(viewer, member) { return [] }
    return list(kind, of: member).reversed().filter { other in
      isNamed(other, word) && !(viewer.map { isBlocked($0, other) } ?? false)
    }
  }

  /// The lists of a private account are for itself, followers and friends.
  func mayRead(_ kind: TieList, of member: MemberID, _ viewer: MemberID?) -> Bool {
    kind.isOnesOwn || areListsOpen(of: member, to: viewer)
  }

  func areListsOpen(of member: MemberID, to viewer: MemberID?) -> Bool {
    if !members[member.index].isPrivate || viewer == member { return true }
    return viewer.map { isFollowing($0, member) || isFriend($0, member) } ?? false
  }

  /// Letter by letter, where letters are what looks like one.
  private func isNamed(_ member: MemberID, _ word: String) -> Bool {
    if word.isEmpty { return true }
    let word = word.uppercased().lowercased()
    return [username(of: member), members[member.index].displayName].contains { name in
      let name = name.uppercased().lowercased()
      return name.indices.contains { name[$0...].hasPrefix(word) }
    }
  }

  /// Everybody whom contacts lead to and who is not known yet, with the shared contacts.
  func suggestions(for member: MemberID, limit: Int) -> [SlowSuggestion] {
    let contacts = allMembers.filter { isFriend(member, $0) || isFollowing(member, $0) }
    let all = allMembers.compactMap { other -> SlowSuggestion? in
      guard isUnknown(other, to: member) else { return nil }
      let shared = contacts.count {
        isFriend(member, $0) && isFriend($0, other)
          || isFollowing(member, $0) && isFollowing($0, other)
      }
      return shared == 0 ? nil : SlowSuggestion(member: other, sharedContacts: shared)
    }
    let sorted = all.sorted { ($1.sharedContacts, $0.member) < ($0.sharedContacts, $1.member) }
    return Array(sorted.prefix(limit))
  }

  private func isUnknown(_ other: MemberID, to member: MemberID) -> Bool {
    if other == member || isFriend(member, other) || isBlocked(member, other) { return false }
    return [(member, other), (other, member)].allSatisfy { one, other in
      !follows.contains(one, other) && !followRequests.contains(one, other)
        && !friendRequests.contains(one, other)
    }
  }
}

/// What a ``Suggestion`` says.
struct SlowSuggestion: Hashable {
  let member: MemberID
  let sharedContacts: Int
}

/// The lists of members that can be asked for.
enum TieList: CaseIterable {
  case followers, following, friends, friendRequests, followRequests, friendRequestsSent
  case followRequestsSent, blocked

  /// Whether none but the member may see it.
  var isOnesOwn: Bool { ![.followers, .following, .friends].contains(self) }
}

extension Community {
  func page(
    _ kind: TieList, of member: MemberID, for viewer: MemberID?, matching word: String,
    after cursor: MemberCursor?, limit: Int
  ) throws(ListError) -> MemberPage {
    switch kind {
    case .followers:
      return try followers(of: member, for: viewer, matching: word, after: cursor, limit: limit)
    case .following:
      return try following(of: member, for: viewer, matching: word, after: cursor, limit: limit)
    case .friends:
      return try friends(of: member, for: viewer, matching: word, after: cursor, limit: limit)
    case .friendRequests:
      return try friendRequests(to: member, matching: word, after: cursor, limit: limit)
    case .followRequests:
      return try followRequests(to: member, matching: word, after: cursor, limit: limit)
    case .friendRequestsSent:
      return try friendRequests(from: member, matching: word, after: cursor, limit: limit)
    case .followRequestsSent:
      return try followRequests(from: member, matching: word, after: cursor, limit: limit)
    case .blocked:
      return try blocked(by: member, matching: word, after: cursor, limit: limit)
    }
  }
}
