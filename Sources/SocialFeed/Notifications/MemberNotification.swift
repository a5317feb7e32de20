/// What a notification is about.
@frozen public enum NotificationKind: UInt8, CaseIterable, Hashable, Sendable {
  /// The sender asks to be friends.
  case friendRequest
  /// The sender has approved the recipient's friend request.
  case friendAccepted
  /// The sender has voted for a contest entry of the recipient's.
  case contestVote
  /// The sender follows the recipient.
  case newFollower
  /// The sender asks to follow the recipient's private account.
  case followRequest
}

/// What another member has done, as a member is notified of it.
public struct MemberNotification: Hashable, Sendable {
  /// How many the recipient had got before this one.
  public let number: Int
  public let kind: NotificationKind
  public let recipient: MemberID
  public let sender: MemberID
  /// Seconds on the caller's clock.
  public let time: Double
  public let isRead: Bool
}

/// Some of a member's notifications, newest first.
public struct NotificationPage: Hashable, Sendable {
  public let notifications: [MemberNotification]
  /// The number that the next page is after, or `nil` when there is no more.
  public let next: Int?
}

/// Why a call about notifications was refused.
public enum NotificationError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  /// The member has not got a notification of this number, or does not keep it any more.
  case unknownNotification(Int, MemberID)
}

extension NotificationError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownNotification(let number, let member):
      "member \(member) has no notification \(number)"
    }
  }
}
