import SocialFeed

/// The order of a feed, to be had by sorting.
enum SlowOrder {
  case recency
  case affinity(threshold: Double)
  case contestScore(ContestScoreRanker)
  /// By likes, then the newer post.
  case popularity
  case random
}

/// A refresh of a feed, whose every page sorts all candidates anew and takes those behind the last.
struct SlowRefresh {
  let viewer: MemberID?
  let surface: Surface
  let order: SlowOrder
  let now: Double
  let number: UInt32
  let noise: KeyedNoise
  /// Posts, entries and the order of categories that the first page found.
  let postBound: Int
  let entryBound: Int
  let preferred: [CategoryID]
  private var last: [Double]?

  /// - Returns: `nil` when rounding decides the order of the viewer's categories.
  init?(
    viewer: MemberID?, surface: Surface, order: SlowOrder, now: Double, number: UInt32,
    noise: KeyedNoise, in community: SlowCommunity
  ) {
    self.viewer = viewer
    self.surface = surface
    self.order = viewer == nil ? .recency : order
    self.now = now
    self.number = number
    self.noise = noise
    postBound = community.posts.count
    entryBound = community.entries.count
    if case .affinity(let threshold) = order, let viewer {
      guard let preferred = community.preferred(by: viewer, above: threshold, at: now) else {
        return nil
      }
      self.preferred = preferred
    } else {
      preferred = []
    }
  }

  /// The next page's posts.
  mutating func nextPage(of size: Int, in community: SlowCommunity) -> [PostID] {
    var keyed = community.candidates(for: self).map { (key: key(of: $0, in: community), post: $0) }
    if let last { keyed.removeAll { !$0.key.lexicographicallyPrecedes(last) } }
    keyed.sort { $1.key.lexicographicallyPrecedes($0.key) }
    let page = keyed.prefix(size)
    last = page.last?.key ?? last
    return page.map(\.post)
  }

  /// What a post is ordered by, the greatest first.
  private func key(of post: PostID, in community: SlowCommunity) -> [Double] {
    if surface == .contest { return entryKey(of: post, in: community) }
    let columns = community.posts[post.index]
    switch order {
    case .recency: return [columns.createdAt, Double(post.index)]
    case .affinity:
      let rank = preferred.firstIndex(of: columns.category) ?? preferred.count
      return [-Double(rank), columns.createdAt, Double(post.index)]
    case .popularity: return [Double(columns.likedBy.count), Double(post.index)]
    case .random: return [-Double(place(of: post.index, count: postBound))]
    case .contestScore: preconditionFailure("an order of entries")
    }
  }

  private func entryKey(of post: PostID, in community: SlowCommunity) -> [Double] {
    let index = community.entries.firstIndex { $0.post == post }!
    let entry = community.entries[index]
    let isOwn = community.posts[post.index].author == viewer
    let first = community.entries.firstIndex { $0.contest == entry.contest }!
    switch order {
    case .recency: return [isOwn ? 1 : 0, Double(index)]
    case .random:
      let place = place(of: index - first, count: entryBound - first)
      return isOwn ? [1, Double(index)] : [0, -Double(place)]
    case .contestScore(let ranker):
      let hours = (now - entry.submittedAt) / 3600
      let uniform = noise.value(viewer: viewer, post: post, refresh: number)
      let score =
        ranker.vote * Double(entry.voters.count) + max(0, ranker.fresh - ranker.decay * hours)
        + ranker.noise * uniform
      return [isOwn ? 1 : 0, score, Double(post.index)]
    case .popularity:
      return [isOwn ? 1 : 0, Double(community.posts[post.index].likedBy.count), Double(post.index)]
    case .affinity: preconditionFailure("no order of entries")
    }
  }

  private func place(of index: Int, count: Int) -> Int {
    noise.permutation(of: count, viewer: viewer, refresh: number).firstIndex(of: index)!
  }
}

extension SlowCommunity {
  /// All posts that belong in a feed, those that came after its first page left out.
  func candidates(for refresh: SlowRefresh) -> [PostID] {
    if refresh.surface == .contest {
      return entries.prefix(refresh.entryBound).filter { $0.contest == runningContest }.map(\.post)
    }
    return allPosts.prefix(refresh.postBound).filter {
      belongs($0, in: refresh.surface, for: refresh.viewer)
    }
  }

  private func belongs(_ post: PostID, in surface: Surface, for viewer: MemberID?) -> Bool {
    let author = posts[post.index].author
    guard isVisible(post, to: viewer) else { return false }
    switch surface {
    case .home: return author != viewer
    case .latest: return true
    case .global: return posts[post.index].privacy == .everyone
    case .friends: return viewer.map { author == $0 || isFriend($0, author) } ?? false
    case .following: return viewer.map { isFollowing($0, author) } ?? false
    case .contest: return false
    }
  }

  /// Categories above a threshold by affinity, then by number.
  ///
  /// - Returns: `nil` when two affinities, or one and the threshold, are nearer to each other than
  ///   rounding errors, yet not equal by their history.
  func preferred(
    by viewer: MemberID, above threshold: Double, at now: Double
  ) -> [CategoryID]? {
    var chosen: [(category: CategoryID, affinity: Double, error: Double)] = []
    for category in (0..<categoryCount).map({ CategoryID($0) }) {
      guard lessons(of: viewer, in: category).contains(where: { !$0.isTakenBack }) else { continue }
      let affinity = affinity(of: viewer, for: category, at: now)
      let error = 1e-9 * grossAffinity(of: viewer, for: category, at: now)
      if abs(affinity - threshold) <= error || affinity < 1e-250 && threshold == 0 { return nil }
      if affinity > threshold { chosen.append((category, affinity, error)) }
    }
    chosen.sort { ($1.affinity, $0.category) < ($0.affinity, $1.category) }
    for (one, next) in zip(chosen, chosen.dropFirst()) {
      let isNear = one.affinity - next.affinity <= one.error + next.error
      if isNear && !haveOneHistory(one.category, next.category, viewer) { return nil }
    }
    return chosen.map(\.category)
  }

  /// Whether a viewer did the same at the same times in two categories and took nothing back.
  private func haveOneHistory(
    _ one: CategoryID, _ other: CategoryID, _ viewer: MemberID
  ) -> Bool {
    let (first, second) = (lessons(of: viewer, in: one), lessons(of: viewer, in: other))
    return first.count == second.count
      && zip(first, second).allSatisfy {
        weight(of: $0.kind) == weight(of: $1.kind) && $0.time == $1.time
          && !$0.isTakenBack && !$1.isTakenBack
      }
  }
}
