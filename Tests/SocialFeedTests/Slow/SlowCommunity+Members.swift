import SocialFeed

extension SlowCommunity {
  mutating func join(group: UInt8, now: Double) throws(MembershipError) -> MemberID {
    members.append(Member(joinedAt: now, group: group))
    return MemberID(members.count - 1)
  }

  mutating func join(
    username: String, displayName: String, group: UInt8, isPrivate: Bool, now: Double
  ) throws(MembershipError) -> MemberID {
    try check(username: username, for: nil)
    if displayName.count > 60 { throw .displayNameLength(displayName.count) }
    let member = try join(group: group, now: now)
    members[member.index].username = username
    members[member.index].displayName = displayName
    members[member.index].isPrivate = isPrivate
    return member
  }

  mutating func rename(_ member: MemberID, to username: String) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    try check(username: username, for: member)
    members[member.index].username = username
  }

  mutating func setDisplayName(
    _ displayName: String, of member: MemberID
  ) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    if displayName.count > 60 { throw .displayNameLength(displayName.count) }
    members[member.index].displayName = displayName
  }

  mutating func setBio(_ bio: String, of member: MemberID) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    if bio.count > 300 { throw .bioLength(bio.count) }
    members[member.index].bio = bio
  }

  mutating func setPicture(_ key: String?, of member: MemberID) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    if let key, key.isEmpty || key.utf8.count > 1024 {
      throw .pictureKeyLength(bytes: key.utf8.count)
    }
    members[member.index].picture = key
  }

  mutating func setAccountKind(_ kind: String, of member: MemberID) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    if kind.utf8.count > 32 { throw .accountKindLength(bytes: kind.utf8.count) }
    members[member.index].kind = kind
  }

  mutating func setPreferredSetting(
    _ setting: [String], of member: MemberID
  ) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    if setting.count > 32 { throw .preferredSettingCount(setting.count) }
    for bytes in setting.map({ Array($0.utf8) }) {
      if bytes.isEmpty || bytes.count > 64 { throw .preferredSettingLength(bytes: bytes.count) }
      if bytes.contains(10) { throw .preferredSettingLineFeed }
    }
    members[member.index].preferredSetting = setting
  }

  /// All who have asked to follow an account that goes public do so, in the order of asking.
  mutating func setPrivate(
    _ isPrivate: Bool, for member: MemberID, now: Double
  ) throws(MembershipError) {
    if !knows(member) { throw .unknownMember(member) }
    members[member.index].isPrivate = isPrivate
    if isPrivate { return }
    for follower in followRequests.ones(of: member) {
      followRequests.remove(follower, member)
      follows.add(follower, member, at: now)
    }
  }

  private func check(username: String, for member: MemberID?) throws(MembershipError) {
    let (small, capitals) = ("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    if username.isEmpty || username.count > 30 { throw .usernameLength(username) }
    if let bad = username.first(where: { !(small + capitals + "0123456789._-").contains($0) }) {
      throw .usernameCharacter(username, bad)
    }
    if username.contains(where: { capitals.contains($0) }) { throw .usernameCapitals(username) }
    let rest = username.dropFirst("member".count)
    if username.hasPrefix("member"), !rest.isEmpty,
      rest.allSatisfy({ "0123456789".contains($0) })
    {
      throw .usernameReserved(username)
    }
    if let owner = self.member(named: username), owner != member { throw .usernameTaken(username) }
  }
}

// MARK: Questions

extension SlowCommunity {
  func username(of member: MemberID) -> String {
    members[member.index].username ?? "member\(member.index)"
  }

  func displayName(of member: MemberID) -> String {
    let name = members[member.index].displayName
    return name.isEmpty ? username(of: member) : name
  }

  func member(named name: String) -> MemberID? { allMembers.first { username(of: $0) == name } }

  func searchMembers(prefix: String, for viewer: MemberID?, limit: Int) -> [MemberID] {
    let found = allMembers.filter { member in
      username(of: member).hasPrefix(prefix.lowercased())
        && !(viewer.map { isBlocked($0, member) } ?? false)
    }
    let keyed = found.map { (followers: follows.ones(of: $0).count, name: username(of: $0), $0) }
    return keyed.sorted { ($1.followers, $0.name) < ($0.followers, $1.name) }.prefix(limit)
      .map(\.2)
  }
}

// MARK: Notifications

extension SlowCommunity {
  mutating func notify(
    _ kind: NotificationKind, about subject: NotificationSubject? = nil,
    to recipient: MemberID, from sender: MemberID, now: Double
  ) {
    if recipient == sender { return }
    members[recipient.index].notifications.append(
      SlowNotification(kind: kind, subject: subject, sender: sender, time: now))
  }

  mutating func markNotificationRead(
    _ number: Int, of member: MemberID
  ) throws(NotificationError) {
    if !knows(member) { throw .unknownMember(member) }
    let isShown = notifications(of: member).contains { $0.number == number }
    if !isShown { throw .unknownNotification(number, member) }
    members[member.index].notifications[number].isRead = true
  }

  mutating func markAllNotificationsRead(of member: MemberID) throws(NotificationError) {
    if !knows(member) { throw .unknownMember(member) }
    for notification in notifications(of: member) {
      members[member.index].notifications[notification.number].isRead = true
    }
  }

  /// The newest first, as many as are kept, without those across a block.
  func notifications(of member: MemberID) -> [Notice] {
    let all = members[member.index].notifications
    return all.indices.suffix(notificationLimit).reversed().compactMap { number in
      let got = all[number]
      if !knows(got.sender) || isBlocked(got.sender, member) { return nil }
      return Notice(
        number: number, kind: got.kind, recipient: member, sender: got.sender,
        subject: got.subject, time: got.time, isRead: got.isRead)
    }
  }
}

/// What a ``MemberNotification`` says.
struct Notice: Hashable {
  let number: Int
  let kind: NotificationKind
  let recipient: MemberID
  let sender: MemberID
  let subject: NotificationSubject?
  let time: Double
  let isRead: Bool
}

extension Notice {
  init(_ found: MemberNotification) {
    self.init(
      number: found.number, kind: found.kind, recipient: found.recipient, sender: found.sender,
      subject: found.subject, time: found.time, isRead: found.isRead)
  }
}
