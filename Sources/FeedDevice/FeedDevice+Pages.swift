public import SocialFeed

extension FeedDevice {
  /// A page arrived: as the screen after a refresh, else behind the last post.
  ///
  /// It is dropped when it is not, or no longer, waited for. If the service ordered the feed anew
  /// between two pages, such as by another ranker, so that the next page begins at the top again,
  /// the screen stays and goes on with what it has not shown.
  ///
  /// - Parameters:
  ///   - posts: In the order of the feed, with the state of each by the service.
  ///   - next: Where the next page begins; `nil` if this is the last. A page without posts is the
  ///     last whatever `next` is, and so is a next page that brings no new post and ends where it
  ///     was requested from: it would come for ever.
  ///   - startedAgain: Whether the page begins at the top though a next one was requested. Posts
  ///     that it sends again are no ``duplicatesReceived``.
  public mutating func pageArrived(
    _ posts: [InteractionState], next: FeedCursor?, startedAgain: Bool = false, of call: CallID,
    calls: inout [DeviceCall]
  ) {
    guard let page = pageCall, page.id == call else { return }
    pageCall = nil
    loadFailure = nil
    if page.isFirst {
      screen.clear()
      screen.reserveCapacity(posts.count)
      screenRefresh = page.refresh
      loadedAt = page.askedAt
    }
    let duplicates = screen.append(posts) {
      pressed.corrected(Cell($0, asOf: call), of: $0.post)
    }
    if !startedAgain { duplicatesReceived += duplicates }
    // What was requested from stays in `self.next` until its page has come.
    let isStuck = !page.isFirst && duplicates == posts.count && next == self.next
    self.next = posts.isEmpty || isStuck ? nil : next
    forgetPressed()
    // Of a page that brought nothing new, no post can come into view.
    askForMore(&calls)
  }

  /// Requests the first page of a new refresh, whatever page was requested before.
  mutating func refresh(now: Double, _ calls: inout [DeviceCall]) {
    nextTimer = nil
    missesRefresh = false
    ask(refresh: nextRefresh, from: nil, now: now, &calls)
    nextRefresh += 1
  }

  /// Requests the next page if the last post is in view and no page is waited for.
  mutating func askForMore(_ calls: inout [DeviceCall]) {
    guard pageCall == nil, let next, screen.endIsInView, let loadedAt else { return }
    ask(refresh: screenRefresh, from: next, now: loadedAt, &calls)
  }

  /// Requests a page; one that was waited for is not any more.
  mutating func ask(
    refresh: UInt32, from cursor: FeedCursor?, now: Double, _ calls: inout [DeviceCall]
  ) {
    let request = PageRequest(
      surface: surface, pageSize: rules.pageSize, refresh: refresh, cursor: cursor)
    pageCall = PageCall(
      id: call(.page(request), &calls), isFirst: cursor == nil, refresh: refresh, askedAt: now)
  }

  /// The page that is waited for does not come.
  ///
  /// A next page that the service refused would be refused again: the feed begins anew instead.
  mutating func pageFailed(_ reason: DeviceFailure.Reason) {
    if isRefreshing { missesRefresh = true }
    if case .refused = reason, isLoadingMore { (next, missesRefresh) = (nil, true) }
    pageCall = nil
    loadFailure = reason
    forgetPressed()
  }
}
