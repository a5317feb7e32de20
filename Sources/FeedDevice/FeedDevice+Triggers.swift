public import SocialFeed

extension FeedDevice {
  /// The member opens the app on a feed, which is refreshed. What the screen showed of the same
  /// feed before stays until the page arrives.
  public mutating func open(_ surface: Surface, now: Double, calls: inout [DeviceCall]) {
    let now = instant(now)
    turn(to: surface)
    isInForeground = true
    detail = nil
    refresh(now: now, &calls)
  }

  /// The app comes back to the foreground, which is a refresh trigger unless it is there already.
  public mutating func comeToForeground(now: Double, calls: inout [DeviceCall]) {
    let now = instant(now)
    guard !isInForeground else { return }
    isInForeground = true
    takeOccasion(now: now, &calls)
  }

  /// The app goes to the background. Calls in flight go on; a refresh due after a like waits for
  /// the next refresh trigger.
  public mutating func goToBackground() {
    isInForeground = false
    guard nextTimer != nil else { return }
    nextTimer = nil
    missesRefresh = true
  }

  /// The member turns to a feed: another than the screen's is loaded, the same one's appearing is a
  /// refresh trigger. A feed that appears is in the foreground, so that this opens an app that was in the background: a
  /// view may appear before the system reports that the app is active.
  public mutating func feedAppears(
    _ surface: Surface, now: Double, calls: inout [DeviceCall]
  ) {
    let now = instant(now)
    isInForeground = true
    turn(to: surface)
    takeOccasion(now: now, &calls)
  }

  /// The member pulls the feed down, which refreshes it.
  ///
  /// - Returns: Whether the app is in the foreground; if not, this has no effect.
  @discardableResult
  public mutating func pullToRefresh(now: Double, calls: inout [DeviceCall]) -> Bool {
    let now = instant(now)
    guard isInForeground else { return false }
    refresh(now: now, &calls)
    return true
  }

  /// The member scrolls to the cell at a position of the screen; behind the last one, the next page
  /// is requested unless a page is waited for already.
  ///
  /// A position behind the last is the last, and one below 0 the first: a sync may just have
  /// removed the cell.
  ///
  /// - Returns: The position that came into view; `nil`, without an effect, in the background and on an empty screen.
  @discardableResult
  public mutating func comesIntoView(_ position: Int, calls: inout [DeviceCall]) -> Int? {
    guard isInForeground, count > 0 else { return nil }
    let position = max(0, min(position, count - 1))
    screen.scroll(to: position)
    askForMore(&calls)
    return position
  }

  /// The member opens the detail of a post on the screen, which is a view of it.
  ///
  /// - Returns: Whether the app is in the foreground and the post on the screen; if not, this has no effect.
  @discardableResult
  public mutating func openDetail(of post: PostID, calls: inout [DeviceCall]) -> Bool {
    guard isInForeground, screen.position(of: post) != nil else { return false }
    detail = post
    detailCall = call(.view(post), &calls)
    return true
  }

  /// The member comes back from a detail: home is refreshed, if the rules have it so; otherwise it
  /// is a refresh trigger. A detail that is closed in the background leaves that to the next
  /// trigger.
  ///
  /// - Returns: Whether a detail was open; if not, this has no effect.
  @discardableResult
  public mutating func returnFromDetail(now: Double, calls: inout [DeviceCall]) -> Bool {
    let now = instant(now)
    guard detail != nil else { return false }
    detail = nil
    let refreshes = surface == .home && rules.homeRefreshes.contains(.onReturn)
    if !isInForeground {
      if refreshes { missesRefresh = true }
    } else if refreshes {
      refresh(now: now, &calls)
    } else {
      takeOccasion(now: now, &calls)
    }
    return true
  }

  /// Time has come to `now`: the refresh after a like or a detail is made if it is due.
  public mutating func timePassed(now: Double, calls: inout [DeviceCall]) {
    let now = instant(now)
    guard let due = nextTimer, due <= now else { return }
    refresh(now: now, &calls)
  }

  /// Refreshes if there is a reason to, else syncs.
  private mutating func takeOccasion(now: Double, _ calls: inout [DeviceCall]) {
    let isStale = loadedAt.map { now - $0 >= rules.mediaLinkLifetime } ?? true
    if missesRefresh || isStale && !isRefreshing {
      refresh(now: now, &calls)
    } else {
      if rules.syncs { sync(calls: &calls) }
      askForMore(&calls)
    }
  }
}
