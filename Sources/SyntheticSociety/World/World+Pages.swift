internal import FeedDevice
internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

extension World {
  /// The last post on the screen comes into view, or the screen is refreshed.
  mutating func continueScrolling(_ slot: UInt32) {
    visits[slot].nextPage = nil
    let device = visits[slot].device
    guard held[device].count > 0 else { return }
    if !refreshes(slot) { held[device].comesIntoView(held[device].count - 1, calls: &calls) }
    loadPages(makeCalls(of: slot), of: slot)
  }

  /// Refreshes the screen if there is a refresh trigger.
  private mutating func refreshes(_ slot: UInt32) -> Bool {
    let (visit, device) = (visits[slot], visits[slot].device)
    if held[device].detail != nil { held[device].returnFromDetail(now: now, calls: &calls) }
    if held[device].isRefreshing { return true }
    if let due = held[device].nextTimer, due <= now {
      held[device].timePassed(now: now, calls: &calls)
    } else if behaviours.refreshing.decide(
      .endOfPage(
        uniform: streams.refreshing.uniform(
          people[visit.member.index].key.rawValue, visit.refresh, visit.pages)))
    {
      held[device].pullToRefresh(now: now, calls: &calls)
    }
    return held[device].isRefreshing
  }

  /// Serves the page that the device has requested, and others if that brings no new post.
  mutating func loadPages(_ page: PendingPage?, of slot: UInt32) {
    var pending = page
    while let page = pending {
      load(page, of: slot)
      pending = makeCalls(of: slot)
    }
  }

  /// Serves a page, looks through it and plans what to do with it.
  private mutating func load(_ pending: PendingPage, of slot: UInt32) {
    let isFirst = pending.request.cursor == nil
    if isFirst && visits[slot].pages > 0 { visits[slot].beginRefresh(request: takeRequest()) }
    let visit = visits[slot]
    let key = people[visit.member.index].key
    let fate = connection(page: visit.pages, of: visit.refresh, by: key)
    visits[slot].pages += 1
    if isFirst {
      held[refreshOf: visit.device] = visit.refresh
      held[groupOf: visit.device] = group(of: visit.member)
    }
    guard fate.failure == nil else {
      held[visit.device].callFailed(pending.call, calls: &calls)
      return
    }
    let ranker = ranker(of: visit.surface, for: held[groupOf: visit.device])
    var request = request(
      of: visit.member, on: visit.surface, refresh: held[refreshOf: visit.device],
      cursor: pending.request.cursor, group: held[groupOf: visit.device])
    request.sessionLooks = visit.examined
    // The device's screen would be copied at its next change for a request that keeps it.
    if !isFirst && scoresChangeByLooks[ranker] { request.shown = held[visit.device].posts }
    timer?.beginPart()
    try! community.fill(&page, for: request, by: rankers[ranker])
    note(page.failure, ofRanker: ranker)
    timer?.endPage(visit.surface, ranker: ranker, isShown: page.count > 0)
    let duplicates = show(pending, on: visit.device)
    slate.offset = visit.position
    slate.duplicates = duplicates
    slate.breaches = page.breaches
    slate.isShort = page.count < request.pageSize && (page.next == nil || page.count == 0)
    slate.isUnderfilled =
      page.count < request.pageSize && leavesOut[ranker] && !page.hasWholeOrder
      && community.hasCandidate(
        for: request, besides: isFirst ? page.posts : held[visit.device].posts)
    slate.time = now
    slate.request = visit.request
    slate.viewer = visit.member
    slate.surface = visit.surface
    slate.ranker = rankerNumbers[ranker]
    slate.refresh = held[refreshOf: visit.device]
    guard page.count > 0 else { return observeEmptyPage() }
    let examined = summary.examined
    timer?.beginPart()
    lookThrough(slot, after: fate.latency)
    timer?.endLooking()
    // A pool costs as much as a hundred pages and changes nothing: without a sink it is not collected.
    let takesPool = isFirst && takesPools && pooling.takes(key, visit.refresh)
    slate.pool = takesPool ? pool(of: request, in: visit) : nil
    summary.pages += 1
    summary.impressions += slate.posts.count
    for sink in sinks { sink.observe(slate) }
    observeButtons(of: slot, posts: summary.examined - examined, stale: 0)
  }

  /// Observes a page without posts: the member came, and found no post.
  private mutating func observeEmptyPage() {
    slate.posts.removeAll(keepingCapacity: true)
    slate.examined.removeAll(keepingCapacity: true)
    slate.relevance.removeAll(keepingCapacity: true)
    slate.pool = nil
    for sink in sinks { sink.observe(slate) }
  }

  /// A request for a page now.
  ///
  /// - Parameters:
  ///   - refresh: Number of the refresh among the member's.
  ///   - cursor: Where the last page ended; `nil` for a first page.
  ///   - group: The group whose arm serves the refresh.
  func request(
    of member: MemberID, on surface: Surface, refresh: UInt32, cursor: FeedCursor?,
    group: LiveGroup
  ) -> FeedRequest {
    var request = FeedRequest(
      viewer: member, surface: surface, now: now, pageSize: app.pageSize, refresh: refresh,
      cursor: cursor, noise: latent)
    request.latent = latent
    request.pool = pools[group.rawValue]
    request.history = latent
    request.paging = app.paging == .keyset ? .keyset : .offset
    return request
  }

  /// Gives the page to the device.
  ///
  /// - Returns: How many posts the screen had already; `fresh` holds the indices of the others.
  private mutating func show(_ pending: PendingPage, on device: UInt32) -> Int {
    page.fill(&states)
    let before = pending.request.cursor == nil ? 0 : held[device].count
    let known = held[device].duplicatesReceived
    held[device].pageArrived(states, next: page.next, of: pending.call, calls: &calls)
    let duplicates = held[device].duplicatesReceived - known
    if duplicates == 0 {
      fresh.refill(page.count, from: 0) { $0 }
    } else {
      findFresh(from: before, on: device)
    }
    endStaleButtons(of: device)
    return duplicates
  }

  /// Finds the page's posts that are on the screen from an index on.
  private mutating func findFresh(from start: Int, on device: UInt32) {
    fresh.removeAll(keepingCapacity: true)
    var next = start
    for index in 0..<page.count where next < held[device].count {
      guard held[device].posts[next] == page.posts[index] else { continue }
      fresh.append(index)
      next += 1
    }
  }

  /// The candidates of the request that decide how good its slate could have been.
  private mutating func pool(
    of request: FeedRequest, in visit: Visit
  ) -> [CandidateObservation] {
    pooling.begin()
    candidates.find(of: request, by: visit.member, in: community, latent.columns)
    for (index, post) in candidates.posts.enumerated() {
      pooling.consider(
        CandidateObservation(post: post, relevance: candidates.relevance[index]),
        category: Int(candidates.items.traits[index].category))
    }
    // Most feeds have them oldest first: the other way round few are newer than all before.
    for index in candidates.posts.indices.reversed() {
      pooling.considerAsNew(
        CandidateObservation(
          post: candidates.posts[index], relevance: candidates.relevance[index]))
    }
    let shown = zip(slate.posts, slate.relevance).prefix(PositionDiscount.cutoff)
    return pooling.decisive(
      for: shown.filter { community.author(of: $0.0) != visit.member }
        .map { CandidateObservation(post: $0.0, relevance: $0.1) })
  }
}
