extension Community {
  /// A member's notifications, newest first. Notifications from members with a block between are left out while the
  /// block lasts, and from deleted accounts for good.
  ///
  /// Notifications that come between two pages are newer than both and do not move them.
  ///
  /// - Parameters:
  ///   - number: Only those older than the notification of this number: ``NotificationPage/next``
  ///     of the page before. `nil` begins with the newest.
  ///   - limit: At most so many, above 0.
  /// - Throws: ``NotificationError``, if the member does not exist or the limit is not above 0.
  public func notifications(
    of member: MemberID, after number: Int? = nil, limit: Int = 100
  ) throws(NotificationError) -> NotificationPage {
    guard contains(member) else { throw .unknownMember(member) }
    guard limit > 0 else { throw .limit(limit) }
    let kept = notifications.numbers(of: member)
    var page: [MemberNotification] = []
    for number in kept.prefix(while: { $0 < number ?? .max }).reversed() {
      if isHidden(number, from: member) { continue }
      if page.count == limit {
        return NotificationPage(notifications: page, next: page.last!.number)
      }
      page.append(notifications.notification(number, of: member))
    }
    return NotificationPage(notifications: page, next: nil)
  }

  /// How many of a member's notifications are not read, hidden ones left out; `nil` if the member does not exist. O(1),
  /// and O(those kept) for a member who has to do with a block.
  public func unreadNotificationCount(of member: MemberID) -> Int? {
    guard contains(member) else { return nil }
    guard members.hasBlocks(member) else { return notifications.unreadCount(of: member) }
    return notifications.numbers(of: member).count { number in
      let notification = notifications.notification(number, of: member)
      return !notification.isRead && !isHidden(number, from: member)
    }
  }

  /// Marks a notification as read; one that is read stays so.
  ///
  /// - Parameter number: See ``MemberNotification/number``.
  public mutating func markNotificationRead(
    _ number: Int, of member: MemberID
  ) throws(NotificationError) {
    guard isMember(member) else { throw .unknownMember(member) }
    guard notifications.numbers(of: member).contains(number),
      !isHidden(number, from: member)
    else { throw .unknownNotification(number, member) }
    notifications.markRead(number, of: member)
    accepted(.readNotification(number: number, member: member))
  }

  /// Marks all notifications as read that are not hidden by a block.
  public mutating func markAllNotificationsRead(of member: MemberID) throws(NotificationError) {
    guard isMember(member) else { throw .unknownMember(member) }
    for number in notifications.numbers(of: member)
    where !isHidden(number, from: member) {
      notifications.markRead(number, of: member)
    }
    accepted(.readAllNotifications(member: member))
  }

  /// Whether a notification that a member keeps is from somebody behind a block, or whose account was
  /// deleted.
  private func isHidden(_ number: Int, from member: MemberID) -> Bool {
    let sender = notifications.sender(of: number, of: member)
    return !contains(sender) || isBlocked(member, sender)
  }

  /// Notifies a member of what another has done; members are not notified of their own acts.
  ///
  /// - Parameter now: Seconds on the caller's clock.
  mutating func notify(
    _ kind: NotificationKind, about subject: NotificationSubject? = nil,
    to recipient: MemberID, from sender: MemberID, now: Double
  ) {
    guard recipient != sender else { return }
    notifications.add(kind, about: subject, to: recipient, from: sender, at: now)
  }
}
