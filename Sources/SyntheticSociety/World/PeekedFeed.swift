package import FeedMetrics
package import SocialFeed

/// The first page of a feed as a member would get it at an instant, and what its order depends on.
package struct PeekedFeed: Sendable, Hashable {
  package struct Post: Sendable, Hashable {
    package let post: PostID
    package let author: MemberID
    /// Which of the author's posts it is, the same under every arm, where the post's number can differ.
    package let opportunity: UInt32
    package let category: CategoryID
    /// Hours since publication.
    package let ageHours: Double
    /// How often the member has looked at it.
    package let looks: Int
    package let isFromFriend: Bool

    package init(
      post: PostID, author: MemberID, opportunity: UInt32, category: CategoryID, ageHours: Double,
      looks: Int, isFromFriend: Bool
    ) {
      self.post = post
      self.author = author
      self.opportunity = opportunity
      self.category = category
      self.ageHours = ageHours
      self.looks = looks
      self.isFromFriend = isFromFriend
    }
  }

  /// In the order of the feed.
  package let posts: [Post]
  /// The numbers that the order depends on, one element a post in each.
  package let columns: [RankingColumn]
  /// What the posts depend on, one element for each feature; `nil` where that was not asked for, or the ranker cannot
  /// be asked without a feature.
  package let dependence: [FeatureDependence]?
  /// How many members there are at the instant.
  package let members: Int

  package init(
    posts: [Post], columns: [RankingColumn], dependence: [FeatureDependence]? = nil, members: Int
  ) {
    self.posts = posts
    self.columns = columns
    self.dependence = dependence
    self.members = members
  }

  /// Why the page does not exist.
  package enum Refusal: Error, Hashable, Sendable {
    /// The member has not joined yet; there are so many members at the instant.
    case noMember(members: Int)
    /// No contest is running.
    case noContest
  }
}

extension World {
  /// The first page of a feed that the member would get now, at the refresh of a session that begins now.
  ///
  /// The session counts in what rankers know of the member, as in any request. The state of the run does not change.
  ///
  /// - Parameters:
  ///   - limit: How many posts the page has at most; `nil` for as many as in the run.
  ///   - hasDependence: Whether the ranker is asked without each feature too.
  mutating func peek(
    at surface: Surface, of member: MemberID, limit: Int? = nil, hasDependence: Bool = false
  ) throws(PeekedFeed.Refusal) -> PeekedFeed {
    guard member.index < community.memberCount else {
      throw .noMember(members: community.memberCount)
    }
    if surface == .contest, community.runningContest == nil { throw .noContest }
    // Rankers know the session that asks; the run does not have it.
    let sessions = latent.sessions
    latent.sessions.begin(member, now: now)
    defer { latent.sessions = sessions }
    let group = group(of: member)
    let session = people[member.index].sessions
    let visit = Visit(
      member: member, surface: surface, device: HeldDevices.none, session: session, request: 0,
      patience: 0)
    var request = request(
      of: member, on: surface, refresh: visit.refresh, cursor: nil, group: group)
    request.isHypothetical = true
    if let limit { request.pageSize = limit }
    let index = ranker(of: surface, for: group)
    let ranker = rankers[index]
    var page = FeedPage()
    try! community.fill(&page, for: request, by: ranker)
    note(page.failure, ofRanker: index)
    return PeekedFeed(
      posts: page.posts.indices.map { index in
        let post = page.posts[index]
        return PeekedFeed.Post(
          post: post, author: page.authors[index],
          opportunity: latent.columns.posts[post.index].opportunity,
          category: community.category(of: post)!,
          ageHours: max(0, now - community.createdAt(post)!) / 3600,
          looks: latent.looks(of: member, at: post, now: now),
          isFromFriend: page.isFromFriend[index])
      }, columns: ranker.columns(of: page.posts, for: request, from: community),
      dependence: hasDependence
        ? ranker.dependence(of: page.posts, for: request, from: community) : nil,
      members: community.memberCount)
  }
}

extension WorldRun {
  /// Simulates the world until an instant, and shows a page of a member's feed there.
  ///
  /// The page is the one before anything that happens at that instant.
  ///
  /// - Parameters:
  ///   - time: Seconds from the start of the world, in `0...` its end.
  ///   - limit: How many posts the page has at most, in `1...` ``FeedRequest/pageSizeLimit``; `nil` for as
  ///     many as in the run.
  ///   - hasDependence: Whether the ranker is asked without each feature too.
  ///   - sinks: They get all observations, if the world is simulated to its end.
  ///   - toEnd: Whether the world is simulated to its end.
  ///   - shouldContinue: Called after some hundred members while the world is set up, and then once a simulated
  ///     hour; `false` ends the run.
  /// - Returns: `nil` when `shouldContinue` or the failure of a ranker ended the run early.
  package func peek(
    at surface: Surface, of member: MemberID, at time: Double, limit: Int? = nil,
    hasDependence: Bool = false, sinks: [any ObservationSink] = [], toEnd: Bool = false,
    shouldContinue: (WorldProgress) -> Bool = { _ in true }
  ) throws(PeekedFeed.Refusal) -> PeekedFeed? {
    precondition((0...parameters.world.days * 86_400).contains(time), "an instant at \(time) s")
    guard
      var world = World(
        self, intercepts ?? SolvedIntercepts(for: self), sinks: sinks,
        while: { shouldContinue(.atStart) })
    else { return nil }
    guard world.advance(to: time, shouldContinue: shouldContinue) else { return nil }
    let feed = try world.peek(
      at: surface, of: member, limit: limit, hasDependence: hasDependence)
    guard world.isSound(shouldContinue) else { return nil }
    return !toEnd || world.run(shouldContinue: shouldContinue) ? feed : nil
  }
}
