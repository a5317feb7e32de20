/// The order of a feed.
///
/// A ranker that knows its order from an index fills the page itself and touches what is on it; one
/// that has a score for every candidate conforms to ``ScoringRanker`` instead and says the score
/// alone. Either sees what a backend could see, and is a pure function of the request, the
/// community and the noise handed in.
///
/// To add one: see ``RankerCatalogue``.
public protocol Ranker: Sendable {
  /// Puts the next page's posts onto `page`, which is empty, and says where it ended.
  func fill(_ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community)
}

/// A ranker that gives each candidate a number.
public protocol ScoringRanker: Ranker {
  /// Writes a finite score for each candidate, higher first.
  ///
  /// - Parameters:
  ///   - candidates: The posts that the feed could show, and their features, a column each.
  ///   - scores: One element for each candidate, to be written.
  func score(_ candidates: borrowing Candidates, into scores: inout MutableSpan<Double>)
}

/// What a ranker may know of the posts that a feed could show, a column each.
public struct Candidates {
  /// Who asks.
  public let viewer: MemberID
  /// The clock at the refresh, in seconds.
  public let now: Double
  /// In no promised order.
  public internal(set) var posts: [PostID] = []
  public internal(set) var authors: [MemberID] = []
  public internal(set) var categories: [CategoryID] = []
  /// Hours since publication, or since submission in a contest's feed.
  public internal(set) var ageHours: [Double] = []
  /// Counts at the time of the request.
  public internal(set) var likes: [Double] = []
  public internal(set) var comments: [Double] = []
  public internal(set) var saves: [Double] = []
  public internal(set) var views: [Double] = []
  /// Votes in the contest; 0 for a post that is no entry.
  public internal(set) var votes: [Double] = []
  /// Whether the viewer is the author's friend, and follows the author.
  public internal(set) var isFromFriend: [Bool] = []
  public internal(set) var isFromFollowee: [Bool] = []
  /// The viewer's affinity for the post's category at the refresh, which counts interactions since
  /// then too.
  public internal(set) var affinity: [Double] = []
  let noise: any FeedNoise
  let refresh: UInt32
  let latent: (any LatentRelevance)?

  /// How many there are, the length of each column.
  public var count: Int { posts.count }

  /// A uniform number in the open interval from 0 to 1: one for each candidate and refresh.
  public func noise(_ index: Int) -> Double {
    noise.uniform(viewer: viewer, post: posts[index], refresh: refresh)
  }
}

extension ScoringRanker {
  /// Scores every candidate and keeps the best that stand after the last page's end.
  ///
  /// - Complexity: O(candidates).
  public func fill(
    _ page: inout FeedPage, for request: FeedRequest, from community: borrowing Community
  ) {
    guard let viewer = request.viewer else { return }
    let refreshedAt = request.cursor?.refreshedAt ?? request.now
    let bound = request.cursor?.bound ?? community.bound(of: request.surface)
    let candidates = community.candidates(
      for: request, viewer: viewer, now: refreshedAt, bound: bound)
    var scores = [Double](repeating: 0, count: candidates.count)
    var span = scores.mutableSpan
    score(candidates, into: &span)
    var top = TopKeys(limit: request.pageSize)
    for index in 0..<candidates.count {
      precondition(
        scores[index].isFinite, "post \(candidates.posts[index]) scored \(scores[index])")
      let key = RankingKey(
        isOwn: request.surface == .contest && community.isOwn(candidates.posts[index], viewer),
        score: scores[index], post: candidates.posts[index])
      if case .after(let last)? = request.cursor?.position, !last.precedes(key) { continue }
      top.insert(key)
    }
    page.take(top, for: request, bound: bound)
  }
}

extension FeedPage {
  /// Takes a page ordered by score.
  mutating func take(_ top: TopKeys, for request: FeedRequest, bound: Int) {
    for key in top.keys { append(key.post) }
    if let last = top.worst { end(at: request.cursor(bound: bound, .after(last))) }
  }
}

extension Community {
  func candidates(
    for request: FeedRequest, viewer: MemberID, now: Double, bound: Int
  ) -> Candidates {
    var found: [PostID] = []
    forEachCandidate(of: request.surface, for: viewer, bound: bound) { found.append($0) }
    var columns = Candidates(
      viewer: viewer, now: now, noise: request.noise, refresh: request.refresh,
      latent: request.latent)
    let affinities = (0..<categoryCount).map { affinity.affinity(of: viewer, for: $0, at: now) }
    for post in found {
      let i = post.index
      let author = posts.author[i]
      let entry = posts.entry[i] == PostColumns.noEntry ? nil : Int(posts.entry[i])
      let since =
        request.surface == .contest ? entries.submittedAt[entry!] : posts.createdAt[i]
      columns.authors.append(author)
      columns.categories.append(CategoryID(Int(posts.category[i])))
      columns.ageHours.append((now - since) / 3600)
      columns.likes.append(Double(likes.count(of: i)))
      columns.comments.append(Double(posts.comments[i]))
      columns.saves.append(Double(saves.count(of: i)))
      columns.views.append(Double(posts.views[i]))
      columns.votes.append(entry.map { Double(entries.votes[$0]) } ?? 0)
      columns.isFromFriend.append(isFriend(viewer, author))
      columns.isFromFollowee.append(isFollowing(viewer, author))
      columns.affinity.append(affinities[Int(posts.category[i])])
    }
    columns.posts = found
    return columns
  }
}
