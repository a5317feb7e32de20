public import SocialFeed

/// When the home feed is refreshed by itself, beside the opening of the app.
public struct HomeRefreshes: OptionSet, Hashable, Codable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Some time after a like has succeeded.
  public static let afterLike = HomeRefreshes(rawValue: 1)
  /// On return from a post's detail.
  public static let onReturn = HomeRefreshes(rawValue: 2)
  /// Some time after a post's detail has been fetched.
  public static let afterDetail = HomeRefreshes(rawValue: 4)

  /// All of them, as in the domain.
  public static let all: HomeRefreshes = [.afterLike, .onReturn, .afterDetail]
}

/// How an app loads and refreshes its feed: the figures of ``FeedDevice``.
public struct DeviceRules: Hashable, Sendable {
  /// How many posts a page request is for.
  public let pageSize: Int
  /// When the home feed is refreshed by itself.
  public let homeRefreshes: HomeRefreshes
  /// How long after the success of a like, or after a detail was fetched, the home feed is
  /// refreshed, in seconds.
  public let refreshDelay: Double
  /// How many posts one sync call requests.
  public let syncBatch: Int
  /// Whether a refresh trigger syncs. An explicit sync is always made.
  public let syncs: Bool
  /// How old a screen may grow, in seconds, before its media links have expired.
  public let mediaLinkLifetime: Double

  /// Makes the domain's rules.
  public init() {
    pageSize = FeedRequest.usualPageSize
    homeRefreshes = HomeRefreshes.all
    refreshDelay = 0.5
    syncBatch = InteractionStates.limit
    syncs = true
    mediaLinkLifetime = 3600
  }

  /// Makes rules; those that are not given are the domain's.
  ///
  /// - Parameters:
  ///   - pageSize: At least 1.
  ///   - homeRefreshes: Beside the opening of the app.
  ///   - refreshDelay: Seconds, finite and not below 0.
  ///   - syncBatch: In `1...InteractionStates.limit`.
  ///   - syncs: Whether a refresh trigger syncs.
  ///   - mediaLinkLifetime: Seconds, above 0; infinite for links that do not expire.
  /// - Throws: ``DeviceRulesError`` for the first figure that is out of its range.
  public init(
    pageSize: Int = FeedRequest.usualPageSize, homeRefreshes: HomeRefreshes = .all,
    refreshDelay: Double = 0.5, syncBatch: Int = InteractionStates.limit, syncs: Bool = true,
    mediaLinkLifetime: Double = 3600
  ) throws(DeviceRulesError) {
    guard pageSize >= 1 else { throw .pageSize(pageSize) }
    guard refreshDelay >= 0 && refreshDelay.isFinite else { throw .refreshDelay(refreshDelay) }
    guard (1...InteractionStates.limit).contains(syncBatch) else { throw .syncBatch(syncBatch) }
    guard mediaLinkLifetime > 0 else { throw .mediaLinkLifetime(mediaLinkLifetime) }
    self.pageSize = pageSize
    self.homeRefreshes = homeRefreshes
    self.refreshDelay = refreshDelay
    self.syncBatch = syncBatch
    self.syncs = syncs
    self.mediaLinkLifetime = mediaLinkLifetime
  }
}

/// Which figure of a device's rules is out of its range.
public enum DeviceRulesError: Error, Hashable, Sendable {
  case pageSize(Int)
  case refreshDelay(Double)
  case syncBatch(Int)
  case mediaLinkLifetime(Double)
}

extension DeviceRulesError: CustomStringConvertible {
  /// What is wrong and what would do, as one sentence without a full stop.
  public var description: String {
    switch self {
    case .pageSize(let posts): "a page of \(posts) posts; expected at least 1"
    case .refreshDelay(let delay):
      "a refresh after \(delay) s; expected a finite number of seconds not below 0"
    case .syncBatch(let posts):
      "a sync of \(posts) posts; expected 1 to \(InteractionStates.limit)"
    case .mediaLinkLifetime(let lifetime):
      "media links that expire after \(lifetime) s; expected a number of seconds above 0"
    }
  }
}
