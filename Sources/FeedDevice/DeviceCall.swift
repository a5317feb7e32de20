public import SocialFeed

/// The number of a call among those of one device, from 1 in order of making.
@frozen
public struct CallID: RawRepresentable, Hashable, Comparable, Sendable,
  CustomStringConvertible
{
  public let rawValue: UInt32

  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether `left` was made earlier.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The number alone.
  public var description: String { "\(rawValue)" }
}

/// A call that a device wants to be made, for the caller to make when and how it likes and to
/// report the outcome of.
public struct DeviceCall: Hashable, Sendable {
  /// What the outcome is reported by.
  public let id: CallID
  public let request: Request

  /// The request to the service.
  public enum Request: Hashable, Sendable {
    /// A page; answered by ``FeedDevice/pageArrived(_:next:of:calls:)``.
    case page(PageRequest)
    /// A change of one of the member's buttons; answered by ``FeedDevice/callDone(_:now:calls:)`` or
    /// ``FeedDevice/callRefused(_:by:calls:)``.
    case like(PostID)
    case unlike(PostID)
    case save(PostID)
    case unsave(PostID)
    /// A post's detail was opened. Nothing waits for the outcome.
    case view(PostID)
    /// The states of posts; answered by ``FeedDevice/statesArrived(_:of:calls:)``.
    case sync([PostID])
  }
}

/// The parts of a feed request that the device knows; viewer, time and noise are the caller's.
public struct PageRequest: Hashable, Sendable {
  public let surface: Surface
  public let pageSize: Int
  /// Number of the refresh on this device, from 0 and the same for all its pages. A member with
  /// several devices needs numbers that differ between them.
  public let refresh: UInt32
  /// Where the last page ended; `nil` for the first page of a refresh.
  public let cursor: FeedCursor?

  /// Makes a request for a page.
  public init(surface: Surface, pageSize: Int, refresh: UInt32, cursor: FeedCursor?) {
    self.surface = surface
    self.pageSize = pageSize
    self.refresh = refresh
    self.cursor = cursor
  }
}

/// A button that each cell has.
@frozen public enum DeviceButton: UInt8, CaseIterable, Hashable, Sendable {
  case like, save
}

extension DeviceButton {
  /// The call that switches the button of a post.
  func request(_ isOn: Bool, _ post: PostID) -> DeviceCall.Request {
    switch (self, isOn) {
    case (.like, true): .like(post)
    case (.like, false): .unlike(post)
    case (.save, true): .save(post)
    case (.save, false): .unsave(post)
    }
  }

  /// Whether a refusal to switch the button of a post means that it is switched so already.
  func isAlready(_ isOn: Bool, accordingTo error: InteractionError) -> Bool {
    switch (self, isOn, error) {
    case (.like, true, .alreadyLiked), (.like, false, .notLiked), (.save, true, .alreadySaved),
      (.save, false, .notSaved):
      true
    default: false
    }
  }
}
