/// A ranker that gives each candidate a number.
///
/// A contest's feed scores every entry, one's own first. On any other feed the newest ``pool`` posts
/// that belong in it are candidates, since no backend scores all that was ever posted; behind them
/// the feed goes on newest first. Among equal scores the newer post stands first. A score of +∞ is first and one of −∞
/// last, as the greatest and the lowest finite number are. A score that is no number (NaN) has no position: the page
/// fails, with the reason of ``failure(ofScore:among:)``. Where a ranker leaves posts out (``leavesOut``), those with a score of −∞ are not shown: not behind the
/// candidates either, where only older posts follow.
///
/// A refresh stands still. The first page settles which posts are scored and which votes count. Where
/// scores change by what the viewer looks at meanwhile (``FeatureSet/changesByLooks``), a page has the
/// best of those that were not shown.
public protocol ScoringRanker: Ranker {
  /// What ``score(_:into:)`` reads; every feature by default.
  var features: FeatureSet { get }

  /// How many of the newest posts are scored; 1,000 by default.
  var pool: Int { get }

  /// Whether a candidate with a score of −∞ is left out of the refresh; by default it comes last.
  var leavesOut: Bool { get }

  /// Whether the refresh of a request stands still in an order of all its candidates; not by default. Only for a ranker
  /// that leaves posts out.
  func hasWholeOrder(of request: FeedRequest) -> Bool

  /// Writes a score for each candidate, higher first.
  ///
  /// - Parameters:
  ///   - candidates: The posts that the feed could show, and their features, a column each.
  ///   - scores: One element for each candidate, to be written.
  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>)

  /// Why a score is no number; by default it names the post without the cause.
  ///
  /// - Parameter index: The candidate's index.
  func failure(ofScore index: Int, among candidates: borrowing Candidates) -> RankerFailure
}

extension ScoringRanker {
  public var features: FeatureSet { .all }

  public var changesByLooks: Bool { features.changesByLooks }

  public var pool: Int { RankerParameter.defaultPool }

  public var leavesOut: Bool { false }

  public func hasWholeOrder(of request: FeedRequest) -> Bool { false }

  public func failure(
    ofScore index: Int, among candidates: borrowing Candidates
  ) -> RankerFailure {
    RankerFailure(of: "\(Self.self)", candidates.noScore(index))
  }

  /// Also keeps the oldest post that is scored, and the moment of the votes.
  ///
  /// - Complexity: O(``pool``), besides those between them that do not belong.
  public func start(of request: FeedRequest, in community: borrowing Community) -> FeedCursor {
    let bound = community.bound(of: request.surface)
    guard request.viewer != nil else { return request.cursor(bound: bound, .start) }
    var pool = ScoredPool(request, bound: bound)
    pool.gather(atMost: self.pool, from: community)
    return request.cursor(
      bound: bound, floor: pool.floor, voteMoment: voteMoment(in: community), .start)
  }

  /// Scores the candidates and keeps the best that stand after the last page's end; where there are
  /// not enough, goes on with what is older than all of them.
  ///
  /// - Complexity: O(candidates), where a page holds few of them.
  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    guard let viewer = request.viewer else { return }
    let bound = request.cursor?.bound ?? community.bound(of: request.surface)
    var pool = ScoredPool(request, bound: bound)
    if case .before(let post)? = request.cursor?.position {
      page.endNewest(
        at: community.appendNewest(to: &page, before: post.index, for: request), for: request,
        bound: bound, floor: pool.floor)
      return
    }
    pool.gather(atMost: self.pool, from: community)
    let top = bestKeys(of: pool, for: request, viewer: viewer, from: community, failing: &page)
    if leavesOut { page.note(wholeOrder: hasWholeOrder(of: request)) }
    page.take(
      top, for: request, bound: bound, floor: pool.floor, voteMoment: voteMoment(in: community))
    if let floor = pool.floor, floor > 0, page.next == nil {
      page.endNewest(
        at: community.appendNewest(to: &page, before: floor, for: request), for: request,
        bound: bound, floor: floor)
    }
  }

  /// The score and the features that it reads; of a post behind the scored ones only the features.
  public func columns(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [RankingColumn] {
    guard let viewer = request.viewer else { return [] }
    var pool = ScoredPool(request, bound: community.bound(of: request.surface))
    pool.gather(atMost: self.pool, from: community)
    // A score or a rate may depend on all candidates.
    let (candidates, scores) = scored(pool, for: request, viewer: viewer, from: community)
    let score = Dictionary(uniqueKeysWithValues: zip(candidates.posts, scores))
    let behind = Candidates(
      posts.filter { score[$0] == nil }, features, for: request, viewer: viewer,
      now: pool.refreshedAt, from: community)
    let columns = RankerFeature.allCases.filter(features.contains).map { feature in
      let values = Dictionary(
        uniqueKeysWithValues: zip(
          candidates.posts + behind.posts, candidates[feature] + behind[feature]))
      return RankingColumn(feature.name, unit: feature.unit, posts.map { values[$0] })
    }
    return [RankingColumn(RankingColumn.score, posts.map { score[$0] })]
      + community.columns([], of: posts, for: request) + columns
  }

  /// Scores the candidates again for each feature whose values differ, with the same value for all.
  public func dependence(
    of posts: [PostID], for request: FeedRequest, from community: borrowing Community
  ) -> [FeatureDependence]? {
    guard let viewer = request.viewer else { return [] }
    var pool = ScoredPool(request, bound: community.bound(of: request.surface))
    pool.gather(atMost: self.pool, from: community)
    let (candidates, scores) = scored(pool, for: request, viewer: viewer, from: community)
    // In a contest's feed one's own entries stand first, whatever their scores.
    let own = candidates.posts.map { request.surface == .contest && community.isOwn($0, viewer) }
    var dependences: [FeatureDependence] = []
    for feature in RankerFeature.allCases where features.contains(feature) {
      let neutral = candidates.lowerMedian(of: feature)
      var others = scores
      if candidates[feature].contains(where: { $0 != neutral }) {
        var span = others.mutableSpan
        score(candidates.with(feature, neutral), into: &span)
      }
      let keys = candidates.posts.indices.map { index in
        RankingKey(
          isOwn: own[index],
          score: others[index].isFinite ? others[index] : others[index].finiteScore,
          post: candidates.posts[index])
      }
      let order = keys.indices.sorted { keys[$0].precedes(keys[$1]) }
      var found: [PostID: (score: Double, position: Int)] = [:]
      for (position, index) in order.enumerated() {
        if leavesOut && others[index] == -.infinity { continue }
        found[candidates.posts[index]] = (others[index], position + 1)
      }
      dependences.append(
        FeatureDependence(
          feature, neutral: neutral, scores: posts.map { leavesOut ? nil : found[$0]?.score },
          positions: posts.map { found[$0]?.position }))
    }
    return dependences
  }

  /// The moment of the votes, where these decide.
  private func voteMoment(in community: borrowing Community) -> Int? {
    features.contains(.votes) ? community.voteMoment : nil
  }

  /// Whether a page leaves out what was shown, since the scores may have changed by it.
  private func leavesOutShown(for request: FeedRequest) -> Bool {
    !request.shown.isEmpty && !request.isWindow && changesByLooks
  }

  private func scored(
    _ pool: ScoredPool, for request: FeedRequest, viewer: MemberID,
    from community: borrowing Community
  ) -> (candidates: Candidates, scores: [Double]) {
    let candidates = Candidates(
      leavesOutShown(for: request) ? pool.posts(without: request.shown) : pool.posts, features,
      for: request, viewer: viewer, now: pool.refreshedAt, from: community)
    var scores = [Double](repeating: 0, count: candidates.count)
    var span = scores.mutableSpan
    score(candidates, into: &span)
    return (candidates, scores)
  }

  private func bestKeys(
    of pool: ScoredPool, for request: FeedRequest, viewer: MemberID,
    from community: borrowing Community, failing page: inout FeedPage
  ) -> TopKeys {
    let (candidates, scores) = scored(pool, for: request, viewer: viewer, from: community)
    let isContest = request.surface == .contest
    let last: RankingKey? =
      if !leavesOutShown(for: request), case .after(let last)? = request.cursor?.position {
        last
      } else { nil }
    var top = TopKeys(limit: request.pageSize)
    // Nobody's own stand first but in a contest's feed, so that a score below all that are in is enough.
    var least =
      isContest || last != nil ? -.infinity : leastOfBest(request.pageSize, in: scores.span)
    let posts = candidates.posts
    let leavesOut = leavesOut
    for index in posts.indices {
      let post = posts[index]
      if leavesOut && scores[index] == -.infinity { continue }
      let score = scores[index].isFinite ? scores[index] : scores[index].finiteScore
      if scores[index].isNaN { page.fail(failure(ofScore: index, among: candidates)) }
      if score < least { continue }
      let key = RankingKey(
        isOwn: isContest && community.isOwn(post, viewer), score: score, post: post)
      if let last, !last.precedes(key) { continue }
      top.insert(key)
      if let worst = top.worst, !isContest { least = worst.score }
    }
    return top
  }
}

extension Candidates {
  /// The rest of a sentence about a candidate whose score is no number.
  func noScore(_ index: Int) -> String {
    "gave post \(posts[index]) a score that is no number, candidate \(index + 1) of \(count)"
  }
}

extension Double {
  /// The finite number that a score that is not finite is taken as; of a page that fails, NaN is the lowest.
  fileprivate var finiteScore: Double {
    self == .infinity ? .greatestFiniteMagnitude : -.greatestFiniteMagnitude
  }
}

/// A number that at least `limit` scores reach, and not many more: the least of the largest scores of so
/// many parts. Neighbours in the column, which are alike in age, are in different parts.
///
/// −∞ for a column that is too short for it to pay, or that has a score that is not finite.
private func leastOfBest(_ limit: Int, in scores: Span<Double>) -> Double {
  guard limit & 1 == 0, scores.count / 8 >= limit else { return -.infinity }
  var best = [Double](repeating: -.infinity, count: limit)
  var largest = best.mutableSpan
  var defect = SIMD2<Double>.zero
  for row in stride(from: 0, through: scores.count - limit, by: limit) {
    for part in stride(from: 0, to: limit, by: 2) {
      let pair = SIMD2(scores[row + part], scores[row + part + 1])
      // 0, and NaN of what is not finite.
      defect += pair - pair
      var both = SIMD2(largest[part], largest[part + 1])
      both.replace(with: pair, where: pair .> both)
      (largest[part], largest[part + 1]) = (both[0], both[1])
    }
  }
  var least = Double.infinity
  for part in largest.indices { least = min(least, largest[part]) }
  return defect[0] + defect[1] == 0 ? least : -.infinity
}

/// The posts that are scored for a page.
private struct ScoredPool {
  private let request: FeedRequest
  let bound: Int
  let refreshedAt: Double
  /// The oldest post of the pool; `nil` in a contest's feed, and before the first page is gathered.
  private(set) var floor: Int?
  private(set) var posts: [PostID] = []

  init(_ request: FeedRequest, bound: Int) {
    self.request = request
    self.bound = bound
    refreshedAt = request.cursor?.refreshedAt ?? request.now
    floor = request.cursor?.floor
  }

  /// Gathers the newest posts at the first page, and at the others the candidates that are not older than the oldest of
  /// them, so that no post comes from the pool and from behind it.
  mutating func gather(atMost limit: Int, from community: borrowing Community) {
    switch request.surface {
    case .contest:
      posts.removeAll(keepingCapacity: true)
      community.forEachCandidate(for: request, bound: bound) { posts.append($0) }
    case .home, .latest, .global:
      guard let viewer = request.viewer else { return }
      let end: Int
      (posts, end) = community.newestPosts(
        of: community.scope(of: request), for: viewer, before: bound, from: floor ?? 0,
        atMost: floor == nil ? limit : .max)
      floor = floor ?? end
    case .friends, .following:
      gatherMerged(atMost: limit, from: community)
    }
  }

  /// Those that are not among others.
  func posts(without shown: [PostID]) -> [PostID] {
    guard !shown.isEmpty, let first = posts.min(), let last = posts.max() else { return posts }
    // A mark for each post between the two costs less than hashing every post of the pool.
    var isShown = [Bool](repeating: false, count: last.index - first.index + 1)
    for post in shown where first <= post && post <= last {
      isShown[post.index - first.index] = true
    }
    return posts.filter { !isShown[$0.index - first.index] }
  }

  private mutating func gatherMerged(atMost limit: Int, from community: borrowing Community) {
    let (limit, oldest) = (floor == nil ? limit : .max, floor ?? 0)
    posts.removeAll(keepingCapacity: true)
    community.forEachNewest(of: community.scope(of: request), before: bound) { post in
      guard post.index >= oldest else { return false }
      posts.append(post)
      return posts.count < limit
    }
    floor = floor ?? (posts.count < limit ? 0 : posts.last?.index)
  }
}

extension FeedPage {
  /// Ends a page that goes on newest first behind what was scored.
  fileprivate mutating func endNewest(
    at last: PostID?, for request: FeedRequest, bound: Int, floor: Int?
  ) {
    if let last { end(at: request.cursor(bound: bound, floor: floor, .before(last))) }
  }
}
