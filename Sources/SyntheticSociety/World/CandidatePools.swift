internal import FeedMetrics
internal import SocialFeed
internal import Stochastics

/// Collects the candidate pools of a keyed sample of requests, so that their slates can be compared with
/// the best that could have been shown: of 2 % of the requests, or of about 400 a world where that is
/// fewer, since a pool has as many posts as the community.
///
/// Only the decisive candidates of a pool are kept (see ``CandidateObservation``), at most `largestPool`
/// of them. Beyond `mostRows` in a world no pool is collected; with 400 expected requests that does not
/// happen.
struct CandidatePools: Sendable {
  static let largestShare = 0.02
  static let mostRequests = 400.0
  static let mostRows = 20_000

  private static let positions = PositionDiscount.cutoff
  private static let largestPool = 4 * positions

  private let stream: KeyedStream
  private let share: Double
  private var rows = 0

  /// The most relevant candidates of the current pool in descending order, and the newest ones in
  /// descending order of identifier.
  private var best: [CandidateObservation] = []
  private var newest: [CandidateObservation] = []
  /// Relevant candidates of each category, as many as a slate has positions.
  private var relevantOfCategory: [[CandidateObservation]]

  init(_ stream: KeyedStream, categoryCount: Int, expectedRequests: Double) {
    self.stream = stream
    share = min(Self.largestShare, Self.mostRequests / max(1, expectedRequests))
    relevantOfCategory = Array(repeating: [], count: categoryCount)
  }

  func takes(_ key: MemberKey, _ refresh: UInt32) -> Bool {
    stream.uniform(key.rawValue, refresh) < share && rows + Self.largestPool <= Self.mostRows
  }

  /// Begins with another request's pool.
  mutating func begin() {
    best.removeAll(keepingCapacity: true)
    newest.removeAll(keepingCapacity: true)
    for category in relevantOfCategory.indices {
      relevantOfCategory[category].removeAll(keepingCapacity: true)
    }
  }

  /// Considers a candidate for all but the newest ones.
  mutating func consider(_ candidate: CandidateObservation, category: Int) {
    if best.count < Self.positions || candidate.relevance > best[Self.positions - 1].relevance {
      Self.insert(candidate, into: &best) { $0.relevance > $1.relevance }
    }
    if candidate.relevance >= NoveltyGain.relevantFrom,
      relevantOfCategory[category].count < Self.positions
    {
      relevantOfCategory[category].append(candidate)
    }
  }

  /// Considers a candidate, each once, for the newest ones, whatever the order of considering.
  mutating func considerAsNew(_ candidate: CandidateObservation) {
    if newest.count < Self.positions || candidate.post > newest[Self.positions - 1].post {
      Self.insert(candidate, into: &newest) { $0.post > $1.post }
    }
  }

  /// The candidates that decide, in order of identifier.
  ///
  /// - Parameter slate: The posts by others among the first positions of the slate.
  mutating func decisive(for slate: [CandidateObservation]) -> [CandidateObservation] {
    let all = (best + newest + mostVaried + slate).sorted { $0.post < $1.post }
    let decisive = all.indices.filter { $0 == 0 || all[$0].post != all[$0 - 1].post }.map {
      all[$0]
    }
    rows += decisive.count
    return decisive
  }

  /// What the most varied order begins with: the first relevant post of each category, then the second
  /// ones, and so on.
  private var mostVaried: [CandidateObservation] {
    var order: [CandidateObservation] = []
    for round in 0..<Self.positions {
      for posts in relevantOfCategory where posts.count > round { order.append(posts[round]) }
    }
    return Array(order.prefix(Self.positions))
  }

  /// Inserts an element into an order of at most `positions`.
  private static func insert(
    _ candidate: CandidateObservation, into list: inout [CandidateObservation],
    _ precedes: (CandidateObservation, CandidateObservation) -> Bool
  ) {
    if list.count == positions { list.removeLast() }
    list.insert(candidate, at: list.firstIndex { precedes(candidate, $0) } ?? list.count)
  }
}

/// The candidates of a slate, in columns whose buffers are reused.
struct PoolColumns: Sendable {
  private(set) var posts: [PostID] = []
  private(set) var items = LatentItems()
  private(set) var relevance: [Double] = []

  /// Finds the candidates of a viewer's request by others than the viewer, and their relevance.
  mutating func find(
    of request: FeedRequest, by viewer: MemberID, in community: borrowing Community,
    _ columns: LatentColumns
  ) {
    var posts = posts
    self.posts = []
    posts.removeAll(keepingCapacity: true)
    community.forEachCandidate(for: request, bound: community.postCount) {
      if community.author(of: $0) != viewer { posts.append($0) }
    }
    items.refill(
      posts.count, from: columns, at: request.now, post: { posts[$0] },
      isFriend: { community.isFriend(viewer, community.author(of: posts[$0])!) })
    columns.findUtilities(
      of: &items, for: viewer, key: columns.keys[viewer.index].rawValue)
    columns.findRelevance(of: &items, into: &relevance)
    self.posts = posts
  }
}
