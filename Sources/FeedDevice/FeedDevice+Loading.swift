public import SocialFeed

/// The loading state of the feed on the screen.
public enum LoadingState: Hashable, Sendable {
  /// No page was requested yet.
  case idle
  /// The first page is waited for. What the screen showed before may still be there.
  case loading
  /// Posts are on the screen. The next page may be waited for (``FeedDevice/isLoadingMore``).
  case loaded
  /// The feed has no posts.
  case empty
  /// The last page requested did not come. Whatever was loaded before is still on the screen.
  case error(DeviceFailure)
}

extension FeedDevice {
  /// The loading state of the feed on the screen: whether to show posts, a spinner, a text or
  /// an error with a button that retries.
  ///
  /// A page that is waited for comes before an earlier failure, which is gone when a page arrives.
  public var loadingState: LoadingState {
    if let pageCall {
      if pageCall.isFirst || count == 0 { return .loading }
    } else if let loadFailure {
      return .error(DeviceFailure(action: .loadPosts, reason: loadFailure))
    }
    guard loadedAt != nil else { return .idle }
    return count == 0 ? .empty : .loaded
  }

  /// The text that an app shows instead of posts or above them: an error's, an empty feed's, or none.
  public var loadingText: String? {
    switch loadingState {
    case .error(let failure): failure.description
    case .empty: surface.emptyText
    case .idle, .loading, .loaded: nil
    }
  }

  /// The member asks for the posts once more that did not come: for the next page if that was it,
  /// else for a refresh.
  ///
  /// - Returns: Whether a page was requested; not in the background, nor when the last page came or
  ///   one is waited for.
  @discardableResult
  public mutating func retry(now: Double, calls: inout [DeviceCall]) -> Bool {
    let now = instant(now)
    guard isInForeground, pageCall == nil, loadFailure != nil else { return false }
    if let next, let loadedAt, !missesRefresh {
      ask(refresh: screenRefresh, from: next, now: loadedAt, &calls)
    } else {
      refresh(now: now, &calls)
    }
    return true
  }

  /// The member has read ``buttonFailure``.
  public mutating func dismissButtonFailure() { buttonFailure = nil }
}

extension Surface {
  /// What an app shows in place of a feed without posts.
  public var emptyText: String {
    switch self {
    case .latest, .following: "No posts yet. Follow people to see their posts"
    case .home, .contest, .friends, .global: "No posts yet"
    }
  }
}
