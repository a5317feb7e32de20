public import SocialFeed

/// The number of a call among one device's, from 1 in order of making.
@frozen
public struct CallID: RawRepresentable, Hashable, Comparable, Codable, Sendable,
  CustomStringConvertible
{
  public let rawValue: UInt32

  @inlinable public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whether `left` was made earlier.
  @inlinable public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Only the number.
  public var description: String { "\(rawValue)" }
}

/// A call that a device wants to be made, for the caller to make when and how it likes and to
/// report the outcome of.
public struct DeviceCall: Hashable, Sendable {
  /// The identifier to report the outcome by.
  public let id: CallID
  public let request: Request

  /// The request to the service.
  public enum Request: Hashable, Sendable {
    /// A page; answered by ``FeedDevice/pageArrived(_:next:startedAgain:of:calls:)``.
    case page(PageRequest)
    /// A change of one of the member's buttons; answered by
    /// ``FeedDevice/callDone(_:answer:now:calls:)`` or ``FeedDevice/callRefused(_:by:calls:)``.
    case like(PostID)
    case unlike(PostID)
    case save(PostID)
    case unsave(PostID)
    /// A vote for an entry of a contest or for a friend's post.
    case vote(PostID)
    /// A follow, or the request for one to a private account.
    case follow(MemberID)
    /// The end of a follow, or of the request for one.
    case unfollow(MemberID)
    /// A post's detail was opened and is fetched; answered by
    /// ``FeedDevice/callDone(_:answer:now:calls:)``, which only ``HomeRefreshes/afterDetail`` waits for.
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

/// What the service answers, beside that it has done it, to a call that switches a button.
public enum CallAnswer: Hashable, Sendable {
  /// The current state of the post, for like and save; of another post than the button's it is ignored.
  case post(InteractionState)
  /// The current state of the button, for any.
  case button(DeviceButton.State)
}
