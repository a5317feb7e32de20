public import SocialFeed

/// A button that a member can switch: its kind, and the post or member that it belongs to.
///
/// Each cell of the screen has the buttons like and save. An app may show vote and follow wherever
/// it likes, in a cell, in a detail or on a profile; the caller reports their states by the service to
/// ``FeedDevice/stateArrived(_:of:from:)``.
@frozen public struct DeviceButton: Hashable, Codable, Sendable {
  /// What a button does.
  @frozen public enum Kind: UInt8, CaseIterable, Hashable, Codable, Sendable {
    /// Likes a post, and takes the like back.
    case like
    /// Saves a post, and takes the save back.
    case save
    /// Votes for a post, an entry of a contest or a friend's. A vote is not taken back.
    case vote
    /// Follows a member, or asks a private account for it, and ends or withdraws that.
    case follow
  }

  /// What a button shows.
  @frozen public struct State: Hashable, Codable, Sendable {
    public var isOn: Bool
    /// Beside the button, the member included: likes, saves or votes of the post, or followers of
    /// the member; `nil` where no count is shown. A count below 0 is taken as 0, one of 2³² and
    /// more as 2³² − 1.
    public var count: Int?

    public init(isOn: Bool, count: Int? = nil) {
      self.isOn = isOn
      self.count = count
    }
  }

  public let kind: Kind
  /// The raw value of the post or, of a button that follows, of the member.
  public let subject: UInt32

  @inlinable public init(_ kind: Kind, subject: UInt32) {
    self.kind = kind
    self.subject = subject
  }

  @inlinable public static func like(_ post: PostID) -> Self {
    Self(.like, subject: post.rawValue)
  }

  @inlinable public static func save(_ post: PostID) -> Self {
    Self(.save, subject: post.rawValue)
  }

  @inlinable public static func vote(_ post: PostID) -> Self {
    Self(.vote, subject: post.rawValue)
  }

  @inlinable public static func follow(_ member: MemberID) -> Self {
    Self(.follow, subject: member.rawValue)
  }

  /// The post of the button, or `nil` for one that follows.
  @inlinable public var post: PostID? { kind == .follow ? nil : PostID(rawValue: subject) }

  /// The member of a button that follows, else `nil`.
  @inlinable public var member: MemberID? {
    kind == .follow ? MemberID(rawValue: subject) : nil
  }
}

extension DeviceButton {
  /// The call that switches the button.
  func request(_ isOn: Bool) -> DeviceCall.Request {
    let (post, member) = (PostID(rawValue: subject), MemberID(rawValue: subject))
    return switch (kind, isOn) {
    case (.like, true): .like(post)
    case (.like, false): .unlike(post)
    case (.save, true): .save(post)
    case (.save, false): .unsave(post)
    case (.vote, _): .vote(post)
    case (.follow, true): .follow(member)
    case (.follow, false): .unfollow(member)
    }
  }
}

/// Whether a button is on, and the count beside it.
struct ButtonState: Equatable, Sendable {
  var isOn: Bool
  var count: UInt32

  /// The same with the button on or off, the member being counted or not accordingly. A count of 0 stays so, and so
  /// does the largest.
  func turned(_ isOn: Bool) -> ButtonState {
    guard isOn != self.isOn else { return self }
    let count = isOn ? (count == .max ? .max : count + 1) : count - min(count, 1)
    return ButtonState(isOn: isOn, count: count)
  }
}
