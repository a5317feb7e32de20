extension Community {
  /// Serves a page of a feed.
  ///
  /// A cursor of another ranker, of one with other parameters or of the other paging, as after a switch of
  /// the arms of an A/B test, starts the feed again: the page is the first by this ranker, and
  /// ``FeedPage/startedAgain`` is true.
  ///
  /// - Parameters:
  ///   - page: Filled anew with at most `request.pageSize` posts that the viewer may see; unchanged when the request is
  ///     refused.
  ///   - ranker: The order. An anonymous viewer gets the newest first whatever the ranker.
  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker
  ) throws(FeedRequestError) {
    try check(request)
    let isAnonymous = request.viewer == nil
    guard isAnonymous || !ranker.needsLatentRelevance || request.latent != nil else {
      throw .noLatentRelevance
    }
    let fingerprint = fingerprint(of: ranker, for: request.viewer)
    let startsAgain = request.cursor.map { !$0.isContinued(by: fingerprint, request.paging) }
    if startsAgain == true || !request.now.isFinite {
      var request = request
      if !request.now.isFinite { request.now = lastInstant }
      if startsAgain == true { (request.cursor, request.shown) = (nil, []) }
      serve(&page, for: request, by: ranker)
    } else {
      serve(&page, for: request, by: ranker)
    }
    page.seal(run, fingerprint, startedAgain: startsAgain == true)
  }

  /// Serves a page of a feed by the order that the feed has by default, or by another.
  ///
  /// - Parameters:
  ///   - viewer: `nil` for an anonymous viewer.
  ///   - now: Seconds on the caller's clock.
  ///   - pageSize: In `1...1000` (``FeedRequest/pageSizeLimit``).
  ///   - cursor: Where the last page ended; `nil` for the first.
  ///   - ranker: By default the one of ``Surface/defaultRanker``.
  ///   - noise: Drawn anew at each first page, by its `now`; a page that starts again is a first.
  public func page(
    _ surface: Surface, for viewer: MemberID?, now: Double,
    pageSize: Int = FeedRequest.usualPageSize,
    cursor: FeedCursor? = nil, by ranker: (any Ranker)? = nil,
    noise: any FeedNoise = KeyedNoise()
  ) throws(FeedRequestError) -> FeedPage {
    let now = now.isFinite ? now : lastInstant
    let ranker = ranker ?? surface.defaultRanker.makeRanker()
    var request = FeedRequest(
      viewer: viewer, surface: surface, now: now, pageSize: pageSize, cursor: cursor, noise: noise)
    // That of the cursor with which the page ends, so that all pages of a refresh have one number.
    var refreshedAt = now
    if let cursor, cursor.isContinued(by: fingerprint(of: ranker, for: viewer), request.paging) {
      refreshedAt = cursor.refreshedAt
    }
    request.refresh = UInt32(truncatingIfNeeded: KeyedNoise.mix(refreshedAt.bitPattern))
    var page = FeedPage()
    try fill(&page, for: request, by: ranker)
    return page
  }

  /// What orders a viewer's pages: an anonymous viewer gets the newest first whatever the ranker.
  @inline(__always)
  private func fingerprint(of ranker: any Ranker, for viewer: MemberID?) -> RankerFingerprint {
    viewer == nil ? RecencyRanker().fingerprint : ranker.fingerprint
  }

  @inline(__always)
  private func check(_ request: FeedRequest) throws(FeedRequestError) {
    if let viewer = request.viewer, !isMember(viewer) { throw .unknownViewer(viewer) }
    guard request.pageSize >= 1 && request.pageSize <= FeedRequest.pageSizeLimit else {
      throw .pageSize(request.pageSize)
    }
    guard request.offset >= 0 else { throw .offset(request.offset) }
    for post in request.shown where post.index >= posts.count { throw .unknownPost(post) }
    if let cursor = request.cursor { try check(cursor, of: request) }
  }

  private func serve(_ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker) {
    page.clear()
    switch request.paging {
    case .keyset: order(&page, for: request, by: ranker)
    case .offset: orderByOffset(&page, for: request, by: ranker)
    }
    require(
      page.count <= request.pageSize,
      "the ranker put \(page.count) posts on a page of at most \(request.pageSize)")
    page.decorate(for: request, in: self)
  }

  private func order(_ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker) {
    if request.viewer == nil {
      RecencyRanker().fill(&page, for: request, from: self)
    } else {
      ranker.fill(&page, for: request, from: self)
    }
    page.settle(for: request, in: self)
  }

  /// Requests one long first page as the order is now, and keeps its end.
  private func orderByOffset(
    _ page: inout FeedPage, for request: FeedRequest, by ranker: any Ranker
  ) {
    let bound = bound(of: request.surface)
    var start = request.offset
    if case .offset(let position)? = request.cursor?.position { start = position }
    // A feed has no more posts than there are.
    start = min(start, bound)
    var whole = request
    whole.cursor = nil
    whole.shown = []
    whole.pageSize = start + request.pageSize
    order(&page, for: whole, by: ranker)
    page.removeFirst(start)
    if page.next != nil { page.end(at: request.cursor(bound: bound, .offset(whole.pageSize))) }
  }
}
