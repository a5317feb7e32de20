public import SocialFeed

extension FeedDevice {
  /// The member opens the app on a feed, which is refreshed. What the screen showed of the same
  /// feed before stays until the page arrives.
  public mutating func open(_ surface: Surface, now: Double, calls: inout [DeviceCall]) {
    turn(to: surface)
    isInForeground = true
    detail = nil
    refresh(now: now, &calls)
  }

  /// The app comes back to the foreground, which is a refresh trigger unless it is there already.
  public mutating func comeToForeground(now: Double, calls: inout [DeviceCall]) {
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

  /// The member turns to a feed: another than the screen's is loaded, the same one's appearing is
  /// a refresh trigger.
  public mutating func feedAppears(
    _ surface: Surface, now: Double, calls: inout [DeviceCall]
  ) {
    requireForeground()
    turn(to: surface)
    takeOccasion(now: now, &calls)
  }

  /// The member pulls the feed down, which refreshes it.
  public mutating func pullToRefresh(now: Double, calls: inout [DeviceCall]) {
    requireForeground()
    refresh(now: now, &calls)
  }

  /// The member scrolls to the cell at a position of the screen; behind the last one, the next page is
  /// requested unless a page is waited for already.
  public mutating func comesIntoView(_ position: Int, calls: inout [DeviceCall]) {
    requireForeground()
    precondition(
      screen.posts.indices.contains(position), "position \(position) of a screen of \(count) posts")
    screen.scroll(to: position)
    askForMore(&calls)
  }

  /// The member opens the detail of a post on the screen, which is a view of it.
  ///
  /// - Returns: Whether the post is on the screen; if not, nothing happens.
  @discardableResult
  public mutating func openDetail(of post: PostID, calls: inout [DeviceCall]) -> Bool {
    requireForeground()
    guard screen.position(of: post) != nil else { return false }
    detail = post
    _ = call(.view(post), &calls)
    return true
  }

  /// The member comes back from a detail: home is refreshed, if the rules have it so; otherwise it is a
  /// refresh trigger.
  /// Nothing happens if none is open.
  public mutating func returnFromDetail(now: Double, calls: inout [DeviceCall]) {
    requireForeground()
    guard detail != nil else { return }
    detail = nil
    if surface == .home && rules.homeRefreshes.contains(.onReturn) {
      refresh(now: now, &calls)
    } else {
      takeOccasion(now: now, &calls)
    }
  }

  /// Time has come to `now`: the refresh after a like is made if it is due.
  public mutating func timePassed(now: Double, calls: inout [DeviceCall]) {
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

  /// What a member does with the screen is done in the foreground.
  func requireForeground() {
    precondition(isInForeground, "the app is in the background")
  }
}
