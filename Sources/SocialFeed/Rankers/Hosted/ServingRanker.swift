/// An external ranker of one world that serves its own pages.
///
/// It gets no candidates: it knows the posts by the events of the world. Its answers are checked, and pages are not
/// refilled, as no app does that: a post that must not be on the page is left out and counted as a ``ServeBreach``. The
/// pool of home has no effect, since the ranker does not know it. A refresh ends with a page without a cursor; the
/// posts of a viewer's two newest refreshes are remembered, so that a later page shows none of them again. Requests are sent
/// again as by a ``HostedRanker``, and the posts of the page have to be the same then. After a
/// failure pages are empty, and ``failure`` has the reason.
public struct ServingRanker: Ranker {
  public let fingerprint: RankerFingerprint
  private let probe: RankerProbe
  private let state: LaneState

  /// The longest cursor of a ranker, in bytes of UTF-8.
  package static let longestCursor = 1000

  public var failure: RankerFailure? { state.failure }

  public var learns: Bool { state.host.learns }

  /// - Parameters:
  ///   - host: One of kind `serve`.
  ///   - end: Simulated seconds until it stops learning from impressions and interactions.
  ///   - probe: Which requests are sent twice.
  package init(
    _ host: any RankerHost, world: RankerWorld, learnsUntil end: Double = .infinity,
    probe: RankerProbe = .usual
  ) {
    state = LaneState(host, world: world, learnsUntil: end, isTested: probe.isOn)
    self.probe = probe
    fingerprint = RankerFingerprint(host.digest).with(world.number)
  }

  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    guard let viewer = request.viewer, state.failure == nil else { return }
    do throws(RankerFailure) {
      let lane = try state.lane()
      let cursor = request.cursor?.ownPosition.map { String(decoding: $0, as: UTF8.self) }
      let asked = ServeRequest(
        viewer: viewer, surface: request.surface, limit: request.pageSize, cursor: cursor,
        refresh: request.refresh, now: request.now)
      let served = try lane.serve(asked)
      try check(served.cursor)
      // A hypothetical request is sent once.
      if probe.isOn, !request.isHypothetical { try askAgain(asked, served.posts, by: lane) }
      take(served, onto: &page, for: request, of: viewer, from: community)
      if let cursor = served.cursor {
        page.end(at: request.cursor(at: Array(cursor.utf8), in: community))
      }
    } catch {
      state.fail(error)
    }
  }

  public func learn(_ events: [RankerEvent]) { state.learn(events) }

  public func endWorld() {
    state.endWorld { kept, lane, company throws(RankerFailure) in
      if case .page(let request, let posts) = kept {
        try check(posts, request, by: lane, in: company)
      }
    }
  }

  /// Sends a request again where it has to, and throws if the page is then another one.
  private func askAgain(
    _ request: ServeRequest, _ posts: [PostID], by lane: any RankerLane
  ) throws(RankerFailure) {
    // Another instance need not know the cursors of this one.
    let number = request.cursor == nil ? state.nextRequest() : 0
    let isTaken = probe.takes(
      viewer: request.viewer, refresh: request.refresh, now: request.now, ofWorld: state.world)
    if number == 1 || isTaken { try check(posts, request, by: lane, in: .usual) }
    guard SecondInstance.takes(number), let instance = lane.second else { return }
    if !learns {
      state.keep(.page(request, posts))
    } else if let second = state.second {
      try check(posts, request, by: second, in: instance.company)
    }
  }

  /// Asks again, and throws if the posts of the page are then others.
  private func check(
    _ posts: [PostID], _ request: ServeRequest, by lane: any RankerLane, in company: RequestCompany
  ) throws(RankerFailure) {
    let again = GivenOrder(frozen: try lane.serve(request, in: company).posts)
    guard let difference = GivenOrder(frozen: posts).difference(from: again) else { return }
    throw state.host.failure(
      TwoOrders.message(
        "page",
        of: TwoOrders.asked(
          by: request.viewer, in: request.refresh, at: request.now, again: company.phrase),
        from: difference.index, first: difference.first, second: difference.second,
        advice:
          "a page may depend on the request and on the events before it, not on chance or on other requests; look for"
          + " random numbers that are not made of the lane's seed, the viewer and the refresh, and for \(company.memory)"
      ),
      isUnrepeatable: true)
  }

  /// Throws for a cursor that is too long to go with a page.
  private func check(_ cursor: String?) throws(RankerFailure) {
    guard let length = cursor?.utf8.count, length > Self.longestCursor else { return }
    throw state.host.failure(
      "ended a page with a cursor of \(length) bytes; a cursor has at most \(Self.longestCursor)")
  }

  /// Puts the posts onto the page that belong there, and counts the others.
  private func take(
    _ served: ServedPage, onto page: inout FeedPage, for request: FeedRequest, of viewer: MemberID,
    from community: borrowing Community
  ) {
    let refresh = RefreshID(
      viewer: viewer, number: request.refresh,
      beganAt: request.cursor?.refreshedAt ?? request.now)
    let before = request.cursor == nil ? [] : state.frozenPosts(of: refresh)?.posts ?? []
    let scope = community.scope(of: request.withoutPool)
    var shown = Set(before)
    for (index, post) in served.posts.enumerated() {
      let breach =
        index < request.pageSize
        ? community.breach(of: post, for: viewer, in: scope, shown: shown) : .excess
      switch breach {
      case nil:
        shown.insert(post)
        page.append(checked: post)
      case .own where served.mayHaveOwn: break
      case let breach?: page.count(breach)
      }
    }
    guard !request.isHypothetical else { return }
    state.freeze(FrozenPosts(before + page.posts), of: refresh)
  }
}

extension Community {
  /// Why a post must not be served in a feed; `nil` where it may.
  ///
  /// - Parameter shown: The posts that the refresh has already.
  fileprivate func breach(
    of post: PostID, for viewer: MemberID, in scope: borrowing FeedScope, shown: Set<PostID>
  ) -> ServeBreach? {
    guard post.index < posts.count else { return .unknown }
    guard isPost(post) else { return .deleted }
    if shown.contains(post) { return .duplicate }
    if isCandidate(post, in: scope) { return nil }
    return isOwn(post, viewer) ? .own : .hidden
  }
}
