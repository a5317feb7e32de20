public import SocialFeed

/// How an app loads and refreshes its feed: the figures of ``FeedDevice``.
public struct DeviceRules: Hashable, Sendable {
  /// How many posts a page is asked for with.
  public let pageSize: Int
  /// How long after a like the home feed is refreshed, in seconds.
  public let refreshDelay: Double
  /// How many posts one sync call asks for.
  public let syncBatch: Int
  /// How old a screen may grow, in seconds, before its media links have expired.
  public let mediaLinkLifetime: Double

  /// Makes rules; those that are not given are the domain's.
  ///
  /// - Parameters:
  ///   - pageSize: At least 1.
  ///   - refreshDelay: Seconds, finite and not below 0.
  ///   - syncBatch: In `1...InteractionStates.limit`.
  ///   - mediaLinkLifetime: Seconds, above 0; infinite for links that do not expire.
  public init(
    pageSize: Int = 20, refreshDelay: Double = 0.5, syncBatch: Int = InteractionStates.limit,
    mediaLinkLifetime: Double = 3600
  ) {
    precondition(pageSize >= 1, "a page of \(pageSize) posts")
    precondition(
      refreshDelay >= 0 && refreshDelay.isFinite, "a refresh \(refreshDelay) s after a like")
    precondition(
      (1...InteractionStates.limit).contains(syncBatch), "a sync of \(syncBatch) posts")
    precondition(mediaLinkLifetime > 0, "media links that live \(mediaLinkLifetime) s")
    self.pageSize = pageSize
    self.refreshDelay = refreshDelay
    self.syncBatch = syncBatch
    self.mediaLinkLifetime = mediaLinkLifetime
  }
}
