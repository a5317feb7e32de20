public import SocialFeed

/// When the home feed is refreshed by itself, beside the opening of the app.
public struct HomeRefreshes: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Some time after a like has succeeded.
  public static let afterLike = HomeRefreshes(rawValue: 1)
  /// On return from a post's detail.
  public static let onReturn = HomeRefreshes(rawValue: 2)
}

/// How an app loads and refreshes its feed: the figures of ``FeedDevice``.
public struct DeviceRules: Hashable, Sendable {
  /// How many posts a page request is for.
  public let pageSize: Int
  /// When the home feed is refreshed by itself.
  public let homeRefreshes: HomeRefreshes
  /// How long after the success of a like the home feed is refreshed, in seconds.
  public let refreshDelay: Double
  /// How many posts one sync call requests.
  public let syncBatch: Int
  /// Whether a refresh trigger syncs. An explicit sync is always made.
  public let syncs: Bool
  /// How old a screen may grow, in seconds, before its media links have expired.
  public let mediaLinkLifetime: Double

  /// Makes rules; those that are not given are the domain's.
  ///
  /// - Parameters:
  ///   - pageSize: At least 1.
  ///   - homeRefreshes: Beside the opening of the app.
  ///   - refreshDelay: Seconds, finite and not below 0.
  ///   - syncBatch: In `1...InteractionStates.limit`.
  ///   - syncs: Whether a refresh trigger syncs.
  ///   - mediaLinkLifetime: Seconds, above 0; infinite for links that do not expire.
  public init(
    pageSize: Int = 20, homeRefreshes: HomeRefreshes = [.afterLike, .onReturn],
    refreshDelay: Double = 0.5, syncBatch: Int = InteractionStates.limit, syncs: Bool = true,
    mediaLinkLifetime: Double = 3600
  ) {
    precondition(pageSize >= 1, "a page of \(pageSize) posts")
    precondition(
      refreshDelay >= 0 && refreshDelay.isFinite, "a refresh \(refreshDelay) s after a like")
    precondition(
      (1...InteractionStates.limit).contains(syncBatch), "a sync of \(syncBatch) posts")
    precondition(mediaLinkLifetime > 0, "a lifetime of \(mediaLinkLifetime) s for media links")
    self.pageSize = pageSize
    self.homeRefreshes = homeRefreshes
    self.refreshDelay = refreshDelay
    self.syncBatch = syncBatch
    self.syncs = syncs
    self.mediaLinkLifetime = mediaLinkLifetime
  }
}
