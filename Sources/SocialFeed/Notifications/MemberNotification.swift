/// The kind of event that a notification is about. The raw value is its name on the wire.
@frozen public enum NotificationKind: String, CaseIterable, Hashable, Codable, Sendable {
  /// The sender asks to be friends.
  case friendRequest = "friend_request"
  /// The sender has approved the recipient's friend request.
  case friendAccepted = "friend_accepted"
  /// The sender has voted for a contest entry of the recipient's.
  case contestVote = "contest_vote"
  /// The sender follows the recipient.
  case newFollower = "new_follower"
  /// The sender asks to follow the recipient's private account.
  case followRequest = "follow_request"
  /// The sender invites the recipient to be a guardian of the sender's pet.
  case guardianInvitation = "guardian_invitation"
  /// The sender is now a guardian of the recipient's pet.
  case guardianAccepted = "guardian_accepted"
}

/// The subject of a notification besides its sender.
@frozen public enum NotificationSubject: Hashable, Codable, Sendable {
  /// The post whose entry was voted for.
  case post(PostID)
  /// The pet that somebody is to look after.
  case pet(PetID)
}

/// What another member has done, as a member is notified of it.
public struct MemberNotification: Hashable, Codable, Sendable {
  /// How many the recipient had got before this one.
  public let number: Int
  public let kind: NotificationKind
  public let recipient: MemberID
  public let sender: MemberID
  /// The subject: a post for ``NotificationKind/contestVote``, a pet for the two kinds of
  /// guardians, otherwise `nil`. It may have been deleted since.
  public let subject: NotificationSubject?
  /// Seconds on the caller's clock.
  public let time: Double
  public let isRead: Bool

  public init(
    number: Int, kind: NotificationKind, recipient: MemberID, sender: MemberID,
    subject: NotificationSubject? = nil, time: Double, isRead: Bool = false
  ) {
    self.number = number
    self.kind = kind
    self.recipient = recipient
    self.sender = sender
    self.subject = subject
    self.time = time
    self.isRead = isRead
  }
}

/// Some of a member's notifications, newest first.
public struct NotificationPage: Hashable, Codable, Sendable {
  public let notifications: [MemberNotification]
  /// The number that the next page is after, or `nil` on the last page.
  public let next: Int?

  public init(notifications: [MemberNotification], next: Int? = nil) {
    self.notifications = notifications
    self.next = next
  }
}

/// Why a call about notifications was refused.
public enum NotificationError: Error, Hashable, Sendable {
  case unknownMember(MemberID)
  /// The member has not got a notification of this number, or does not keep it any more.
  case unknownNotification(Int, MemberID)
  /// A limit that is not above 0.
  case limit(Int)
}

extension NotificationError: CustomStringConvertible {
  /// What is wrong, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .unknownMember(let member): "there is no member \(member)"
    case .unknownNotification(let number, let member):
      "member \(member) has no notification \(number)"
    case .limit(let limit): "a limit of \(limit) is too low"
    }
  }
}
