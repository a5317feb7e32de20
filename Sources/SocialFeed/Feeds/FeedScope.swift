/// What may stand in a feed for a viewer: its surface, and on home the pool.
struct FeedScope {
  let surface: Surface
  /// `nil` for an anonymous viewer.
  let viewer: MemberID?
  /// Whether home has the viewer's own posts, too.
  let includesOwn: Bool
  /// Whether the viewer sees all posts that are open to all, having to do with no block.
  let seesOpen: Bool
  /// `nil` where only the domain's rules decide.
  fileprivate let filter: PoolFilter?

  /// Whether everybody's posts that are open to all are candidates, but for those that ``leftOut(of:from:)`` has.
  var isOfEveryone: Bool { filter.map(\.isOfEveryone) ?? true }

  /// Which of up to 64 neighbouring posts may belong by who posted them: the viewer's own, and posts of the pool's
  /// audience.
  ///
  /// - Parameter posts: Bit *i* for the post of index `base` + *i*.
  @inline(__always)
  func ofAudience(_ posts: UInt64, from base: Int, in community: borrowing Community) -> UInt64 {
    filter?.ofAudience(posts, from: base, in: community) ?? posts
  }

  /// Which of up to 64 neighbouring posts the pool leaves out, since the viewer has seen them.
  ///
  /// - Parameter posts: Bit *i* for the post of index `base` + *i*.
  @inline(__always)
  func leftOut(of posts: UInt64, from base: Int) -> UInt64 {
    filter?.leftOut(of: posts, from: base) ?? 0
  }
}

extension Community {
  /// The scope of a request.
  ///
  /// - Complexity: O(1); O(ties of the viewer) where the pool is not of everyone's posts.
  @inline(__always)
  func scope(of request: FeedRequest) -> FeedScope {
    var filter: PoolFilter?
    if request.surface == .home, let viewer = request.viewer, request.pool.filters {
      filter = PoolFilter(request, viewer: viewer, in: self)
    }
    return FeedScope(
      surface: request.surface, viewer: request.viewer, includesOwn: request.includesOwnPosts,
      seesOpen: !hasBlocks(request.viewer), filter: filter)
  }

  /// Whether a post belongs in a feed, if it is by one of the feed's authors or an entry of the running contest
  /// where the feed is of those.
  @inline(__always)
  func belongs(_ post: PostID, in scope: borrowing FeedScope) -> Bool {
    guard scope.seesOpen && posts.isOpen[post.index] else {
      return belongsBehindChecks(post, in: scope)
    }
    guard scope.surface == .home else { return true }
    if posts.author[post.index] == scope.viewer { return scope.includesOwn }
    return scope.filter?.admits(post, in: self) ?? true
  }

  /// Whether a post belongs that not everybody may see, or that a block may hide from the viewer.
  ///
  /// Apart, so that the answer for all others takes a dozen instructions.
  @inline(never)
  private func belongsBehindChecks(_ post: PostID, in scope: borrowing FeedScope) -> Bool {
    let viewer = scope.viewer
    switch scope.surface {
    case .home:
      guard isVisible(post, to: viewer) else { return false }
      if isOwn(post, viewer) { return scope.includesOwn }
      return scope.filter?.admits(post, in: self) ?? true
    case .global: return posts.privacy[post.index] == .everyone && isVisible(post, to: viewer)
    case .latest, .friends, .following, .contest: return isVisible(post, to: viewer)
    }
  }
}

extension FeedPool {
  fileprivate var filters: Bool { audience != .everyone || without != .nothing }
}

/// The candidates that a pool leaves to a viewer. It is a class because it is large, and asked for every post
/// that a page passes.
private final class PoolFilter {
  private let viewer: MemberID
  private let now: Double
  private let pool: FeedPool
  private let noise: any FeedNoise
  private let history: (any ViewingHistory)?
  private let network: MemberFilter
  /// The probability that a post from outside the network is a discovery, for each unit of its author's renown.
  private let discovery: Double

  init(_ request: FeedRequest, viewer: MemberID, in community: borrowing Community) {
    self.viewer = viewer
    now = request.now
    pool = request.pool
    noise = request.noise
    history = request.history
    switch pool.audience {
    case .everyone: discovery = .infinity
    case .network: discovery = 0
    case .mixed(let share): discovery = community.discoveries(share, for: viewer)
    }
    var network = MemberFilter()
    if discovery < .infinity { network.insertNetwork(of: viewer, in: community) }
    self.network = network
  }

  func admits(_ post: PostID, in community: borrowing Community) -> Bool {
    if discovery < .infinity && !isOfNetwork(post, community) && !isDiscovery(post, community) {
      return false
    }
    return leftOut(of: 1, from: post.index) == 0
  }

  func ofAudience(_ posts: UInt64, from base: Int, in community: borrowing Community) -> UInt64 {
    guard !isOfEveryone && posts != 0 else { return posts }
    var uniforms = InlineArray<64, Double>(repeating: 1)
    let range = posts.trailingZeroBitCount..<(64 - posts.leadingZeroBitCount)
    if discovery > 0 {
      var span = uniforms.mutableSpan
      noise.fillDiscoveries(
        &span, of: (base + range.lowerBound)..<(base + range.upperBound), by: viewer)
    }
    var admitted: UInt64 = 0
    for bit in range where posts >> UInt64(bit) & 1 == 1 {
      let author = community.posts.author[base + bit]
      let isDiscovery =
        uniforms[bit - range.lowerBound] < discovery * Double(community.renown(of: author))
      if isDiscovery || author == viewer || isOfNetwork(PostID(base + bit), community) {
        admitted |= 1 << UInt64(bit)
      }
    }
    return admitted
  }

  /// Whether the network has no effect.
  var isOfEveryone: Bool { discovery == .infinity }

  func leftOut(of posts: UInt64, from base: Int) -> UInt64 {
    // Without a history nothing was seen.
    guard pool.without != .nothing, let history else { return 0 }
    return history.recentlySeen(
      by: viewer, among: posts, from: base, pool.without, now: now, within: pool.exclusionTime)
  }

  private func isOfNetwork(_ post: PostID, _ community: borrowing Community) -> Bool {
    let author = community.posts.author[post.index]
    return network.mayContain(author)
      && (community.isFriend(viewer, author) || community.isFollowing(viewer, author))
  }

  private func isDiscovery(_ post: PostID, _ community: borrowing Community) -> Bool {
    guard discovery > 0 else { return false }
    let renown = community.renown(of: community.posts.author[post.index])
    return noise.discovery(of: post, by: viewer) < discovery * Double(renown)
  }
}

extension Community {
  /// The probability, for each unit of renown, that others' posts are discoveries; it makes these a
  /// share of all candidates.
  fileprivate func discoveries(_ share: Double, for viewer: MemberID) -> Double {
    guard share > 0 else { return 0 }
    guard share < 1 else { return .infinity }
    var (posts, renown) = (0, self.renown - postCount(of: viewer) * self.renown(of: viewer))
    func leaveOut(_ author: MemberID) {
      posts += postCount(of: author)
      renown -= postCount(of: author) * self.renown(of: author)
    }
    for index in 0..<(followingCount(of: viewer) ?? 0) {
      leaveOut(followee(of: viewer, at: index)!)
    }
    for index in 0..<(friendCount(of: viewer) ?? 0) {
      let friend = friend(of: viewer, at: index)!
      if !isFollowing(viewer, friend) { leaveOut(friend) }
    }
    let wanted = max(Double(posts) * share / (1 - share), FeedPool.leastDiscoveries)
    return renown > 0 ? wanted / Double(renown) : .infinity
  }
}
