/// Contest score: for an entry with *v* votes, submitted *h* hours before the refresh,
///
///     score = vote · v + max(0, fresh − decay · h) + U(0, noise),
///
/// one's own entries first, by the same score. The noise is drawn once an entry and refresh, and votes are as of the
/// refresh's first page, so that its order stands still.
///
/// The page is exact, yet an entry is scored only if the noise could bring it onto the page: the
/// entries are walked by votes, most first, and without noise none can lose, and at best gain the
/// noise's width. On a later page every entry whose votes changed
/// since the first page is scored.
public struct ContestScoreRanker: Ranker {
  public static let descriptor = RankerDescriptor(
    name: "contest-score",
    summary: "Votes, a boost for fresh entries, and noise that is new at each refresh.",
    order: "vote x votes + max(0, fresh - decay x hours since submission) + U(0, noise), "
      + "descending; one's own entries first",
    surfaces: [.contest],
    parameters: [
      .weight("vote", "What a vote adds.", 3),
      .weight("fresh", "The boost at submission.", 10, range: 0...1_000_000),
      .weight("decay", "What the boost loses an hour.", 0.1, range: 0...1_000_000),
      .weight("noise", "The width of the noise.", 5, range: 0...1_000_000),
    ],
    make: { ContestScoreRanker(vote: $0[0], fresh: $0[1], decay: $0[2], noise: $0[3]) })

  /// What a vote adds.
  public let vote: Double
  /// The boost at submission.
  public let fresh: Double
  /// What the boost loses an hour, down to 0.
  public let decay: Double
  /// The width of the noise.
  public let noise: Double

  /// - Precondition: All are finite and none negative.
  package init(vote: Double = 3, fresh: Double = 10, decay: Double = 0.1, noise: Double = 5) {
    for weight in [vote, fresh, decay, noise] {
      require(
        weight >= 0 && weight.isFinite,
        "a weight of a ranker is \(weight), not finite and at least 0")
    }
    self.vote = vote
    self.fresh = fresh
    self.decay = decay
    self.noise = noise
  }

  public var leavesOut: Bool { false }

  public var fingerprint: RankerFingerprint {
    Self.kind.with(vote).with(fresh).with(decay).with(noise)
  }

  private static let kind = RankerFingerprint(descriptor.name)

  /// The score but for its noise.
  public func base(votes: Int, ageHours: Double) -> Double {
    vote * Double(votes) + max(0, fresh - decay * ageHours)
  }

  /// Also keeps the moment of the votes.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    request.cursor(
      bound: community.bound(of: .contest), voteMoment: community.voteMoment, .start)
  }

  /// - Complexity: O(entries that can be on the page); on a later page than the first, for *n*
  ///   votes since that, O(*n* log *n*) more. The moment of a cursor comes from a client: for every moment this is at
  ///   most O(*v* + *m* log *m*) for *m* entries and the *v* votes of the running contest and the one before.
  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    let bound = request.cursor?.bound ?? community.bound(of: .contest)
    guard let running = community.running, running.firstEntry < bound else { return }
    let refreshedAt = request.cursor?.refreshedAt ?? request.now
    let last: RankingKey? =
      if case .after(let key)? = request.cursor?.position { key } else { nil }
    var search = EntrySearch(
      ranker: self, request: request, scope: community.scope(of: request),
      gains: community.voteGains(since: request), refreshedAt: refreshedAt, bound: bound, last: last
    )
    search.takeOwn(running, of: community)
    search.takeOthers(running, of: community)
    page.take(search.top, for: request, bound: bound, voteMoment: community.voteMoment)
  }

  /// The score, its votes and age, and its noise.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    let columns = community.columns([.votes, .ageHours], of: posts, for: request)
    guard let votes = columns.dropLast().last?.values, let hours = columns.last?.values else {
      return []
    }
    let noises = posts.map { noise(of: $0, for: request) }
    let scores = posts.indices.map { index in
      base(votes: Int(votes[index] ?? 0), ageHours: hours[index] ?? 0) + noises[index]
    }
    return [RankingColumn(RankingColumn.score, scores)] + columns + [RankingColumn("noise", noises)]
  }
}

extension ContestScoreRanker {
  /// What noise adds to a score at the request's refresh.
  fileprivate func noise(of post: PostID, for request: FeedRequest) -> Double {
    let uniform = request.noise.uniform(
      viewer: request.viewer, post: post, refresh: request.refresh, occurrence: 0)
    return noise * uniform
  }
}

/// The search for the entries of one page.
private struct EntrySearch {
  let ranker: ContestScoreRanker
  let request: FeedRequest
  let scope: FeedScope
  /// The votes gained since the first page, which do not count.
  let gains: VoteGains
  let refreshedAt: Double
  let bound: Int
  /// Where the last page ended.
  let last: RankingKey?
  var top: TopKeys

  init(
    ranker: ContestScoreRanker, request: FeedRequest, scope: FeedScope, gains: VoteGains,
    refreshedAt: Double, bound: Int, last: RankingKey?
  ) {
    self.ranker = ranker
    self.request = request
    self.scope = scope
    self.gains = gains
    self.refreshedAt = refreshedAt
    self.bound = bound
    self.last = last
    top = TopKeys(limit: request.pageSize)
  }

  mutating func takeOwn(_ running: RunningContest, of community: borrowing Community) {
    guard last?.isOwn ?? true else { return }
    for entry in community.ownEntries(of: request.viewer, in: running, bound: bound) {
      take(entry, base: base(of: entry, community), isOwn: true, of: community)
    }
  }

  mutating func takeOthers(_ running: RunningContest, of community: borrowing Community) {
    for entry in gains.entries(from: running.firstEntry) { takeOther(entry, of: community) }
    var position = firstPosition(in: running)
    while position < running.order.end {
      let (entry, votes) = (running.entry(at: position), running.votes(at: position))
      if isBeyondReach(votes: votes) { return }
      if !gains.isEmpty && gains.contains(entry) {
        // It was taken, and by its score nothing follows for those of as many votes.
        position = running.order.position(after: position)
        continue
      }
      let base = base(of: entry, community)
      if let worst = top.worst, base + ranker.noise < worst.score {
        // Entries with as many votes follow from the freshest to the oldest: they gain no more.
        position = running.firstPosition(withFewerThan: votes)
        continue
      }
      position = running.order.position(after: position)
      if let last, !last.isOwn, base > last.score { continue }
      if community.isOwn(community.entries.post[entry], request.viewer) { continue }
      take(entry, base: base, isOwn: false, of: community)
    }
  }

  /// Takes an entry that does not stand in the order of votes where its votes at the first page would
  /// have it.
  private mutating func takeOther(_ entry: Int, of community: borrowing Community) {
    guard !community.isOwn(community.entries.post[entry], request.viewer) else { return }
    take(entry, base: base(of: entry, community), isOwn: false, of: community)
  }

  /// The first position behind entries whose votes by themselves put them before the last page's end.
  private func firstPosition(in running: RunningContest) -> DescendingKeys.Position {
    guard let last, !last.isOwn else { return running.order.start }
    return running.firstPosition(votesTimes: ranker.vote, atMost: last.score)
  }

  /// Whether the page is full and no entry with so many votes, or fewer, can be on it.
  private func isBeyondReach(votes: UInt32) -> Bool {
    guard let worst = top.worst else { return false }
    return worst.isOwn || ranker.vote * Double(votes) + ranker.fresh + ranker.noise < worst.score
  }

  private func base(of entry: Int, _ community: borrowing Community) -> Double {
    let gained = gains.isEmpty ? 0 : gains[entry]
    return ranker.base(
      votes: Int(community.entries.votes[entry]) - gained,
      ageHours: (refreshedAt - community.entries.submittedAt[entry]) / 3600)
  }

  @inline(__always)
  private mutating func take(
    _ entry: Int, base: Double, isOwn: Bool, of community: borrowing Community
  ) {
    guard entry < bound else { return }
    let post = community.entries.post[entry]
    guard community.belongs(post, in: scope) else { return }
    let key = RankingKey(
      isOwn: isOwn, score: base + ranker.noise(of: post, for: request), post: post)
    if let last, !last.precedes(key) { return }
    top.insert(key)
  }
}
