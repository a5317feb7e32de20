import SocialFeed

/// The order of a feed, to be had by sorting.
enum SlowOrder {
  case recency
  case affinity(threshold: Double)
  case contestScore(ContestScoreRanker)
  /// By likes, then the newer post.
  case popularity
  /// By votes, then the newer post.
  case votes
  case random
}

/// What a post is ordered by, the greatest first.
struct SlowKey: Comparable {
  var first: Double
  var second = 0.0
  var third = 0.0

  static func < (left: Self, right: Self) -> Bool {
    (left.first, left.second, left.third) < (right.first, right.second, right.third)
  }
}

/// A refresh of a feed, whose every page sorts all candidates anew and takes those behind the last.
struct SlowRefresh {
  let viewer: MemberID?
  let surface: Surface
  let order: SlowOrder
  let now: Double
  let number: UInt32
  let noise: CountingNoise
  /// Posts, entries, the votes of each and the order of categories that the first page found.
  let postBound: Int
  let entryBound: Int
  private let votes: [Int]
  let preferred: [CategoryID]
  private var last: SlowKey?

  /// - Returns: `nil` when rounding decides the order of the viewer's categories.
  init?(
    viewer: MemberID?, surface: Surface, order: SlowOrder, now: Double, number: UInt32,
    noise: CountingNoise, in community: SlowCommunity
  ) {
    self.viewer = viewer
    self.surface = surface
    self.order = viewer == nil ? .recency : order
    self.now = now
    self.number = number
    self.noise = noise
    postBound = community.posts.count
    entryBound = community.entries.count
    votes = community.entries.map(\.voters.count)
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
    if let last { keyed.removeAll { !($0.key < last) } }
    keyed.sort { $1.key < $0.key }
    let page = keyed.prefix(size)
    last = page.last?.key ?? last
    return page.map(\.post)
  }

  private func key(of post: PostID, in community: SlowCommunity) -> SlowKey {
    if surface == .contest { return entryKey(of: post, in: community) }
    let (time, number) = (community.posts[post.index].createdAt, Double(post.index))
    switch order {
    case .recency: return SlowKey(first: time, second: number)
    case .affinity:
      let category = community.posts[post.index].category
      let rank = preferred.firstIndex { $0 == category } ?? preferred.count
      return SlowKey(first: -Double(rank), second: time, third: number)
    case .popularity:
      return SlowKey(first: Double(community.posts[post.index].likedBy.count), second: number)
    case .votes:
      let entry = community.entries.firstIndex { $0.post == post }
      return SlowKey(
        first: Double(entry.map { $0 < entryBound ? votes[$0] : 0 } ?? 0), second: number)
    case .random: return SlowKey(first: -Double(position(of: post.index, count: postBound)))
    case .contestScore: preconditionFailure("an order of entries")
    }
  }

  private func entryKey(of post: PostID, in community: SlowCommunity) -> SlowKey {
    let index = community.entries.firstIndex { $0.post == post }!
    let entry = community.entries[index]
    let isOwn = viewer.map { community.isOwn(post, $0) } ?? false
    let first = community.entries.firstIndex { $0.contest == entry.contest }!
    switch order {
    case .recency: return SlowKey(first: isOwn ? 1 : 0, second: Double(index))
    case .random:
      let position = position(of: index - first, count: entryBound - first)
      return isOwn
        ? SlowKey(first: 1, second: Double(index)) : SlowKey(first: 0, second: -Double(position))
    case .contestScore(let ranker):
      let hours = (now - entry.submittedAt) / 3600
      let uniform = noise.value(viewer: viewer, post: post, refresh: number)
      let score =
        ranker.vote * Double(votes[index]) + max(0, ranker.fresh - ranker.decay * hours)
        + ranker.noise * uniform
      return SlowKey(first: isOwn ? 1 : 0, second: score, third: Double(post.index))
    case .popularity:
      let likes = community.posts[post.index].likedBy.count
      return SlowKey(first: isOwn ? 1 : 0, second: Double(likes), third: Double(post.index))
    case .votes:
      return SlowKey(
        first: isOwn ? 1 : 0, second: Double(votes[index]), third: Double(post.index))
    case .affinity: preconditionFailure("no order of entries")
    }
  }

  private func position(of index: Int, count: Int) -> Int {
    noise.permutation(of: count, viewer: viewer, refresh: number).firstIndex(of: index)!
  }
}

extension SlowCommunity {
  /// All posts that belong in a feed, those that came after its first page left out.
  func candidates(for refresh: SlowRefresh) -> [PostID] {
    if refresh.surface == .contest {
      return entries.prefix(refresh.entryBound).filter {
        $0.contest == runningContest && isVisible($0.post, to: refresh.viewer)
      }.map(\.post)
    }
    return allPosts.prefix(refresh.postBound).filter {
      belongs($0, in: refresh.surface, for: refresh.viewer)
    }
  }

  /// Whether a post belongs in a feed.
  func belongs(_ post: PostID, in surface: Surface, for viewer: MemberID?) -> Bool {
    guard isVisible(post, to: viewer) else { return false }
    let author = posts[post.index].author
    let isOwn = viewer.map { self.isOwn(post, $0) } ?? false
    switch surface {
    case .home: return !isOwn
    case .latest: return true
    case .global: return posts[post.index].privacy == .everyone
    case .friends: return isOwn || (viewer.map { isFriend($0, author) } ?? false)
    case .following: return viewer.map { isFollowing($0, author) } ?? false
    case .contest: return entry(of: post).map { $0.contest == runningContest } ?? false
    }
  }
}

extension TrendingRanker {
  /// What ``SlowOrder/votes`` is the order of: nothing counts but votes, and those for ever.
  static let byVotes = TrendingRanker(
    view: 0, like: 0, comment: 0, save: 0, vote: 1, halfLife: 1e30)
}
